import type { BankPayment, DroppedPayment } from '#features/checkout/api/ended-payments.ts'
import type { OrderListItem, OrdersSummary, RefusedRenewal } from '../api/orders.ts'
import { summaryOf } from './orders-summary.ts'

/** The list as whoever asked for it holds it. */
export interface HeldOrders {
  orders: OrderListItem[]
  /** Absent while only the orders in view are here, and more are to come. */
  summary: OrdersSummary | undefined
  refusedRenewals: RefusedRenewal[]
  dropped?: DroppedPayment[] | undefined
  withBank?: BankPayment[] | undefined
  /** Up to which change that is. */
  cursor: string
}

/** An answer: the whole list, what is in view of it, or what has changed in the one that is held. */
interface Answer {
  orders: OrderListItem[]
  summary?: OrdersSummary | undefined
  gone?: string[] | undefined
  refusedRenewals: RefusedRenewal[]
  dropped?: DroppedPayment[] | undefined
  withBank?: BankPayment[] | undefined
  cursor: string
}

/**
 * The list with what has changed in it. What has not stays the same object, also the list itself, so that nothing is
 * made anew for it. An order that was not there stands before the others, which are as the server had them: the newest
 * first.
 */
export function withChanges(held: HeldOrders | undefined, answer: Answer): HeldOrders {
  const { orders: changed, gone, refusedRenewals, dropped, withBank, cursor } = answer
  const besides = { refusedRenewals, ...(dropped && { dropped }), ...(withBank && { withBank }), cursor }
  if (!held || gone === undefined) return { orders: changed, summary: answer.summary, ...besides }
  if (changed.length + gone.length === 0)
    return { ...held, dropped: undefined, withBank: undefined, ...besides }
  const byId = new Map(changed.map((order) => [order.orderId, order]))
  const isGone = new Set(gone)
  const known = new Set(held.orders.map(({ orderId }) => orderId))
  const orders = [
    ...changed.filter(({ orderId }) => !known.has(orderId)),
    ...held.orders
      .filter(({ orderId }) => !isGone.has(orderId))
      .map((order) => byId.get(order.orderId) ?? order),
  ]
  const summary = held.summary && summaryOf(orders.flatMap(({ domains }) => domains))
  return { orders, summary, ...besides }
}
