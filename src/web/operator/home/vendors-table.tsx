import type { VendorState } from '#shared/api/console/home.ts'
import { numberText } from '#shared/text/number-text.ts'
import { sentenceCase } from '#shared/text/sentence-case.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { clockText, durationText } from '../../ui/time-texts.ts'
import type { ConsoleColumn } from '../table/columns.ts'
import { ConsoleTable } from '../table/console-table.tsx'

/** Calls to each third party, what went wrong with them, and whether more may be made now. */
export const VendorsTable = ({ vendors }: { vendors: readonly VendorState[] }) =>
  vendors.length === 0 ? (
    <EmptyState title="No third party was called">What is called from now on is counted here.</EmptyState>
  ) : (
    <ConsoleTable label="Third parties" rows={vendors} keyOf={({ name }) => name} columns={columns} />
  )

function Limit({ blockedUntil, bookedAheadMs }: VendorState) {
  if (blockedUntil) return <Badge tone="warning">Asked us to wait until {clockText(blockedUntil)}</Badge>
  if (bookedAheadMs < 1_000) return <span className="text-muted">Free</span>
  return `Booked ${durationText(Math.ceil(bookedAheadMs / 1000))} ahead`
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
