import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { ConsoleWorkItem } from '../api/console-work.ts'
import { workItemTitle } from '../rules/work-item-kinds.ts'
import { subjectText } from './work-queries.ts'

export const workColumns: readonly ConsoleColumn<ConsoleWorkItem>[] = [
  {
    id: 'what',
    title: 'What',
    hasLines: true,
    cell: (item) => (
      <>
        <span className="block font-medium">{workItemTitle(item.kind)}</span>
        <span className="block text-muted text-secondary wrap-anywhere">{subjectText(item)}</span>
      </>
    ),
  },
  {
    id: 'instructions',
    title: 'What to do',
    cell: ({ instructions }) => (
      <span className="block max-w-form text-secondary wrap-anywhere">{instructions}</span>
    ),
  },
  {
    id: 'customer',
    title: 'Customer',
    cell: ({ customer }) =>
      customer ? (
        <span translate="no" className="wrap-anywhere">
          {customer.email}
        </span>
      ) : (
        <span className="text-muted">None</span>
      ),
  },
  { id: 'since', title: 'Since', cell: (item) => <Since {...item} /> },
]

const Since = ({ createdAt, answeredAt, closedAt }: ConsoleWorkItem) => (
  <>
    <time className="block whitespace-nowrap" dateTime={createdAt} title={momentText(createdAt)}>
      {clockText(createdAt)}
    </time>
    {(closedAt ?? answeredAt) && (
      <span className="block text-muted text-secondary">
        {closedAt ? `closed ${clockText(closedAt)}` : `answered ${clockText(answeredAt ?? '')}`}
      </span>
    )}
  </>
)
