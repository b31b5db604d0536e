import { and, desc, eq } from 'drizzle-orm'
import { formatUsd } from '#shared/pricing.ts'
import { audit } from '../../audit.ts'
import type { Db } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { checkoutItems, checkouts, customers, domains, refunds } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { conflict, notFound, ruleBroken } from '../../http/refusal.ts'
import { bundlesPaidBy } from './bundles-paid-by.ts'
import { holdBundles } from './holds.ts'
import { payRefund } from './pay-refunds.ts'

/** What the operator wants to give back: of a checkout, of an order's, or the fee of one domain. */
export interface RefundOrder {
  checkoutId?: string
  orderId?: string
  domain?: string
  /** What is left, or the domain's fee, when absent. */
  cents?: number
  /** One refund per reason: the same order again is the same refund. */
  reason: string
}

export interface PlannedRefund {
  checkout: typeof checkouts.$inferSelect
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

/** What a refund would be, checked against what was paid and what went back already. Throws a `Refusal`. */
export async function planRefund(db: Db, order: RefundOrder, lock = false): Promise<PlannedRefund> {
  const { checkout, email, domainId, feeCents } = await findPayment(db, order)
  if (lock) await db.select().from(checkouts).where(eq(checkouts.id, checkout.id)).for('update')
  const past = await db.select().from(refunds).where(eq(refunds.checkoutId, checkout.id))
  const known = past.find((refund) => refund.domainId === domainId && refund.reason === order.reason)
  const paidCents = checkout.paidCents ?? 0
  const refundedCents = past.reduce((sum, refund) => sum + refund.cents, 0)
  const left = paidCents - refundedCents
  const cents = known?.cents ?? order.cents ?? Math.min(feeCents ?? left, left)
  if (!known) {
    if (left <= 0) throw conflict(`All of ${formatUsd(paidCents)} has been refunded already.`)
    if (cents <= 0 || cents > left) throw ruleBroken(`At most ${formatUsd(left)} can be refunded.`)
  }
  const isWhole = refundedCents + (known ? 0 : cents) === paidCents
  const heldBundles = isWhole ? await bundlesPaidBy(db, checkout) : []
  return { checkout, email, domainId, cents, paidCents, refundedCents, known, heldBundles }
}

/** Refunds it, once however often it is ordered, and holds what is not paid for any more. */
export async function refund(deps: Dependencies, order: RefundOrder): Promise<PlannedRefund> {
  const { planned, id } = await deps.db.transaction(async (tx) => {
    const planned = await planRefund(tx, order, true)
    const { checkout, domainId, cents, known, heldBundles } = planned
    const id = known?.id ?? newId('refund')
    if (!known) {
      await tx.insert(refunds).values({ id, checkoutId: checkout.id, domainId, reason: order.reason, cents })
      await audit(tx, {
        customerId: checkout.customerId,
        actor: 'operator',
        action: 'refund.ordered',
        subject: id,
        data: { checkout: checkout.id, cents, reason: order.reason },
      })
    }
    await holdBundles(deps, tx, heldBundles, 'refund')
    return { planned, id }
  })
  await payRefund(deps, id)
  return planned
}

async function findPayment(db: Db, { checkoutId, orderId, domain }: RefundOrder) {
  const [row] = await db
    .select({
      checkout: checkouts,
      email: customers.email,
      domainId: domains.id,
      feeCents: checkoutItems.netCents,
    })
    .from(checkouts)
    .innerJoin(customers, eq(customers.id, checkouts.customerId))
    .innerJoin(checkoutItems, eq(checkoutItems.checkoutId, checkouts.id))
    .leftJoin(domains, eq(domains.id, checkoutItems.domainId))
    .where(
      and(
        eq(checkouts.status, 'paid'),
        checkoutId === undefined ? undefined : eq(checkouts.id, checkoutId),
        orderId === undefined ? undefined : eq(checkouts.orderId, orderId),
        domain === undefined ? undefined : eq(domains.name, domain),
      ),
    )
    .orderBy(desc(checkouts.paidAt))
    .limit(1)
  if (!row) throw notFound('There is no such payment.')
  return domain === undefined ? { ...row, domainId: null, feeCents: undefined } : row
}
