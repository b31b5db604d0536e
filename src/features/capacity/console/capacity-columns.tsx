import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { limitShares } from '#features/accounts/rules/outside-recipients.ts'
import { Badge } from '#ui/badge.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { clockText } from '#ui/time-texts.ts'
import type { AccountCapacity } from '../api/console-capacity.ts'
import { roomStates, secretSoonDays } from '../rules/account-hosts.ts'

/** From here on somebody should see to another account. */
const soonDays = 14
const dayMs = 86_400_000

export const StateBadge = ({ state }: Pick<AccountCapacity, 'state'>) => (
  <Badge tone={roomStates[state].tone}>{roomStates[state].word}</Badge>
)

const Use = ({ used, capacity }: AccountCapacity['domains']) => (
  <span className="whitespace-nowrap">
    {numberText(used)} of {numberText(capacity)}
    <span className="block text-muted text-secondary">{numberText(Math.max(0, capacity - used))} free</span>
  </span>
)

/** That its host may soon refuse what it sends. */
export function NearLimit({
  hostLimit,
  recipientsPerDay,
}: Pick<AccountCapacity, 'hostLimit' | 'recipientsPerDay'>) {
  const share = hostLimit ? recipientsPerDay.used / hostLimit.perDay : 0
  if (share < limitShares.warns) return null
  return (
    <Badge tone={share < limitShares.places ? 'warning' : 'danger'}>
      {Math.floor(share * 100)}% of Microsoft’s limit
    </Badge>
  )
}

export function Left({ left }: Pick<AccountCapacity, 'left'>) {
  if ('unknown' in left) return <span className="text-muted text-secondary">Unknown: {left.unknown}</span>
  if (left.days === 0) return <Badge tone="danger">Full</Badge>
  if (left.days > 365) return <span className="text-muted">More than a year</span>
  return <Badge tone={left.days <= soonDays ? 'warning' : 'neutral'}>{countOf(left.days, 'day')}</Badge>
}

/** When it was last asked whether it works, and what it answered. */
export function LastProbe({ probe }: Pick<AccountCapacity, 'probe'>) {
  if (!probe) return <span className="text-muted text-secondary">Never asked</span>
  return (
    <>
      <span className={probe.problem === null ? 'text-success' : 'text-danger'}>
        {probe.problem === null ? 'Works' : 'Does not work'}
      </span>{' '}
      <span className="text-muted text-secondary whitespace-nowrap">{clockText(probe.at)}</span>
      {probe.problem !== null && (
        <span className="block max-w-72 text-secondary wrap-anywhere">{probe.problem}</span>
      )}
    </>
  )
}

/** The day on which its secret ends, and how long that is. */
export function SecretExpiry({ secretExpiresOn }: Pick<AccountCapacity, 'secretExpiresOn'>) {
  if (secretExpiresOn === null)
    return <span className="text-muted text-secondary">Unknown: nobody has entered it</span>
  const days = Math.ceil((Date.parse(secretExpiresOn) - Date.now()) / dayMs)
  const text = days < 0 ? 'Ended' : countOf(days, 'day')
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      <span className="whitespace-nowrap">{secretExpiresOn}</span>
      {days <= secretSoonDays && <Badge tone={days < 0 ? 'danger' : 'warning'}>{text}</Badge>}
    </span>
  )
}

const account: ConsoleColumn<AccountCapacity> = {
  id: 'account',
  title: 'Account',
  sortBy: ({ label }) => label.toLowerCase(),
  cell: ({ label, vendor }) => (
    <>
      <span className="block min-w-20">{label}</span>
      <span className="block font-normal text-muted text-secondary">{vendor}</span>
    </>
  ),
}
const uses: readonly ConsoleColumn<AccountCapacity>[] = [
  {
    id: 'domains',
    title: 'Domains',
    sortBy: ({ domains }) => domains.used,
    cell: ({ domains }) => <Use {...domains} />,
    align: 'right',
  },
  {
    id: 'mailboxes',
    title: 'Mailboxes',
    sortBy: ({ mailboxes }) => mailboxes.used,
    cell: ({ mailboxes }) => <Use {...mailboxes} />,
    align: 'right',
  },
  {
    id: 'recipients',
    title: 'Mails a day',
    sortBy: ({ recipientsPerDay }) => recipientsPerDay.used,
    cell: (row) => (
      <>
        <Use {...row.recipientsPerDay} />
        <NearLimit {...row} />
      </>
    ),
    align: 'right',
  },
]
const left: ConsoleColumn<AccountCapacity> = {
  id: 'left',
  title: 'Full in',
  cell: (row) => <Left {...row} />,
  align: 'right',
}

/** What fits in, for a card. */
export const roomColumns: readonly ConsoleColumn<AccountCapacity>[] = [
  withoutSorting(account),
  ...uses.map(withoutSorting),
  left,
]

function withoutSorting({ sortBy: _, ...column }: ConsoleColumn<AccountCapacity>) {
  return column
}

export const capacityColumns: readonly ConsoleColumn<AccountCapacity>[] = [
  account,
  { id: 'state', title: 'State', sortBy: ({ state }) => state, cell: (row) => <StateBadge {...row} /> },
  ...uses,
  left,
  { id: 'probe', title: 'Last asked', cell: (row) => <LastProbe {...row} /> },
  {
    id: 'secret',
    title: 'Secret ends',
    sortBy: ({ secretExpiresOn }) => secretExpiresOn ?? '9999',
    cell: (row) => <SecretExpiry {...row} />,
    align: 'right',
  },
]
