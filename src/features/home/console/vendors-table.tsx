import { mayStaff } from '#base/access.ts'
import { numberText } from '#base/text/number-text.ts'
import { sentenceCase } from '#base/text/sentence-case.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { clockText, durationText } from '#ui/time-texts.ts'
import { freeVendor, type VendorState } from '../api/console-home.ts'
import { lookAtHomeAgain } from './home-queries.ts'

/** Calls to each third party, what went wrong with them, and whether more may be made now. */
export const VendorsTable = ({ vendors }: { vendors: readonly VendorState[] }) =>
  vendors.length === 0 ? (
    <EmptyState title="No third party was called">What is called from now on is counted here.</EmptyState>
  ) : (
    <ConsoleTable label="Third parties" rows={vendors} keyOf={({ name }) => name} columns={columns} />
  )

function Limit({ id, name, blockedUntil, bookedAheadMs }: VendorState) {
  if (blockedUntil)
    return (
      <span className="inline-flex flex-wrap items-center justify-end gap-2">
        <Badge tone="warning">Asked us to wait until {clockText(blockedUntil)}</Badge>
        <TryNow id={id} name={name} />
      </span>
    )
  if (bookedAheadMs < 1_000) return <span className="text-muted">Free</span>
  return `Booked ${durationText(Math.ceil(bookedAheadMs / 1000))} ahead`
}

function TryNow({ id, name }: Pick<VendorState, 'id' | 'name'>) {
  const { role } = useStaff()
  const { mutate, isPending } = useStaffAction({
    mutationFn: () => callStaff(freeVendor, { body: { vendor: id } }),
    onSuccess: tellAnswer(lookAtHomeAgain),
  })
  if (!mayStaff(role, 'accounts.manage')) return null
  return (
    <Button size="small" onClick={() => mutate()} loading={isPending} aria-label={`Try now: ${name}`}>
      Try now
    </Button>
  )
}

const columns: readonly ConsoleColumn<VendorState>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => sentenceCase(name) },
  { id: 'calls', title: 'Calls', cell: ({ calls }) => numberText(calls), align: 'right' },
  {
    id: 'errors',
    title: 'Errors',
    cell: ({ errors }) =>
      errors > 0 ? <span className="font-medium text-danger">{numberText(errors)}</span> : '0',
    align: 'right',
  },
  { id: 'limit', title: 'Limit', cell: (vendor) => <Limit {...vendor} />, align: 'right' },
]
