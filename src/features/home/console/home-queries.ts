import { queryOptions } from '@tanstack/react-query'
import { type Checks, readChecks } from '#features/checks/api/console-checks.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'
import { consoleFigures, consoleHome } from '../api/console-home.ts'
import { consoleMail } from '../api/console-mail.ts'

const minuteMs = 60_000

/** Asked for again while somebody looks; what it said stays until it answers. */
export const homeQuery = queryOptions({
  queryKey: [consoleKey, 'home'],
  queryFn: ({ signal }) => callStaff(consoleHome, { signal }),
  refetchInterval: 10_000,
  retry: false,
  // The page says it.
  meta: { quiet: true },
})

export const lookAtHomeAgain = () => queryClient.invalidateQueries({ queryKey: homeQuery.queryKey })

export const mailQuery = queryOptions({
  queryKey: [consoleKey, 'mail'],
  queryFn: ({ signal }) => callStaff(consoleMail, { signal }),
  refetchInterval: minuteMs,
  meta: { quiet: true },
})

/** What was sent again is not given up any more, on the card and among what waits. */
export const lookAtMailAgain = () =>
  Promise.all([mailQuery, homeQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))

export const figuresQuery = queryOptions({
  queryKey: [consoleKey, 'figures'],
  queryFn: ({ signal }) => callStaff(consoleFigures, { signal }),
  refetchInterval: 15 * minuteMs,
  staleTime: minuteMs,
  meta: { quiet: true },
})

export const checksQuery = queryOptions({
  queryKey: [consoleKey, 'checks'],
  queryFn: ({ signal }) => callStaff(readChecks, { signal }),
  refetchInterval: minuteMs,
  meta: { quiet: true },
})

/** A look that was just made is shown without asking for it again. */
export const keepChecks = (checks: Checks) => queryClient.setQueryData(checksQuery.queryKey, checks)
