import { queryOptions, useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { isUnfinished } from '#features/bulk-update/rules/bulk-job.ts'
import { call } from '#ui/api.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { prefetchForUser } from '#ui/frame/prefetch-for-user.ts'
import { useNetworkTold } from '#ui/frame/use-network-told.ts'
import { queryClient } from '#ui/query-client.ts'
import { listTasks } from '../api/tasks.ts'
import { type BulkTask, type OrderTask, tasksKeptDays } from '../rules/task.ts'
import { BulkTaskRow, OrderTaskRow } from './task-rows.tsx'

/** How often what runs is looked at, and whether something has begun where nothing runs. */
const lookEveryMs = { running: 2_000, resting: 30_000 }

const isAnyRunning = ({ orders, updates }: ResponseOf<typeof listTasks>): boolean =>
  orders.some(({ state }) => state === 'running') || updates.some(isUnfinished)

const tasksQuery = queryOptions({
  queryKey: ['tasks'],
  queryFn: ({ signal }) => call(listTasks, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => lookEveryMs[data && isAnyRunning(data) ? 'running' : 'resting'],
  refetchOnReconnect: true,
  meta: { quiet: true },
})

export const loader = () => prefetchForUser(() => queryClient.prefetchQuery(tasksQuery))

/** What runs in the background, and what ended lately: found here whatever page or window began it. */
export function Component() {
  const query = useQuery(tasksQuery)
  useNetworkTold()
  return (
    <div className="grid min-w-0 gap-4 *:min-w-0">
      <p className="max-w-column text-muted">
        Changes to your domains and bulk updates keep running after you close their windows. You’ll find them
        here for {tasksKeptDays} days.
      </p>
      <Loaded query={query} failed="Your tasks could not be loaded." within="page">
        {({ orders, updates }) => <Tasks orders={orders} updates={updates} />}
      </Loaded>
    </div>
  )
}

interface Listed {
  key: string
  isRunning: boolean
  startedAt: string
  row: ReactNode
}

function Tasks({ orders, updates }: { orders: readonly OrderTask[]; updates: readonly BulkTask[] }) {
  const all = [
    ...orders.map(
      (task): Listed => ({
        key: task.taskId,
        isRunning: task.state === 'running',
        startedAt: task.startedAt,
        row: <OrderTaskRow task={task} />,
      }),
    ),
    ...updates.map(
      (job): Listed => ({
        key: job.jobId,
        isRunning: isUnfinished(job),
        startedAt: job.createdAt ?? '',
        row: <BulkTaskRow job={job} />,
      }),
    ),
  ].toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))
  if (all.length === 0)
    return (
      <Card flush>
        <EmptyState icon={<ListChecks />} title="No tasks yet">
          Forwarding updates, mailbox updates, replacements, and bulk updates show up here as soon as they
          start.
        </EmptyState>
      </Card>
    )
  const running = all.filter(({ isRunning }) => isRunning)
  return (
    <>
      <TaskList title="Running" tasks={running} none="Nothing is running right now." />
      <TaskList
        title="Ended"
        tasks={all.filter(({ isRunning }) => !isRunning)}
        none="Nothing has ended yet."
      />
    </>
  )
}

const TaskList = ({ title, tasks, none }: { title: string; tasks: readonly Listed[]; none: string }) => (
  <Card flush aria-label={title}>
    <div className="border-line border-b px-4 py-3">
      <CardHeader title={title} />
    </div>
    {tasks.length === 0 ? (
      <p className="px-4 py-4 text-muted text-secondary">{none}</p>
    ) : (
      <ul className="divide-y divide-line">
        {tasks.map(({ key, row }) => (
          <li key={key} className="px-4 py-3">
            {row}
          </li>
        ))}
      </ul>
    )}
  </Card>
)
