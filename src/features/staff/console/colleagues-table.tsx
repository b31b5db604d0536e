import { mayStaff, staffRoles } from '#base/access.ts'
import type { StatusTone } from '#features/orders/rules/order-status.ts'
import { Badge } from '#ui/badge.tsx'
import { factorsText } from '#ui/console/page/factors-text.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { cx } from '#ui/cx.ts'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { Colleague } from '../api/staff.ts'
import { ColleagueActions } from './colleague-actions.tsx'

const states: Record<Colleague['state'], { word: string; tone: StatusTone }> = {
  active: { word: 'Active', tone: 'success' },
  invited: { word: 'Invited', tone: 'info' },
  unfinished: { word: 'No second factor yet', tone: 'warning' },
  disabled: { word: 'Access ended', tone: 'neutral' },
}

/** Those who work here. There is always somebody: who looks at it. */
export function ColleaguesTable({ colleagues }: { colleagues: readonly Colleague[] }) {
  const me = useStaff()
  return (
    <ConsoleTable
      label="Staff"
      rows={colleagues}
      keyOf={({ id }) => id}
      columns={columns}
      {...(mayStaff(me.role, 'staff.manage') && {
        actions: (colleague: Colleague) => (
          <ColleagueActions colleague={colleague} isMe={colleague.id === me.id} />
        ),
      })}
    />
  )
}

function Name({ id, name, email, state }: Colleague) {
  const isMe = id === useStaff().id
  return (
    <>
      <span className={cx('block font-medium wrap-anywhere', state === 'disabled' && 'text-muted')}>
        {name}
        {isMe && <span className="font-normal text-muted"> (you)</span>}
      </span>
      <span translate="no" className="block text-muted text-secondary wrap-anywhere">
        {email}
      </span>
    </>
  )
}

const State = ({ state, invitedUntil }: Colleague) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <Badge tone={states[state].tone}>{states[state].word}</Badge>
    {state === 'invited' && (
      <span className="text-muted text-secondary">
        {invitedUntil ? `until ${momentText(invitedUntil)}` : 'the link has run out'}
      </span>
    )}
  </span>
)

const columns: readonly ConsoleColumn<Colleague>[] = [
  { id: 'name', title: 'Name', cell: (colleague) => <Name {...colleague} />, sortBy: ({ name }) => name },
  {
    id: 'role',
    title: 'Role',
    cell: ({ role }) => staffRoles[role].title,
    sortBy: ({ role }) => staffRoles[role].title,
  },
  { id: 'state', title: 'State', cell: (colleague) => <State {...colleague} /> },
  {
    id: 'factor',
    title: 'Factors',
    cell: (colleague) => factorsText(colleague) || <span className="text-muted">None</span>,
  },
  {
    id: 'seen',
    title: 'Last seen',
    cell: ({ lastSeenAt }) => (lastSeenAt ? clockText(lastSeenAt) : 'Never'),
    sortBy: ({ lastSeenAt }) => lastSeenAt ?? '',
  },
]
