import { queryOptions } from '@tanstack/react-query'
import { listMailboxes } from '#features/people/api/mailboxes.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'
import { whenIdle } from '#ui/when-idle.ts'
import { getGroup } from '../../api/groups.ts'
import { getOrderOverview } from '../../api/order-overview.ts'
import { listOrders, type OrderListItem, ordersInView } from '../../api/orders.ts'
import { type HeldOrders, withChanges } from '../../rules/held-orders.ts'
import type { IndexedGroup, IndexedOrder } from '../../rules/order-index.ts'

const fiveMinutes = 5 * 60_000

/** Under it is everything that a change to an order may change. */
const everyOrder = ['orders'] as const

const listKey = [...everyOrder, 'list'] as const

/**
 * All orders with their summary; of a large account, first those in view, and the others once the page is idle. Once
 * they are here only what has changed is asked for. A failure is shown where the list stands, or not at all while an
 * older list stands there.
 */
export const ordersQuery = queryOptions({
  queryKey: listKey,
  queryFn: async ({ signal }): Promise<HeldOrders> => {
    const held = queryClient.getQueryData<HeldOrders>(listKey)
    if (!held) return askFirst(signal)
    return held.summary ? follow(held, signal) : askForAll(signal)
  },
  staleTime: fiveMinutes,
  gcTime: fiveMinutes,
  meta: { quiet: true },
})

const follow = async (held: HeldOrders, signal: AbortSignal): Promise<HeldOrders> =>
  withChanges(held, await call(listOrders, { query: { since: held.cursor }, signal }))

async function askFirst(signal: AbortSignal): Promise<HeldOrders> {
  const first = withChanges(undefined, await call(listOrders, { query: ordersInView, signal }))
  if (!first.summary) void whenIdle().then(() => queryClient.invalidateQueries({ queryKey: listKey }))
  return first
}

let all: Promise<HeldOrders> | undefined

/** A hint of a change does not begin it again: on a slow line with many hints it would never be here. */
async function askForAll(signal: AbortSignal): Promise<HeldOrders> {
  const underWay = all
  all ??= call(listOrders, { query: {} })
    .then((answer) => withChanges(undefined, answer))
    .finally(() => {
      all = undefined
    })
  return underWay ? follow(await underWay, signal) : all
}

/** One group with its people, sending tool and timelines: what Order Details shows. */
export const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...everyOrder, 'group', groupId],
    queryFn: ({ signal }) => call(getGroup, { params: { groupId }, signal }),
    // Set-up continues by the minute, and opening the details is asking for the present state.
    staleTime: 5_000,
    gcTime: fiveMinutes,
    meta: { quiet: true },
  })

/** How one order stands, beside what the list says of it. */
export const overviewQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...everyOrder, 'overview', orderId],
    queryFn: ({ signal }) => call(getOrderOverview, { params: { orderId }, signal }),
    staleTime: 5_000,
    gcTime: fiveMinutes,
    meta: { quiet: true },
  })

/** The mailboxes of one domain, and the people that they may be for. */
export const mailboxesQuery = (domain: string) =>
  queryOptions({
    queryKey: [...everyOrder, 'mailboxes', domain],
    queryFn: ({ signal }) => call(listMailboxes, { query: { domain }, signal }),
    meta: { quiet: true },
  })

/** Fetches again what is on screen; the rest when it is next looked at. */
export const refetchOrders = (): Promise<void> => queryClient.invalidateQueries({ queryKey: everyOrder })

/** An order as the workspace lists it, with its groups that match the filters. */
export type WorkspaceOrder = IndexedOrder<OrderListItem>
export type WorkspaceGroup = IndexedGroup<OrderListItem>
