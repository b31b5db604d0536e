import { queryOptions } from '@tanstack/react-query'
import { readReserve } from '#shared/api/reserve.ts'
import { call } from '../../api.ts'

/** The customer's spares. Where it is not known, nothing is offered: whoever shows it says so itself. */
export const reserveQuery = queryOptions({
  queryKey: ['reserve'],
  queryFn: ({ signal }) => call(readReserve, { signal }),
  staleTime: 5_000,
  meta: { quiet: true },
})
