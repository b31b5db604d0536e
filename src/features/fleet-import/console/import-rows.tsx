import { Link } from 'react-router'
import { numberText } from '#base/text/number-text.ts'
import { Badge } from '#ui/badge.tsx'
import { domainPath } from '#ui/console/operator-paths.ts'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import { usePages } from '#ui/console/page/use-pages.ts'
import { PlanName } from '#ui/console/plan-name.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import type { ImportedRow, ListedImport } from '../api/console-fleet-import.ts'
import { type ImportVerdict, importVerdictNames, importVerdicts } from '../rules/import-verdict.ts'
import { rowsQuery } from './import-queries.ts'

/** The domains of a file, with what was found of each. */
export function ImportRows({ fleet }: { fleet: ListedImport }) {
  const [wanted] = useAddressValue('found')
  const verdict = importVerdicts.find((each) => each === wanted)
  // While something is being done, what is shown follows in steps; a list of thousands is not fetched twice a second.
  const step =
    fleet.state === 'resting'
      ? fleet.since
      : `${Math.floor((10 * (fleet.counts.looked + fleet.counts.adopted)) / Math.max(1, fleet.counts.domains))}`
  const { query, more } = usePages(rowsQuery(fleet.id, verdict, step))
  return (
    <Loaded query={query} failed="The domains could not be loaded.">
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title="No domain is found like this">
            Choose “All domains” to see the others.
          </EmptyState>
        ) : (
          <ConsoleTable
            label="Domains of the file"
            rows={rows}
            keyOf={({ line }) => String(line)}
            columns={columns}
            more={more}
          />
        )
      }
    </Loaded>
  )
}

const tones = {
  matches: 'success',
  contradicts: 'danger',
  unknown: 'warning',
  here: 'neutral',
} as const satisfies Record<ImportVerdict, string>

const Found = ({ row: { verdict, adoptedAt } }: { row: ImportedRow }) => {
  if (adoptedAt) return <Badge tone="success">Adopted</Badge>
  return verdict ? (
    <Badge tone={tones[verdict]}>{importVerdictNames[verdict]}</Badge>
  ) : (
    <span className="text-muted">Not yet</span>
  )
}

const OrderOfFile = ({ order, plan }: ImportedRow) => (
  <>
    {order}, <PlanName plan={plan} />
  </>
)

const columns: readonly ConsoleColumn<ImportedRow>[] = [
  {
    id: 'domain',
    title: 'Domain',
    cell: ({ domain, domainId }) =>
      domainId ? (
        <Link
          translate="no"
          to={domainPath(domainId)}
          className="inline-block min-w-36 font-medium wrap-anywhere hover:underline"
        >
          {domain}
        </Link>
      ) : (
        <span translate="no" className="inline-block min-w-36 font-medium wrap-anywhere">
          {domain}
        </span>
      ),
  },
  { id: 'found', title: 'Found', cell: (row) => <Found row={row} /> },
  {
    id: 'why',
    title: 'Why',
    cell: ({ findings }) => (
      <span className="grid gap-0.5 wrap-anywhere">
        {findings.map(({ kind, sentence }) => (
          <span key={sentence} className={kind === 'note' ? 'text-muted' : undefined}>
            {sentence}
          </span>
        ))}
      </span>
    ),
  },
  {
    id: 'customer',
    title: 'Customer',
    cell: ({ email }) => (
      <span translate="no" className="text-muted wrap-anywhere">
        {email}
      </span>
    ),
  },
  { id: 'order', title: 'Order', cell: (row) => <OrderOfFile {...row} /> },
  { id: 'mailboxes', title: 'Mailboxes', align: 'right', cell: ({ mailboxes }) => numberText(mailboxes) },
  { id: 'line', title: 'Line', align: 'right', cell: ({ line }) => numberText(line) },
]
