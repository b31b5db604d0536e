import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { ConsoleWorkItem } from '../api/console-work.ts'
import { workItemTitle } from '../rules/work-item-kinds.ts'
import { ChosenWork } from './chosen-work.tsx'
import type { WorkFilter } from './work-filter.ts'
import { subjectText, workQuery } from './work-queries.ts'

const workColumns: readonly ConsoleColumn<ConsoleWorkItem>[] = [
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

const AnswerDialog = lateDialog(() => import('./answer-dialog.tsx'), {
  frame: 'medium',
  title: ({ item }) => workItemTitle(item.kind),
})

/** The items that a filter shows; those that wait can be answered, one alone or several together. */
export function WorkList({ filter }: { filter: WorkFilter }) {
  const query = useInfiniteQuery(workQuery(filter))
  const [selected, setSelected] = useState<Record<string, true>>({})
  const [answering, setAnswering] = useState<ConsoleWorkItem>()
  return (
    <Loaded query={query} failed="The work could not be loaded.">
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        const isOpen = items.every(({ answeredAt, closedAt }) => !answeredAt && !closedAt)
        const chosen = items.filter(({ id }) => selected[id])
        const nameOf = (id: string) => {
          const item = items.find((one) => one.id === id)
          return item ? `${workItemTitle(item.kind)}: ${subjectText(item)}` : id
        }
        return (
          <>
            {isOpen && <ChosenWork chosen={chosen} setSelected={setSelected} />}
            {items.length === 0 ? (
              <NoWork filter={filter} />
            ) : (
              <ConsoleTable
                label="Work items"
                rows={items}
                keyOf={({ id }) => id}
                columns={workColumns}
                more={{
                  hasMore: query.hasNextPage,
                  isLoading: query.isFetchingNextPage,
                  load: () => void query.fetchNextPage(),
                }}
                {...(isOpen && {
                  selection: { selected, onChange: setSelected, nameOf },
                  actions: (item: ConsoleWorkItem) => (
                    <Button
                      size="small"
                      aria-label={`Answer ${nameOf(item.id)}`}
                      onClick={() => setAnswering(item)}
                    >
                      Answer
                    </Button>
                  ),
                })}
              />
            )}
            {answering && <AnswerDialog item={answering} onClose={() => setAnswering(undefined)} />}
          </>
        )
      }}
    </Loaded>
  )
}

function NoWork({ filter: { state, item, kind, customer, age } }: { filter: WorkFilter }) {
  if (item)
    return (
      <EmptyState icon={<ListChecks />} title="There is no such work item.">
        It may be forgotten since.
      </EmptyState>
    )
  const isFiltered = Boolean(kind || customer || age)
  const words = {
    open: 'Nothing waits for a person.',
    answered: 'Nothing is answered and not seen yet.',
    closed: 'Nothing was closed yet.',
  }
  return (
    <EmptyState icon={<ListChecks />} title={isFiltered ? 'Nothing like this.' : words[state]}>
      {isFiltered
        ? 'Another kind, age or customer may have something.'
        : 'New work comes up here and by mail.'}
    </EmptyState>
  )
}
