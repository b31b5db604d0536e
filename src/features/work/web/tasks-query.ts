import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { isUnfinished } from '#features/bulk-update/rules/bulk-job.ts'
import { call } from '#ui/api.ts'
import { listTasks } from '../api/tasks.ts'

/** How often what runs is looked at, and whether something has begun where nothing runs. */
const lookEveryMs = { running: 2_000, resting: 30_000 }

const isAnyRunning = ({ orders, updates }: ResponseOf<typeof listTasks>): boolean =>
  orders.some(({ state }) => state === 'running') || updates.some(isUnfinished)

export const tasksQuery = queryOptions({
  queryKey: ['tasks'],
  queryFn: ({ signal }) => call(listTasks, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => lookEveryMs[data && isAnyRunning(data) ? 'running' : 'resting'],
  refetchOnReconnect: true,
  meta: { quiet: true },
})
