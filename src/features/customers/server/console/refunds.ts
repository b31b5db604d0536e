import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Db } from '#base/db/client.ts'
import { refunds } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunningAs } from '#delivery/domains/running.ts'
import { planRefund, refund } from '#features/refunds/server/order-refund.ts'
import { paymentOf, type RefundOf } from '#features/refunds/server/paid-payment.ts'
import { refundAgain } from '#features/refunds/server/unsettled-refunds.ts'
import type { RefundPlan } from '../../api/console-customer-payments.ts'
import { customerActMessages, type refundBody } from '../../rules/customer-acts.ts'

type RefundBody = z.output<typeof refundBody>

/** Throws a `Refusal` for a payment of someone else's. */
async function refuseOthers(db: Db, customerId: string, of: RefundBody['of']): Promise<void> {
  if (!(await isTheirs(db, customerId, { checkoutId: null, invoiceId: null, ...of })))
    throw notFound(customerActMessages.noPayment)
}

const isTheirs = async (db: Db, customerId: string, of: RefundOf): Promise<boolean> =>
  (await paymentOf(db, of))?.customerId === customerId

/** What a refund would give back and stop. Throws a `Refusal` for one that cannot be. */
export async function planned(
  deps: Pick<Dependencies, 'db' | 'vendors'>,
  customerId: string,
  body: RefundBody,
): Promise<RefundPlan> {
  const { db } = deps
  await refuseOthers(db, customerId, body.of)
  const { cents, paidCents, refundedCents, known, heldBundles } = await planRefund(deps, orderOf(body))
  const { rows } = await db.execute<{ domains: number; mailboxes: number }>(sql`
    select count(distinct d.id)::int as domains, count(m.id)::int as mailboxes
    from domains d left join mailboxes m on m.domain_id = d.id and m.want <> 'purged' and m.external_id is not null
    where d.bundle_id = any(${sql.param(heldBundles)}) and ${isRunningAs('d')}`)
  return {
    cents,
    paidCents,
    refundedCents: refundedCents - (known?.cents ?? 0),
    isKnown: known !== undefined,
    groups: heldBundles.length,
    domains: rows[0]?.domains ?? 0,
    mailboxes: rows[0]?.mailboxes ?? 0,
  }
}

/** Gives it back, once however often it is asked for. Returns what came of it, as a sentence. */
export async function giveBack(deps: Dependencies, customerId: string, body: RefundBody): Promise<string> {
  await refuseOthers(deps.db, customerId, body.of)
  const { cents, known, isTaken } = await refund(deps, orderOf(body))
  if (!isTaken)
    return `${formatUsd(cents)} is owed: Stripe did not take the refund just now. We retry every five minutes, so do not refund it another way.`
  return known?.stripeRefundId
    ? `${formatUsd(cents)} was refunded for this reason before. Nothing was paid again.`
    : `${formatUsd(cents)} goes back to the card it came from.`
}

/** Has one that failed paid once more. Returns what came of it, as a sentence. Throws a `Refusal` for someone else's. */
export async function giveBackAgain(
  deps: Dependencies,
  customerId: string,
  refundId: string,
): Promise<string> {
  const [known] = await deps.db.select().from(refunds).where(eq(refunds.id, refundId))
  if (!known || !(await isTheirs(deps.db, customerId, known))) throw notFound(customerActMessages.noRefund)
  return (await refundAgain(deps, refundId)).message
}

const orderOf = ({ of, cents, reason }: RefundBody) => ({
  ...of,
  reason,
  ...(cents !== undefined && { cents }),
})
