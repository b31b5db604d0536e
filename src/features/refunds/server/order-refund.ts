import { and, desc, eq, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { type Fee, feesOf } from '#base/db/left-of-payment.ts'
import { bundles, customers, domains, orders, refunds } from '#base/db/schema/index.ts'
import { conflict, conflictUndoneBy, notFound, Refusal, ruleBroken } from '#base/http/refusal.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { holdBundles } from '#features/billing/server/holds.ts'
import { nothingLeft } from './nothing-left.ts'
import { noticeRefunds } from './notice-refunds.ts'
import { bundlesHeldWithout, isOf, leftOf, type PaidPayment, paymentOf } from './paid-payment.ts'
import { takenAtOnce } from './pay-refunds.ts'
import { paymentOfOrder, wasPaidFor } from './payment-of-order.ts'
import { refuseDisputed } from './refuse-disputed.ts'
import { tellOfRefunds } from './tell-of-refunds.ts'

/**
 * What the operator wants to give back: of a checkout, of a renewal by its invoice, of the one that pays for an order, or
 * the fee of one domain.
 */
export interface RefundOrder {
  checkoutId?: string
  invoiceId?: string
  orderId?: string
  domain?: string
  /** What is left, or the domain's fee, when absent. */
  cents?: number
  /** One refund per reason: the same order again is the same refund. */
  reason: string
}

export interface PlannedRefund {
  payment: PaidPayment
  email: string
  domainId: string | null
  cents: number
  paidCents: number
  refundedCents: number
  /** The same refund, ordered before. */
  known: typeof refunds.$inferSelect | undefined
  /** Bundles that are held since nothing is paid for them any more. */
  heldBundles: string[]
}

/** What a refund would be, checked against what was paid, what went back already, and disputes. Throws a `Refusal`. */
export async function planRefund(
  deps: Pick<Dependencies, 'db' | 'vendors'>,
  order: RefundOrder,
): Promise<PlannedRefund> {
  const planned = await plan(deps.db, order)
  if (!planned.known?.stripeRefundId) await refuseDisputed(deps, planned.payment.paymentIntentId)
  return planned
}

async function plan(db: Db, order: RefundOrder, lock = false): Promise<PlannedRefund> {
  const { payment, email, fee } = await findPayment(db, order, lock)
  const domainId = fee?.domainId ?? null
  const past = await db
    .select()
    .from(refunds)
    .where(and(isOf(payment), sql`${refunds.outcome} is distinct from 'again'`))
  const known = past.find((refund) => refund.domainId === domainId && refund.reason === order.reason)
  const { paidCents } = payment
  const refundedCents = past.reduce((sum, refund) => sum + refund.cents, 0)
  const ofPayment = await leftOf(db, payment)
  const left = fee?.leftCents ?? ofPayment
  const cents = known?.cents ?? order.cents ?? left
  if (!known) {
    if (payment.paymentIntentId === null && paidCents > 0)
      throw conflict(`Stripe names no payment for ${subjectOf(payment)}: refund it in Stripe's own pages.`)
    if (fee?.handedTo) throw handedOn(order.domain ?? '', fee.handedTo)
    if (!fee && paidCents === 0)
      throw conflict(`Nothing was charged with ${subjectOf(payment)}, so there is nothing to give back.`)
    if (left <= 0)
      throw allGone(
        fee?.netCents ?? paidCents,
        past.some(({ outcome }) => outcome === 'failed'),
      )
    if (cents <= 0 || cents > left) throw ruleBroken(`At most ${formatUsd(left)} can be refunded.`)
  }
  // What a known one was to hold was held with it; the operator may have released it since.
  const heldBundles = !known && cents === ofPayment ? await bundlesHeldWithout(db, payment) : []
  return { payment, email, domainId, cents, paidCents, refundedCents, known, heldBundles }
}

/** In words: `checkout chk_1`. */
export const subjectOf = ({ checkoutId, invoiceId }: PaidPayment): string =>
  invoiceId === null ? `checkout ${checkoutId}` : `invoice ${invoiceId}`

const allGone = (cents: number, hasFailed: boolean) => {
  const message = `All of ${formatUsd(cents)} has been refunded already.`
  return hasFailed
    ? conflictUndoneBy('refund list', `${message} Some of it did not arrive: it is owed still.`)
    : conflict(message)
}

const handedOn = (name: string, to: string) =>
  conflictUndoneBy(
    `refund --domain ${to} --reason "…"`,
    `${to} took the place of ${name} at no cost, so what was paid for ${name} pays for it. To give that back all the same, refund ${to}.`,
  )

/**
 * Refunds it, once however often it is ordered, and holds what is not paid for any more. What Stripe does not take at once is
 * owed (`isTaken`), and the sweep pays it.
 */
export async function refund(
  deps: Dependencies,
  order: RefundOrder,
): Promise<PlannedRefund & { isTaken: boolean }> {
  const { payment } = await findPayment(deps.db, order, false)
  // What is noticed of it now makes no other payment of the order the one that is meant.
  const meant = order.orderId === undefined ? order : { ...order, checkoutId: payment.checkoutId ?? '' }
  // What someone gave at the provider a moment ago is not given twice.
  if (payment.paymentIntentId) await noticeRefunds(deps, payment.paymentIntentId)
  await planRefund(deps, meant)
  const { planned, id } = await deps.db.transaction(async (tx) => {
    const planned = await plan(tx, meant, true)
    const { payment, domainId, cents, known, heldBundles } = planned
    const { checkoutId, invoiceId } = payment
    const id = known?.id ?? newId('refund')
    if (!known) {
      await tx.insert(refunds).values({ id, checkoutId, invoiceId, domainId, reason: order.reason, cents })
      await audit(tx, {
        customerId: payment.customerId,
        actor: 'operator',
        action: 'refund.ordered',
        subject: id,
        data: {
          ...(invoiceId === null ? { checkout: checkoutId } : { invoice: invoiceId }),
          cents,
          reason: order.reason,
        },
      })
    }
    await holdBundles(deps, tx, heldBundles, 'refund', { money: nothingLeft(cents) })
    return { planned, id }
  })
  const isTaken = await takenAtOnce(deps, id)
  if (isTaken) await tellOfRefunds(deps, planned.payment)
  return { ...planned, isTaken }
}

interface Payment {
  payment: PaidPayment
  email: string
  /** Where only the fee of a domain is asked for. */
  fee?: Fee
}

async function findPayment(db: Db, order: RefundOrder, lock: boolean): Promise<Payment> {
  const fee = order.domain === undefined ? undefined : await latestFee(db, order.domain, lock)
  const checkoutId = fee?.checkoutId ?? order.checkoutId ?? (await ofOrder(db, order)) ?? null
  const payment = await paymentOf(db, { checkoutId, invoiceId: order.invoiceId ?? null }, lock)
  if (!payment?.isPaid) throw await noPayment(db, order)
  const [payer] = await db
    .select({ email: customers.email })
    .from(customers)
    .where(eq(customers.id, payment.customerId))
  return { payment, email: payer?.email ?? '', ...(fee && { fee }) }
}

/** Why there is no payment of what was asked for. */
async function noPayment(db: Db, { orderId, domain }: RefundOrder): Promise<Refusal> {
  if (domain !== undefined) return noFee(db, domain)
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, orderId ?? ''))
  return order ? unpaid(`order ${order.id}`, order) : notFound('There is no such payment.')
}

