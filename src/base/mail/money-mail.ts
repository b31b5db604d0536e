import type { OwedRenewal } from '#features/billing/api/owed-renewal.ts'
import { owedAfterEndTexts } from '#features/billing/rules/owed-after-end.ts'
import { suspendedMeanwhile } from '#features/capacity/rules/account-states.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { type GroupHold, holdKeeps, holdWords, unconfirmedWords } from '#features/orders/rules/order-holds.ts'
import { billingPeriodDays } from '#features/plans/rules/catalog.ts'
import type { bundles } from '../db/schema/index.ts'
import { formatUsd } from '../text/usd.ts'

/** What decides whether an order, or a part of one, continues. */
export interface OrderState extends Pick<typeof bundles.$inferSelect, 'status' | 'hold'> {
  /** Its account, and since then its billing. */
  isSuspended?: boolean
  isBillingStopped?: boolean
  /** Of a renewal that was refused: how long it runs unpaid, and whether a bank only asks to confirm it. */
  grace?: { until: Date; isOver: boolean } | null
  isToConfirm?: boolean
  /** Its payment has just arrived. */
  isNew?: boolean
}

/** An order as its customer knows it. */
export interface MailedOrder extends OrderState {
  orderId: string
  companyName: string
  forwardingUrl: string
  /** What is billed for it every period; null for what was never paid for. */
  monthlyCents: number | null
}

/** A mail to a customer about money. It cannot be written without an amount, orders and, from those, a link. */
export interface MoneyMail {
  to: { email: string; name: string }
  subject: string
  /** How much it is about; `price` where it is about what the orders cost. */
  cents: number | 'price'
  /** What happened with that amount. */
  happened: (amount: string) => string
  orders: readonly MailedOrder[]
  /** A hold whose reason `happened` tells. */
  explains?: GroupHold | undefined
  /** What comes next, and what its reader can do. */
  next?: readonly string[]
  publicUrl: string
  /** Instead of the one to the order. */
  link?: string | undefined
}

export function moneyMail({
  to,
  subject,
  cents,
  happened,
  orders,
  explains,
  next = [],
  publicUrl,
  link,
}: MoneyMail): { to: string; subject: string; text: string } {
  const amount = formatUsd(cents === 'price' ? priceOf(orders) : cents)
  const paragraphs = [
    `Hello ${to.name},`,
    happened(amount),
    ...standings(orders, explains),
    ...(next.length > 0 ? [next.join('\n')] : []),
    link ?? orderLink(orders, publicUrl),
  ]
  return { to: to.email, subject, text: paragraphs.join('\n\n') }
}

/** What these orders cost every period. */
export const priceOf = (orders: readonly Pick<MailedOrder, 'monthlyCents'>[]): number =>
  orders.reduce((sum, { monthlyCents }) => sum + (monthlyCents ?? 0), 0)

/** What is owed, period by period, each with its page. */
export const owedLines = (owed: readonly OwedRenewal[]): string[] =>
  owed.map(({ cents, from, until, url, isToConfirm }) => {
    const period = from && until ? `${from.slice(0, 10)} to ${until.slice(0, 10)}: ` : ''
    const page = url ? `, ${isToConfirm ? 'confirm it here' : 'pay it now'}: ${url}` : ''
    return `  ${period}${formatUsd(cents)}${page}`
  })

/** What becomes of what is owed when an order ends. */
export function owedAfterEnd(
  before: readonly OwedRenewal[],
  after: readonly OwedRenewal[],
  isShared?: boolean,
): string[] {
  const { givenUp, still } = owedAfterEndTexts(before, after, isShared)
  return [...(givenUp ? [givenUp] : []), ...(still ? [`${still}:`, ...owedLines(after)] : [])]
}

