import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { checkouts, customers, refunds } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { subjectsOf } from '../checkout/subjects-of.ts'
import { payRefund } from './pay-refunds.ts'
import { tellOfRefunds } from './tell-of-refunds.ts'

export interface UnsettledRefund {
  id: string
  cents: number
  reason: string
  email: string
  checkoutId: string
  stripeRefundId: string | null
  outcome: (typeof refunds.$inferSelect)['outcome']
  failure: string | null
  since: Date
}

/** Money that is to go back and has not arrived, as far as is known, the oldest first. */
export async function unsettledRefunds(db: Db): Promise<UnsettledRefund[]> {
  const rows = await db
    .select({ refund: refunds, email: customers.email })
    .from(refunds)
    .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .innerJoin(customers, eq(customers.id, checkouts.customerId))
    .where(or(isNull(refunds.stripeRefundId), inArray(refunds.outcome, ['pending', 'failed'])))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  return rows.map(({ refund, email }) => ({
    id: refund.id,
    cents: refund.cents,
    reason: refund.reason,
    email,
    checkoutId: refund.checkoutId,
    stripeRefundId: refund.stripeRefundId,
    outcome: refund.outcome,
    failure: refund.failure,
    since: refund.createdAt,
  }))
}

/** Has a refund that failed paid to the card once more, under an id of its own. Throws a `Refusal`. */
export async function refundAgain(deps: Dependencies, refundId: string): Promise<{ cents: number }> {
  const made = await deps.db.transaction(async (tx) => {
    const failed = await endFailed(tx, refundId, 'again')
    const id = newId('refund')
    const reason = `${failed.reason} (after ${failed.stripeRefundId})`
    await tx.insert(refunds).values({
      id,
      checkoutId: failed.checkoutId,
      domainId: failed.domainId,
      cents: failed.cents,
      cause: failed.cause,
      reason,
    })
    return { id, checkoutId: failed.checkoutId, cents: failed.cents }
  })
  await payRefund(deps, made.id)
  await tellOfRefunds(deps, made.checkoutId)
  return made
}

/** Notes that the money of a refund that failed was given in another way. Throws a `Refusal`. */
export async function settleRefund(
  { db }: Pick<Dependencies, 'db'>,
  refundId: string,
  how: string,
): Promise<{ cents: number }> {
  return db.transaction(async (tx) => {
    const failed = await endFailed(tx, refundId, 'settled')
    const [checkout] = await tx.select().from(checkouts).where(eq(checkouts.id, failed.checkoutId))
    if (checkout)
      await audit(tx, {
        customerId: checkout.customerId,
        actor: 'operator',
        action: 'refund.settled',
        subject: refundId,
        data: { cents: failed.cents, how, about: await subjectsOf(tx, checkout) },
      })
    return failed
  })
}

async function endFailed(tx: Db, refundId: string, outcome: 'again' | 'settled') {
  const [ended] = await tx
    .update(refunds)
    .set({ outcome })
    .where(and(eq(refunds.id, refundId), eq(refunds.outcome, 'failed')))
    .returning()
  if (ended) return ended
  const [present] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
  if (!present) throw notFound('There is no such refund.')
  throw conflict('This refund has not failed, or was settled since.')
}
