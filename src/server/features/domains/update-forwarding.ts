import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import {
  bulkUpdatedMessage,
  type Forwarding,
  isBackgroundUpdate,
  updateForwardingMessages,
} from '#shared/update-forwarding.ts'
import { audit } from '../../audit.ts'
import type { Db } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { bulkJobAccounts, bulkJobs, bundles, domainNames, domains, orders } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notFound } from '../../http/refusal.ts'
import { notifyCustomer } from '../../provisioning/events.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'

/**
 * Sends visitors of domains elsewhere. What is wanted is written at once for all of them; the zones follow in the
 * background, and for many domains a job tells how far that is. Throws a `Refusal` when one is not the
 * customer's, or is not set up.
 */
export async function updateForwarding(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  customerId: string,
  wishes: readonly Forwarding[],
): Promise<{ message: string; jobId?: string }> {
  const names = wishes.map(({ domain }) => domain)
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: domains.id, name: domains.name, bundleId: domains.bundleId, orderId: bundles.orderId })
      .from(domains)
      .innerJoin(bundles, eq(bundles.id, domains.bundleId))
      .where(
        and(
          eq(domains.customerId, customerId),
          inArray(domains.name, names),
          eq(domains.want, 'run'),
          isNull(domains.releasedAt),
          eq(bundles.status, 'live'),
        ),
      )
      .for('update', { of: domains })
    if (rows.length !== names.length) {
      const found = new Set(rows.map(({ name }) => name))
      throw notFound(`${names.find((name) => !found.has(name))} is not among your active domains.`)
    }
    const urlOf = new Map(wishes.map(({ domain, forwardingUrl }) => [domain, forwardingUrl]))
    const alsoChanged: string[] = []
    for (const [forwardingUrl, some] of Map.groupBy(rows, (row) => urlOf.get(row.name) as string)) {
      await tx
        .update(domains)
        .set({ forwardingUrl })
        .where(
          inArray(
            domains.id,
            some.map(({ id }) => id),
          ),
        )
      // What is about to take their place leads where they do.
      const successors = await tx
        .update(domains)
        .set({ forwardingUrl })
        .where(
          and(
            inArray(
              domains.replacesId,
              some.map(({ id }) => id),
            ),
            isNull(domains.releasedAt),
            notInArray(domains.name, names),
          ),
        )
        .returning({ name: domains.name, want: domains.want })
      alsoChanged.push(...successors.filter(({ want }) => want === 'run').map(({ name }) => name))
    }
    await followOrders(tx, [...new Set(rows.map(({ orderId }) => orderId))])
    await raiseWanted(tx, queue, [...names, ...alsoChanged])
    for (const bundleId of new Set(rows.map((row) => row.bundleId))) {
      const changed = rows.filter((row) => row.bundleId === bundleId).map(({ name }) => name)
      await audit(tx, {
        customerId,
        actor: 'customer',
        action: 'forwarding.updated',
        subject: bundleId,
        data: { domains: changed },
      })
    }
    await notifyCustomer(tx, customerId)
    const message = names.length > 1 ? bulkUpdatedMessage(names.length) : updateForwardingMessages.updated
    return isBackgroundUpdate(names.length)
      ? { message, jobId: await trackInBackground(tx, customerId, names) }
      : { message }
  })
}

/** An order is listed under the address that all of its running domains lead to. */
async function followOrders(tx: Db, orderIds: readonly string[]): Promise<void> {
  for (const orderId of orderIds) {
    const urls = await tx
      .selectDistinct({ url: domains.forwardingUrl })
      .from(domains)
      .innerJoin(bundles, eq(bundles.id, domains.bundleId))
      .where(and(eq(bundles.orderId, orderId), eq(domains.want, 'run'), isNull(domains.replacedAt)))
    const [only, ...others] = urls
    if (only && others.length === 0)
      await tx.update(orders).set({ forwardingUrl: only.url }).where(eq(orders.id, orderId))
  }
}

/** Each name counts as finished once the reconciler has reached the rev that this change raised. */
async function trackInBackground(tx: Db, customerId: string, names: readonly string[]): Promise<string> {
  const id = newId('bulkJob')
  const revs = await tx
    .select({ name: domainNames.name, rev: domainNames.wantedRev })
    .from(domainNames)
    .where(inArray(domainNames.name, [...names]))
  await tx.insert(bulkJobs).values({
    id,
    customerId,
    tool: 'forwarding',
    operation: 'update-forwarding',
    status: 'running',
    startedAt: new Date(),
  })
  await tx
    .insert(bulkJobAccounts)
    .values(revs.map(({ name, rev }, position) => ({ jobId: id, account: name, position, data: { rev } })))
  return id
}