/** The name may be unknown, or have cost nothing of its own in an order that was paid. */
async function noFee(db: Db, name: string): Promise<Refusal> {
  const [held] = await db
    .select({ order: orders })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .where(eq(domains.name, name))
    .orderBy(sql`${domains.releasedAt} desc nulls first`, desc(domains.createdAt))
    .limit(1)
  if (!held) return notFound(`No order has ${name}, or had it.`)
  if (await wasPaidFor(db, held.order.id))
    return new Refusal(
      404,
      'not_found',
      `No fee was paid for ${name} itself. To give something back, refund what its order was paid with.`,
      { command: `refund --order ${held.order.id}` },
    )
  return unpaid(name, held.order)
}

/** An order that stands without a payment was brought in, and paid for elsewhere: its money is not looked for here. */
const unpaid = (what: string, { paidAt }: typeof orders.$inferSelect): Refusal =>
  notFound(
    paidAt === null
      ? `Nothing was paid for ${what}.`
      : `Nothing was paid here for ${what}. What a subscription was charged is refunded with --invoice.`,
  )

const ofOrder = async (db: Db, { orderId, reason }: RefundOrder): Promise<string | undefined> =>
  orderId === undefined ? undefined : paymentOfOrder(db, orderId, reason)

/** What was paid last for a name, by any of its holders. */
async function latestFee(db: Db, name: string, lock: boolean): Promise<Fee | undefined> {
  const held = await db.select({ id: domains.id }).from(domains).where(eq(domains.name, name))
  const [fee] = await feesOf(
    db,
    held.map(({ id }) => id),
    { lock },
  )
  return fee
}
