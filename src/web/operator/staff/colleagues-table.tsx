import { mayStaff, staffRoles } from '#shared/access.ts'
import type { Colleague } from '#shared/api/staff.ts'
import type { StatusTone } from '#shared/orders/order-status.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { momentText, sinceText } from '../../ui/time-texts.ts'
import { LabelledCell } from '../labelled-cell.tsx'
import { useStaff } from '../staff-session.ts'
import { ColleagueActions } from './colleague-actions.tsx'

const states: Record<Colleague['state'], { word: string; tone: StatusTone }> = {
  active: { word: 'Active', tone: 'success' },
  invited: { word: 'Invited', tone: 'info' },
  unfinished: { word: 'No second factor yet', tone: 'warning' },
  disabled: { word: 'Access ended', tone: 'neutral' },
}

/** Those who work here: a table, and with little room a block for each. There is always somebody: who looks at it. */
export function ColleaguesTable({ colleagues }: { colleagues: readonly Colleague[] }) {
  const me = useStaff()
  const mayManage = mayStaff(me.role, 'staff.manage')
  return (
    <table className="block-table w-full text-left">
      <caption className="sr-only">Staff</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">State</th>
          <th scope="col">Last seen</th>
          {mayManage && (
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {colleagues.map((colleague) => (
          <tr key={colleague.id}>
            <th scope="row" className="font-normal">
              <span
                className={cx(
                  'block font-medium wrap-anywhere',
                  colleague.state === 'disabled' && 'text-muted',
                )}
              >
                {colleague.name}
                {colleague.id === me.id && <span className="font-normal text-muted"> (you)</span>}
              </span>
              <span className="block text-muted text-secondary wrap-anywhere">{colleague.email}</span>
            </th>
            <LabelledCell label="Role">{staffRoles[colleague.role].title}</LabelledCell>
            <LabelledCell label="State">
              <State {...colleague} />
            </LabelledCell>
            <LabelledCell label="Last seen">
              {colleague.lastSeenAt ? sinceText(colleague.lastSeenAt) : 'Never'}
            </LabelledCell>
            {mayManage && (
              <td>
                <ColleagueActions colleague={colleague} isMe={colleague.id === me.id} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
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
