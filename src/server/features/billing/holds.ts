import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type GroupHold, holdKeeps, holdWords, pausesBilling } from '#shared/order-holds.ts'
import { groupHolds } from '#shared/order-status.ts'
import { audit } from '../../audit.ts'
import type { Db } from '../../db/client.ts'
import { groupSettings } from '../../db/group-settings.ts'
import { bundles, customers, domains, orders } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notifyCustomer } from '../../provisioning/events.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'
import { raiseBilling } from './sync-billing.ts'

/** What a hold, or its end, tells and wakes. */
export type HoldDependencies = Pick<Dependencies, 'queue' | 'outbox' | 'config'>

type Changed = Pick<
  typeof bundles.$inferSelect,
  'id' | 'customerId' | 'orderId' | 'subscriptionId' | 'hold' | 'holdSince'
>
const changed = {
  id: bundles.id,
  customerId: bundles.customerId,
  orderId: bundles.orderId,
  subscriptionId: bundles.subscriptionId,
  hold: bundles.hold,
  holdSince: bundles.holdSince,
}

const unbilled = groupHolds.filter(pausesBilling)

/**
 * Stops live bundles: their mailboxes, and where the hold says so their billing. The customer is told by mail and in
 * the activity. One that is on hold already stays so, but for a refused renewal, which its customer could mend alone.
 * Answers the ids of those that changed.
 */
export async function holdBundles(
  deps: HoldDependencies,
  tx: Db,
  bundleIds: readonly string[],
  hold: GroupHold,
  /** Holds that this one comes after: a dispute that was lost is a payment that went back. */
  after: readonly GroupHold[] = [],
): Promise<string[]> {
  if (bundleIds.length === 0) return []
  const held = await tx
    .update(bundles)
    // One that was not billed before is so since then.
    .set({
      hold,
      holdSince: sql`case when ${inArray(bundles.hold, unbilled)} then ${bundles.holdSince} else now() end`,
    })
    .where(
      and(
        inArray(bundles.id, [...bundleIds]),
        eq(bundles.status, 'live'),
        or(
          isNull(bundles.hold),
          hold === 'past_due' ? undefined : eq(bundles.hold, 'past_due'),
          after.length > 0 ? inArray(bundles.hold, [...after]) : undefined,
        ),
      ),
    )
    .returning(changed)
  await follow(deps, tx, held, 'order.held', { hold }, (company) => ({
    subject: `Your order for ${company} is on hold`,
    text: [holdWords[hold].why, holdKeeps, holdWords[hold].billing, holdWords[hold].next].join(' '),
  }))
  return held.map(({ id }) => id)
}

/**
 * Lets bundles run and be billed again that are on one of these holds. `billing` is how their customer is told that they
 * are paid for. Answers the ids of those that changed.
 */
export async function releaseBundles(
  deps: HoldDependencies,
  tx: Db,
  bundleIds: readonly string[],
  from: readonly GroupHold[],
  {
    actor = 'system',
    billing = 'It is billed as before.',
  }: { actor?: 'system' | 'operator'; billing?: string } = {},
): Promise<string[]> {
  if (bundleIds.length === 0 || from.length === 0) return []
  const before = await tx
    .select(changed)
    .from(bundles)
    .where(
      and(inArray(bundles.id, [...bundleIds]), eq(bundles.status, 'live'), inArray(bundles.hold, [...from])),
    )
    .orderBy(asc(bundles.id))
    .for('update')
  if (before.length === 0) return []
  const ids = before.map(({ id }) => id)
  await tx.update(bundles).set({ hold: null, holdSince: null }).where(inArray(bundles.id, ids))
  await follow(deps, tx, before, 'order.released', { actor }, (company) => ({
    subject: `Your order for ${company} goes on`,
    text: `It is not on hold any more: its mailboxes are switched on again. ${billing}`,
  }))
  return ids
}

/** What comes with either change, in its transaction. */
async function follow(
  deps: HoldDependencies,
  tx: Db,
  rows: readonly Changed[],
  action: 'order.held' | 'order.released',
  { actor = 'system', hold }: { actor?: 'system' | 'operator'; hold?: GroupHold },
  words: (company: string) => { subject: string; text: string },
): Promise<void> {
  if (rows.length === 0) return
  const names = await tx
    .select({ name: domains.name })
    .from(domains)
    .where(
      and(
        inArray(
          domains.bundleId,
          rows.map(({ id }) => id),
        ),
        isNull(domains.releasedAt),
      ),
    )
  await raiseWanted(
    tx,
    deps.queue,
    names.map(({ name }) => name),
    // Somebody wants it to stop, or to go on, as with a suspension. A refused renewal has had days.
    { urgent: rows.some((row) => pausesBilling(hold ?? row.hold)) },
  )
  for (const row of rows)
    await audit(tx, {
      customerId: row.customerId,
      actor: hold === 'operator' ? 'operator' : actor,
      action,
      subject: row.id,
      data: { hold: hold ?? row.hold },
    })
  const billed = rows
    .filter((row) => pausesBilling(hold ?? row.hold))
    .flatMap((row) => row.subscriptionId ?? [])
  for (const subscriptionId of new Set(billed)) await raiseBilling(tx, deps, subscriptionId)
  // That a renewal is paid is told with the payment.
  const told = rows.filter((row) => hold || row.hold !== 'past_due')
  await mailOwners(deps, tx, told, action, words)
  for (const customerId of new Set(rows.map((row) => row.customerId))) await notifyCustomer(tx, customerId)
}

/** One mail for each order and organisation. */
async function mailOwners(
  { outbox, config }: HoldDependencies,
  tx: Db,
  rows: readonly Changed[],
  action: string,
  words: (company: string) => { subject: string; text: string },
): Promise<void> {
  if (rows.length === 0) return
  const owners = await tx
    .select({
      orderId: orders.id,
      company: groupSettings.company,
      email: customers.email,
      name: customers.name,
      // Each time it happens is told.
      rev: sql<string>`max(${bundles.rev})`,
    })
    .from(bundles)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        inArray(
          bundles.id,
          rows.map(({ id }) => id),
        ),
        // Nothing goes on for whoever is suspended.
        action === 'order.released' ? isNull(customers.suspendedAt) : undefined,
      ),
    )
    .groupBy(orders.id, groupSettings.company, customers.id)
  for (const { orderId, company, email, name, rev } of owners) {
    const { subject, text } = words(company)
    await outbox.put(tx, {
      key: `${action}:${orderId}:${company}:${rev}`,
      to: email,
      subject,
      text: `Hello ${name},\n\n${text}\n\nSee your order: ${config.publicUrl}/dashboard`,
    })
  }
}
