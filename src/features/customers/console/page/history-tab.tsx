import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { HistoryEntry } from '../../api/console-customer.ts'
import { historyQuery } from '../customer-queries.ts'
import { PagedRows } from './paged-rows.tsx'

/** What was done by and about a customer. */
export const HistoryTab = ({ customerId }: { customerId: string }) => (
  <PagedRows
    query={useInfiniteQuery(historyQuery(customerId))}
    failed="The history could not be loaded."
    empty="Nothing has happened yet"
  >
    {(rows, more) => (
      <ConsoleTable label="History" rows={rows} keyOf={({ id }) => id} columns={columns} more={more} />
    )}
  </PagedRows>
)

const others: Record<Exclude<HistoryEntry['by'], 'staff'>, string> = {
  customer: 'Customer',
  operator: 'Command line',
  system: 'By itself',
}
const whoOf = ({ by, name }: HistoryEntry): string =>
  by === 'staff' ? `${name} (staff)` : (name ?? others[by])

const What = ({ sentence, url }: HistoryEntry) => (
  <span className="wrap-anywhere">
    {sentence}
    {url && (
      <>
        {' '}
        <a href={url} target="_blank" rel="noreferrer" className="text-accent hover:underline">
          Invoice
        </a>
      </>
    )}
  </span>
)

const columns: readonly ConsoleColumn<HistoryEntry>[] = [
  { id: 'what', title: 'What', cell: (entry) => <What {...entry} /> },
  { id: 'who', title: 'Who', cell: whoOf },
  {
    id: 'about',
    title: 'About',
    cell: ({ subject }) => <span className="text-muted text-secondary wrap-anywhere">{subject ?? '–'}</span>,
  },
  {
    id: 'from',
    title: 'From',
    cell: ({ address }) => <span className="text-muted text-secondary wrap-anywhere">{address ?? '–'}</span>,
  },
  { id: 'when', title: 'When', align: 'right', cell: ({ at }) => momentText(at) },
]
