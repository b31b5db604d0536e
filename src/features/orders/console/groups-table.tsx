import { Badge } from '#ui/badge.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { ConsoleGroup } from '../api/console-orders.ts'
import { holdNames } from './order-state.tsx'

const words: Record<ConsoleGroup['status'], string> = {
  awaiting_payment: 'Not paid yet',
  live: 'Live',
  cancelled: 'Cancelled',
  expired: 'Never paid',
}

function GroupState({ status, holds, cancelledAt, cancelReason }: ConsoleGroup) {
  if (status === 'live' && holds.length > 0)
    return holds.map(({ why, since }) => (
      <span key={why} className="mr-1 inline-flex items-center gap-1">
        <Badge tone="warning">{holdNames[why]}</Badge>
        <span className="text-muted text-secondary">since {clockText(since)}</span>
      </span>
    ))
  return (
    <>
      <Badge tone={status === 'live' ? 'success' : 'neutral'}>{words[status]}</Badge>
      {cancelledAt && (
        <span className="block text-muted text-secondary wrap-anywhere">
          {momentText(cancelledAt)}
          {cancelReason && `: ${cancelReason}`}
        </span>
      )}
    </>
  )
}

const columns: readonly ConsoleColumn<ConsoleGroup>[] = [
  {
    id: 'group',
    title: 'Group',
    cell: ({ orderIndex, companyName, id }) => (
      <>
        <span className="wrap-anywhere">
          {orderIndex}. {companyName}
        </span>
        <span translate="no" className="block font-mono text-muted text-secondary wrap-anywhere">
          {id}
        </span>
      </>
    ),
  },
  { id: 'state', title: 'State', cell: (group) => <GroupState {...group} /> },
  {
    id: 'tool',
    title: 'Sending tool',
    cell: ({ tool, toolProblem }) => (
      <>
        {tool}
        {toolProblem && <span className="block text-danger text-secondary wrap-anywhere">{toolProblem}</span>}
      </>
    ),
  },
  { id: 'domains', title: 'Domains', align: 'right', cell: ({ domains }) => domains },
  { id: 'mailboxes', title: 'Mailboxes', align: 'right', cell: ({ mailboxes }) => mailboxes },
  {
    id: 'paid',
    title: 'Paid until',
    cell: ({ paidUntil }) =>
      paidUntil ? <span className="whitespace-nowrap">{momentText(paidUntil)}</span> : '–',
  },
]

/** What an order consists of. */
export const GroupsTable = ({ groups }: { groups: readonly ConsoleGroup[] }) => (
  <ConsoleTable label="Groups" rows={groups} keyOf={({ id }) => id} columns={columns} />
)
