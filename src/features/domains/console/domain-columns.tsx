import { Link } from 'react-router'
import { platformContents } from '#features/plans/rules/catalog.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { customerPath, orderPath } from '#ui/console/operator-paths.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { StatusWord } from '#ui/status-badge.tsx'
import { clockText } from '#ui/time-texts.ts'
import type { ConsoleDomain } from '../api/console-domains.ts'
import { spentLabel } from '../rules/place-label.ts'
import { standstills } from '../rules/standstill.ts'

const quietLink = 'wrap-anywhere hover:underline'

const StateCell = ({ status, standstill, isSpent }: ConsoleDomain) => (
  <>
    <StatusWord status={status} />
    {standstill && <span className="block text-muted text-secondary">{standstills[standstill]}</span>}
    {isSpent && <span className="block text-muted text-secondary">{spentLabel}</span>}
  </>
)

const name: ConsoleColumn<ConsoleDomain> = {
  id: 'name',
  title: 'Domain',
  cell: (row) => <span className="md:inline-block md:min-w-40">{row.name}</span>,
}
const state: ConsoleColumn<ConsoleDomain> = {
  id: 'state',
  title: 'State',
  cell: (row) => <StateCell {...row} />,
}
const host: ConsoleColumn<ConsoleDomain> = {
  id: 'host',
  title: 'Host',
  cell: ({ platform, account, tool }) => (
    <span className="block text-left">
      {platformContents[platform].name}
      {account && <span className="text-muted"> · {account.label}</span>}
      <span className="block text-muted text-secondary">{sendingToolNames[tool]}</span>
    </span>
  ),
}
const since: ConsoleColumn<ConsoleDomain> = {
  id: 'since',
  title: 'Since',
  cell: (row) => (row.since ? <span className="whitespace-nowrap">{clockText(row.since)}</span> : '–'),
}
const why: ConsoleColumn<ConsoleDomain> = {
  id: 'why',
  title: 'Why',
  cell: (row) =>
    row.why ? (
      <span className="line-clamp-2 max-w-96 text-left text-secondary wrap-anywhere" title={row.why}>
        {row.why}
      </span>
    ) : (
      '–'
    ),
}
const customer: ConsoleColumn<ConsoleDomain> = {
  id: 'customer',
  title: 'Customer',
  hasLines: true,
  cell: (row) => (
    <>
      <Link to={customerPath(row.customer.id)} className={quietLink}>
        {row.customer.name}
      </Link>
      <Link
        to={orderPath(row.orderId)}
        className="block text-muted text-secondary wrap-anywhere hover:underline"
      >
        {row.companyName}
      </Link>
    </>
  ),
}

/** Domains of all customers. */
export const domainColumns: readonly ConsoleColumn<ConsoleDomain>[] = [
  name,
  state,
  why,
  since,
  customer,
  host,
]
