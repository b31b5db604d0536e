import { useQuery } from '@tanstack/react-query'
import { mayStaff } from '#base/access.ts'
import { numberText } from '#base/text/number-text.ts'
import { sentenceCase } from '#base/text/sentence-case.ts'
import type { AccountCapacity } from '#features/capacity/api/console-capacity.ts'
import { roomColumns } from '#features/capacity/console/capacity-columns.tsx'
import { capacityQuery } from '#features/capacity/console/capacity-queries.ts'
import { type GoingLiveStep, goingLiveStates, goingLiveSteps } from '#features/checks/rules/going-live.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { accountPath } from '#ui/console/operator-paths.ts'
import { Below } from '#ui/console/page/below.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { clockText, durationText, secondText } from '#ui/time-texts.ts'
import { freeVendor, type VendorState } from '../api/console-home.ts'
import { Charts } from './charts.tsx'
import { ChecksCard } from './checks-card.tsx'
import { checksQuery, homeQuery, lookAtHomeAgain } from './home-queries.ts'
import { MailCard } from './mail-card.tsx'
import { RoundsCard } from './rounds-card.tsx'
import { WaitingList } from './waiting-list.tsx'

/** Calls to each third party, what went wrong with them, and whether more may be made now. */
const VendorsTable = ({ vendors }: { vendors: readonly VendorState[] }) =>
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

const tones = { done: 'success', missing: 'danger', not_proven: 'warning' } as const

/** How far a new installation is; nothing from its first delivered domain on. */
function GoingLiveCard() {
  const steps = useQuery(checksQuery).data?.goingLive
  if (!steps) return null
  return (
    <Card flush className="mb-5 overflow-hidden">
      <div className="border-line border-b px-5 py-3.5">
        <CardHeader
          title="Going live"
          description="The way to the first delivered domain. docs/going-live.md explains each step."
        />
      </div>
      <ul aria-label="Going live">
        {steps.map((each) => (
          <Step key={each.step} {...each} />
        ))}
      </ul>
    </Card>
  )
}

const Step = ({ step, state, about }: GoingLiveStep) => (
  <li className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 border-line border-t px-5 py-2.5 first:border-t-0 max-sm:grid-cols-1">
    <span className="max-sm:mb-1">
      <Badge tone={tones[state]}>{goingLiveStates[state]}</Badge>
    </span>
    <div className="min-w-0">
      <span className="font-medium wrap-anywhere">{goingLiveSteps[step]}</span>
      <p className="text-muted text-secondary wrap-anywhere">{about}</p>
    </div>
  </li>
)

/** Our accounts at mailbox hosts, and when the first of their rooms is full. */
const CapacityTable = ({ accounts }: { accounts: readonly AccountCapacity[] }) =>
  accounts.length === 0 ? (
    <EmptyState title="There is no account at a mailbox host">
      What a tenant or a Google account needs is in the guide to going live. It is added under Capacity, or on
      the command line.
    </EmptyState>
  ) : (
    <ConsoleTable
      label="Room at mailbox hosts"
      rows={accounts}
      keyOf={({ id }) => id}
      columns={roomColumns}
      hrefOf={({ id }) => accountPath(id)}
    />
  )

/** What waits for whoever works here, what runs out, and how it goes. */
export function HomePage() {
  const home = useQuery(homeQuery)
  const capacity = useQuery(capacityQuery)
  const { data, error } = home
  const readAt = data && secondText(data.readAt)
  return (
    <ConsolePage title="Home" about={readAt && `Last read at ${readAt}, and again by itself.`}>
      {data && error && (
        <Alert tone="warning" className="mb-5" title={`This is what it was at ${readAt}.`}>
          {failureText(error)} It is asked again every few seconds.
        </Alert>
      )}
      <GoingLiveCard />
      <Card flush className="overflow-hidden">
        <CardTitle title="What waits" />
        <Loaded query={home} failed="What waits could not be loaded.">
          {(known) => <WaitingList home={known} />}
        </Loaded>
      </Card>
      <div className="mt-5 grid items-start gap-5 2xl:grid-cols-[3fr_2fr]">
        <Card flush className="overflow-hidden">
          <CardTitle
            title="Room at mailbox hosts"
            about="Full in so many days, at the pace of the last 30."
          />
          <Loaded query={capacity} failed="What fits in could not be loaded.">
            {({ accounts }) => <CapacityTable accounts={accounts} />}
          </Loaded>
        </Card>
        <Card flush className="overflow-hidden">
          <CardTitle title="Third parties" about="This hour and the one before." />
          <Loaded query={home} failed="Their state could not be loaded.">
            {({ vendors }) => <VendorsTable vendors={vendors.states} />}
          </Loaded>
        </Card>
      </div>
      <MailCard />
      <ChecksCard />
      <Below>
        <Charts />
        <Card flush className="mt-5 overflow-hidden">
          <CardTitle
            title="Workers"
            about="The rounds that find what is due, whichever process makes them."
          />
          <Loaded query={home} failed="The workers’ rounds could not be loaded.">
            {(known) => <RoundsCard {...known} />}
          </Loaded>
        </Card>
      </Below>
    </ConsolePage>
  )
}

const CardTitle = ({ title, about }: { title: string; about?: string }) => (
  <div className="border-line border-b px-5 py-3.5">
    <CardHeader title={title} description={about} />
  </div>
)

export { HomePage as Component }
