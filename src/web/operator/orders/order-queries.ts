import { queryOptions } from '@tanstack/react-query'
import { type ConsoleOrder, consoleOrderPage, consoleOrders } from '#shared/api/console/orders.ts'
import type { SentQueryOf } from '#shared/api/endpoint.ts'
import { queryClient } from '../../query-client.ts'
import { callStaff } from '../call-staff.ts'
import { filtersOf } from '../page/filters-of.ts'
import { pagesQuery } from '../page/pages-query.ts'
import { consoleKey } from '../staff-session.ts'

const ordersKey = 'orders'

/** What the address narrows the list to. */
export const orderFiltersOf = (address: URLSearchParams): Record<string, string> =>
  filtersOf(address, ['text', 'state', 'plan', 'only', 'customer'])

/** The list. The filters are as they stand in the address: the server refuses what it does not know. */
export const ordersQuery = (filters: Record<string, string>) =>
  pagesQuery<ConsoleOrder>([ordersKey, 'list', filters], async (after, signal) => {
    const query = { ...filters, ...(after && { after }) } as SentQueryOf<typeof consoleOrders>
    const { orders, next } = await callStaff(consoleOrders, { query, signal })
    return { rows: orders, next }
  })

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [consoleKey, ordersKey, 'one', orderId],
    queryFn: ({ signal }) => callStaff(consoleOrderPage, { params: { orderId }, signal }),
    meta: { quiet: true },
  })

export const lookAtOrdersAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [consoleKey, ordersKey] })
