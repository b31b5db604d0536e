import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { subscriptions } from '#base/db/schema/index.ts'
import { LeaseLost } from '#delivery/provisioning/lease.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { BilledSubscription } from '#vendors/ports/payments.ts'

/**
 * After its last request begins, a subscription stays so long with the worker that sets its billing: when the answer is
 * lost, or the process with it, the request may still take effect, and one that began later would be undone by it.
 */
const billingLeaseSeconds = 90
/** What is left of the lease after it is for a request that we have given up and the payment provider has not. */
const longestCallMs = 30_000

export interface BillingLease {
  /** For every request: renews the lease; refuses when it is lost. */
  beforeCall: NonNullable<CallContext['beforeCall']>
  /**
   * Notes what is billed now. Returns whether that is the end, and the lease given back: what was changed since is to be
   * billed next. Where a renewal waits for a pause to end, it is due again when its time is over.
   */
  noteBilled(present: BilledSubscription): Promise<boolean>
  release(): Promise<void>
}

/** Free to be taken: nobody has it, or not any more. */
export const isFree = or(isNull(subscriptions.billingLease), lt(subscriptions.billingLeaseUntil, sql`now()`))

/**
 * Takes a subscription whose billing is due for one worker, by a token in its row. Undefined when nothing is due, or
 * while someone else has it, who looks again before they give it back. No connection is held meanwhile.
 */
export async function takeBillingLease(db: Db, subscriptionId: string): Promise<BillingLease | undefined> {
  const token = randomUUID()
  const until = sql`now() + make_interval(secs => ${billingLeaseSeconds})`
  const itself = eq(subscriptions.stripeId, subscriptionId)
  const own = and(itself, eq(subscriptions.billingLease, token))
  const [taken] = await db
    .update(subscriptions)
    .set({ billingLease: token, billingLeaseUntil: until })
    .where(and(itself, isNotNull(subscriptions.billingDueAt), isFree))
    .returning({ rev: subscriptions.billingRev })
  if (!taken) return undefined
  let { rev } = taken
  /** Someone else has set it meanwhile, and which of us came last is not known. */
  const lost = async () => {
    await db.update(subscriptions).set(nowDue).where(itself)
    return new LeaseLost(subscriptionId)
  }

  return {
    async beforeCall() {
      const at = performance.now()
      const renewed = await db
        .update(subscriptions)
        .set({ billingLeaseUntil: until })
        .where(own)
        .returning({ id: subscriptions.stripeId })
      // The answer may have been read long after it came: by a process that was stopped meanwhile.
      if (renewed.length === 0 || performance.now() > at + longestCallMs) throw await lost()
      return { remainingMs: longestCallMs }
    },

    async noteBilled({ status, heldUntil = null }) {
      const isLatest = sql`${subscriptions.billingRev} = ${rev}`
      const [row] = await db
        .update(subscriptions)
        .set({
          billingDueAt: sql`case when ${isLatest} then ${heldUntil}::timestamptz else ${subscriptions.billingDueAt} end`,
          billingLease: sql`case when ${isLatest} then null else ${subscriptions.billingLease} end`,
          chargeAsked: sql`case when ${isLatest} then null else ${subscriptions.chargeAsked} end`,
          billedAt: new Date(),
          status,
        })
        .where(own)
        .returning({ rev: subscriptions.billingRev, lease: subscriptions.billingLease })
      if (!row) {
        throw await lost()
      }
      rev = row.rev
      return row.lease === null
    },

    async release() {
      await db.update(subscriptions).set({ billingLease: null }).where(own)
    },
  }
}

/**
 * Whatever is set at the payment provider by then is to be looked at again. Counted, since of two changes the one whose
 * transaction began first may be the later one. What is due already has been so since it was: so long it could not be set.
 */
export const nowDue = {
  billingDueAt: sql`least(${subscriptions.billingDueAt}, date_trunc('milliseconds', now()))`,
  billingRev: sql`${subscriptions.billingRev} + 1`,
}