/** What becomes of an order, as a paragraph about "it". */
export function standingText(order: OrderState, explains?: GroupHold): string {
  const { status, isNew, isSuspended, isBillingStopped, grace, isToConfirm } = order
  if (status === 'cancelled') return 'It is cancelled and no longer billed.'
  if (status === 'expired')
    return 'Nothing is set up or billed for it, and its domains are no longer held for you.'
  if (status === 'awaiting_payment') return 'It is not paid for, so nothing is set up.'
  if (isNew && !order.hold) return isSuspended ? suspendedMeanwhile : 'It is being set up.'
  const hold = order.hold ?? (grace?.isOver ? 'past_due' : null)
  if (hold) {
    const { why, billing, next } = hold === 'past_due' && isToConfirm ? unconfirmedWords : holdWords[hold]
    return [
      'It is on hold.',
      ...(hold === explains ? [] : [why]),
      holdKeeps,
      billing,
      isSuspended ? 'Your account is suspended as well: please contact support.' : next,
    ].join(' ')
  }
  if (isSuspended)
    return `Your account is suspended. ${holdKeeps} It is ${isBillingStopped ? 'not billed meanwhile' : 'billed as before'}. Please contact support.`
  if (!grace) return 'It continues.'
  return `It keeps running until ${day(grace.until)}. After that it is on hold, and not billed, until you ${isToConfirm ? 'confirm the payment' : 'pay what you owe'}. Nothing is deleted.`
}

/** The same orders as the operator is told of them, each with its page in the console. */
export const operatorLines = (
  orders: readonly (MailedOrder & Pick<MoneyMail, 'to'>)[],
  publicUrl: string,
): string[] =>
  orders.map((order) => {
    const { orderId, status, hold, isSuspended, to } = order
    const states = [
      status === 'live' && hold ? `on hold (${hold})` : status,
      ...(isSuspended ? ['account suspended'] : []),
    ]
    return `${labelOf(order)}, of ${to.email}, ${states.join(', ')}: ${publicUrl}/operator/orders/${orderId}`
  })

/** Suspended customers cannot sign in; what was never paid for has no page. */
function orderLink(orders: readonly MailedOrder[], publicUrl: string): string {
  const shown = new Set(
    orders.flatMap(({ orderId, status }) => (status === 'live' || status === 'cancelled' ? orderId : [])),
  )
  const [only] = shown.size === 1 ? shown : []
  const see = `your ${only ? 'order' : 'orders'}: ${publicUrl}/dashboard${only ? `?order=${only}` : ''}`
  return orders.length > 0 && orders.every(({ isSuspended }) => isSuspended)
    ? `Once your account is open again, see ${see}`
    : `See ${see}`
}

const labelOf = ({ companyName, forwardingUrl, monthlyCents }: MailedOrder): string =>
  `${companyName} (${displayForwardingUrl(forwardingUrl)})${monthlyCents === null ? '' : `, ${formatUsd(monthlyCents)} every ${billingPeriodDays} days`}`

/** Each order with what becomes of it, those of which the same is said together; parts of one are added up. */
function standings(orders: readonly MailedOrder[], explains: GroupHold | undefined): string[] {
  const bySentence = Map.groupBy(orders, (order) => standingText(order, explains))
  return [...bySentence].map(([sentence, alike]) => {
    const parts = Map.groupBy(alike, ({ orderId, companyName, forwardingUrl }) =>
      [orderId, companyName, forwardingUrl].join('\n'),
    )
    const labels = [...parts.values()].map(
      (ofOrder) => `Your order for ${labelOf({ ...ofOrder[0]!, monthlyCents: added(ofOrder) })}`,
    )
    const [only, ...others] = labels
    return others.length === 0
      ? `${only}:\n${sentence}`
      : [...labels, 'For each of these orders:', sentence].join('\n')
  })
}

const added = (parts: readonly MailedOrder[]): number | null =>
  parts.every(({ monthlyCents }) => monthlyCents === null) ? null : priceOf(parts)

const day = (moment: Date): string => moment.toISOString().slice(0, 10)
