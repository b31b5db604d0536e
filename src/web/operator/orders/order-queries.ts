import { queryOptions } from '@tanstack/react-query'
import { type ConsoleOrder, consoleOrderPage, consoleOrders } from '#shared/api/console/orders.ts'
import type { SentQueryOf } from '#shared/api/endpoint.ts'
import { queryClient } from '../../query-client.ts'
import { callStaff } from '../call-staff.ts'
import { consoleKey } from '../staff-session.ts'

export const ordersKey = 'orders'

/** A page of the list. The filters are as they stand in the address: the server refuses what it does not know. */
export async function loadOrders(
  filters: Record<string, string>,
  after: string | undefined,
  signal: AbortSignal,
): Promise<{ rows: ConsoleOrder[]; next: string | null }> {
  const query = { ...filters, ...(after && { after }) } as SentQueryOf<typeof consoleOrders>
  const { orders, next } = await callStaff(consoleOrders, { query, signal })
  return { rows: orders, next }
}

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [consoleKey, ordersKey, 'one', orderId],
    queryFn: ({ signal }) => callStaff(consoleOrderPage, { params: { orderId }, signal }),
    meta: { quiet: true },
  })

export const lookAtOrdersAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [consoleKey, ordersKey] })
