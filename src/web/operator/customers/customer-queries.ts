import { infiniteQueryOptions } from '@tanstack/react-query'
import type { CustomerState } from '#shared/accounts/customer-states.ts'
import { customerList, type ListedCustomer } from '#shared/api/console/customers.ts'
import { queryClient } from '../../query-client.ts'
import { callStaff } from '../call-staff.ts'
import { consoleKey } from '../staff-session.ts'

/** The first part of every key of what is known about customers. */
const customersKey = [consoleKey, 'customers'] as const

export interface CustomerSearch {
  state: CustomerState | undefined
  text: string
}

/** The customers that a search means, as far as they were asked for. */
export const customersQuery = ({ state, text }: CustomerSearch) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'list', state ?? '', text],
    queryFn: ({ signal, pageParam }) =>
      callStaff(customerList, {
        query: { ...(state && { state }), ...(text && { text }), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ customers, hasMore }) => (hasMore ? customers.at(-1)?.id : undefined),
    // What was found stands until the next answer is there.
    placeholderData: (before) => before,
    meta: { quiet: true },
  })

export const rowsOf = (pages: readonly { customers: readonly ListedCustomer[] }[]): ListedCustomer[] =>
  pages.flatMap(({ customers }) => customers)

/** After a change: everything about customers is asked for again. */
export const lookAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: customersKey })
