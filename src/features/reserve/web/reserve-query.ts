import { queryOptions } from '@tanstack/react-query'
import { call } from '#ui/api.ts'
import { readReserve } from '../api/reserve.ts'

/** The customer's spares. Where it is not known, nothing is offered: whoever shows it says so itself. */
export const reserveQuery = queryOptions({
  queryKey: ['reserve'],
  queryFn: ({ signal }) => call(readReserve, { signal }),
  staleTime: 5_000,
  meta: { quiet: true },
})
