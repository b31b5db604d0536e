import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { mailboxRetentionDays, type PlanId, planIds, renewalGraceDays } from '#shared/catalog.ts'
import type { Db } from '../../db/client.ts'
import { databaseNow } from '../../db/database-now.ts'
import { bundles, customers, domains, subscriptions } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentSubscription } from '../../providers/ports/payments.ts'
import { notifyCustomer } from '../../provisioning/events.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'

/**
 * Reads a subscription at the payment provider again and brings our rows in line: idempotent, whatever event
 * came first or twice.
 */
export async function syncSubscription(deps: Dependencies, subscriptionId: string): Promise<void> {
  const present = await deps.vendors.payments.readSubscription(subscriptionId)
  const now = await databaseNow(deps.db)
  await deps.db.transaction((tx) => settle(deps, tx, present, now))
}

async function settle(deps: Dependencies, tx: Db, present: PaymentSubscription, now: number): Promise<void> {
  const id = present.subscriptionId
  const [customer] = await tx
    .select()
    .from(customers)
    .where(eq(customers.stripeCustomerId, present.customerExternalId))
  if (!customer) return
  await tx
    .insert(subscriptions)
    .values({ stripeId: id, customerId: customer.id, status: present.status })
    .onConflictDoNothing()
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.stripeId, id)).for('update')
  if (!row) return

  const failsNow = present.status === 'past_due'
  const graceUntil = failsNow ? (row.graceUntil ?? new Date(now + renewalGraceDays * 24 * 3600_000)) : null
  await tx
    .update(subscriptions)
    .set({
      status: present.status,
      periodEnd: present.periodEnd ?? row.periodEnd,
      graceUntil,
      syncedAt: new Date(),
    })
    .where(eq(subscriptions.stripeId, id))

  const isNews =
    graceUntil?.getTime() !== row.graceUntil?.getTime() ||
    (present.periodEnd && present.periodEnd.getTime() !== row.periodEnd?.getTime())
  if (isNews) await notifyCustomer(tx, customer.id)

  if (failsNow && graceUntil) {
    await deps.outbox.put(tx, {
      key: `renewal-failed:${id}:${present.periodEnd?.toISOString()}`,
      to: customer.email,
      subject: 'Your payment did not go through',
      text: `Hello ${customer.name},\n\nyour card was refused for the renewal of your inboxes. They go on until ${graceUntil.toISOString().slice(0, 10)}; after that they are paused until it is paid. Nothing is deleted.\n\nPlease change your card in the payment portal: ${deps.config.publicUrl}/dashboard`,
    })
    if (graceUntil.getTime() <= now) await setHold(deps, tx, customer.id, id, true)
  }
  if (present.status === 'active') {
    await setHold(deps, tx, customer.id, id, false)
    // While our own change is still on its way there, a difference means nothing.
    if (!row.billingDueAt) await compareQuantities(deps, tx, present, row.flaggedAt)
  }
  if (present.status === 'ended') await endBundles(deps, tx, customer.id, id)
}

/** Stops or resumes what a subscription pays for. Other holds (dispute, refund, operator) stay as they are. */
async function setHold(
  deps: Dependencies,
  tx: Db,
  customerId: string,
  subscriptionId: string,
  isHeld: boolean,
): Promise<void> {
  const changed = await tx
    .update(bundles)
    .set(isHeld ? { hold: 'past_due', holdSince: new Date() } : { hold: null, holdSince: null })
    .where(
      and(
        eq(bundles.subscriptionId, subscriptionId),
        eq(bundles.status, 'live'),
        isHeld ? isNull(bundles.hold) : eq(bundles.hold, 'past_due'),
      ),
    )
    .returning({ id: bundles.id })
  for (const { id } of changed) await wakeBundle(deps, tx, id)
  if (changed.length > 0) await notifyCustomer(tx, customerId)
}

async function wakeBundle({ queue }: Dependencies, tx: Db, bundleId: string): Promise<void> {
  const held = await tx
    .select({ name: domains.name })
    .from(domains)
    .where(and(eq(domains.bundleId, bundleId), isNull(domains.releasedAt)))
  await raiseWanted(
    tx,
    queue,
    held.map(({ name }) => name),
  )
}

/** Somebody changed a quantity at the provider: nothing is changed here, a person looks at it. */
async function compareQuantities(
  deps: Dependencies,
  tx: Db,
  present: PaymentSubscription,
  flaggedAt: Date | null,
): Promise<void> {
  const live = await tx
    .select({ plan: bundles.plan, count: count() })
    .from(bundles)
    .where(and(eq(bundles.subscriptionId, present.subscriptionId), eq(bundles.status, 'live')))
    .groupBy(bundles.plan)
  const ours = new Map<PlanId, number>(live.map((each) => [each.plan, each.count]))
  const differs = planIds.some((plan) => (present.quantities[plan] ?? 0) !== (ours.get(plan) ?? 0))
  if (differs === (flaggedAt !== null)) return
  await tx
    .update(subscriptions)
    .set({ flaggedAt: differs ? new Date() : null })
    .where(eq(subscriptions.stripeId, present.subscriptionId))
  if (!differs) return
  const told = (quantities: Iterable<[string, number]>) =>
    [...quantities].map(([plan, n]) => `${n} ${plan}`).join(', ') || 'nothing'
  await deps.alert(tx, {
    key: `quantity:${present.subscriptionId}:${told(Object.entries(present.quantities) as [string, number][])}`,
    subject: 'A subscription differs from what is served',
    text: `${present.subscriptionId}: billed ${told(Object.entries(present.quantities) as [string, number][])}, served ${told(ours)}.`,
  })
}

/** A subscription that ended pays for nothing any more: its bundles are cancelled, as if by the customer. */
async function endBundles(
  deps: Dependencies,
  tx: Db,
  customerId: string,
  subscriptionId: string,
): Promise<void> {
  const ended = await tx
    .update(bundles)
    .set({
      status: 'cancelled',
      cancelledAt: sql`coalesce(${bundles.cancelledAt}, now())` as never,
      cancelReason: sql`coalesce(${bundles.cancelReason}, 'Subscription ended')` as never,
    })
    .where(and(eq(bundles.subscriptionId, subscriptionId), eq(bundles.status, 'live')))
    .returning({ id: bundles.id })
  for (const { id } of ended) await retireBundle(deps, tx, id)
  if (ended.length > 0) await notifyCustomer(tx, customerId)
}

/** Takes down everything a bundle runs; what is purged waits for the time of grace. */
export async function retireBundle(
  { queue }: Pick<Dependencies, 'queue'>,
  tx: Db,
  bundleId: string,
): Promise<void> {
  const retired = await tx
    .update(domains)
    .set({
      want: 'retire',
      status: 'cancelled',
      statusNote: null,
      retireAt: sql`now() + make_interval(days => ${mailboxRetentionDays})` as never,
    })
    .where(and(eq(domains.bundleId, bundleId), isNull(domains.releasedAt), eq(domains.want, 'run')))
    .returning({ name: domains.name })
  await raiseWanted(
    tx,
    queue,
    retired.map(({ name }) => name),
  )
}
