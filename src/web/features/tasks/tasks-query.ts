import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { listTasks } from '#shared/api/tasks.ts'
import { isUnfinished } from '#shared/bulk-update/bulk-job.ts'
import { call } from '../../api.ts'

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
