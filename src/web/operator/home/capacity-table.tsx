import type { AccountCapacity } from '#shared/api/console/home.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { operatorPaths } from '../operator-paths.ts'
import type { ConsoleColumn } from '../table/columns.ts'
import { ConsoleTable } from '../table/console-table.tsx'

/** From here on somebody should see to another account. */
const soonDays = 14

/** Our accounts at mailbox hosts, and when the first of their rooms is full. */
export const CapacityTable = ({ accounts }: { accounts: readonly AccountCapacity[] }) =>
  accounts.length === 0 ? (
    <EmptyState title="There is no account at a mailbox host">
      What a tenant or a Google account needs is in the guide to going live; the command line adds it.
    </EmptyState>
  ) : (
    <ConsoleTable
      label="Room at mailbox hosts"
      rows={accounts}
      keyOf={({ id }) => id}
      columns={columns}
      hrefOf={({ id }) => `${operatorPaths.domains}?${new URLSearchParams({ account: id })}`}
    />
  )

const Use = ({ used, capacity }: AccountCapacity['domains']) =>
  `${numberText(used)} of ${numberText(capacity)}`

function Left({ left }: AccountCapacity) {
  if ('unknown' in left) return <span className="text-muted text-secondary">Unknown: {left.unknown}</span>
  if (left.days === 0) return <Badge tone="danger">Full</Badge>
  if (left.days > 365) return <span className="text-muted">More than a year</span>
  return <Badge tone={left.days <= soonDays ? 'warning' : 'neutral'}>{countOf(left.days, 'day')}</Badge>
}

const columns: readonly ConsoleColumn<AccountCapacity>[] = [
  {
    id: 'account',
    title: 'Account',
    cell: ({ label, vendor }) => (
      <>
        <span className="block min-w-20">{label}</span>
        <span className="block font-normal text-muted text-secondary">{vendor}</span>
      </>
    ),
  },
  { id: 'domains', title: 'Domains', cell: ({ domains }) => <Use {...domains} />, align: 'right' },
  { id: 'mailboxes', title: 'Mailboxes', cell: ({ mailboxes }) => <Use {...mailboxes} />, align: 'right' },
  {
    id: 'recipients',
    title: 'Mails a day',
    cell: ({ recipientsPerDay }) => <Use {...recipientsPerDay} />,
    align: 'right',
  },
  { id: 'left', title: 'Full in', cell: (account) => <Left {...account} />, align: 'right' },
]
