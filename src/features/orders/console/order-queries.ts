import { queryOptions } from '@tanstack/react-query'
import type { SentQueryOf } from '#base/api/endpoint.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { filtersOf } from '#ui/console/page/filters-of.ts'
import { pagesQuery } from '#ui/console/page/pages-query.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'
import { type ConsoleOrder, consoleOrderPage, consoleOrders } from '../api/console-orders.ts'

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
