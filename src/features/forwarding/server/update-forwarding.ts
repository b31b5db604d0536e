import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { lastChange } from '#base/audit/last-change.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { bulkJobAccounts, bulkJobs, bundles, domainNames, domains } from '#base/db/schema/index.ts'
import { changedMeanwhile, notFound } from '#base/http/refusal.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { refuseBroken } from '#delivery/domains/refuse-broken.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { noteChange } from '#delivery/provisioning/note-change.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { changedMeanwhileMessages } from '#features/orders/rules/changed-meanwhile.ts'
import {
  bulkUpdatedMessage,
  type Forwarding,
  isBackgroundUpdate,
  leadThereMessage,
  updateForwardingMessages,
} from '../rules/update-forwarding.ts'
import { listUnderForwarding } from './list-under-forwarding.ts'
import { noForwardingLoops } from './refuse-forwarding-loops.ts'

type Deps = Pick<Dependencies, 'db' | 'queue' | 'config' | 'brand'>

/**
 * Sends visitors of domains elsewhere. What is wanted is written at once for all of them; the zones follow in the
 * background, and for many domains a job tells how far that is. Throws a `Refusal` when one is not the
 * customer's, is not set up, or leads elsewhere than the wish is based on: then nothing is changed.
 */
export async function updateForwarding(
  deps: Deps,
  customerId: string,
  wishes: readonly Forwarding[],
): Promise<{ message: string; unchanged?: boolean; jobId?: string }> {
  const names = wishes.map(({ domain }) => domain)
  return deps.db.transaction(async (tx) => {
    const rows = await lockRunning(tx, customerId, names)
    const before = new Map(wishes.map(({ domain, basedOn }) => [domain, basedOn]))
    if (rows.some(({ name, forwardingUrl }) => before.get(name) !== forwardingUrl)) {
      const groupIds = [...new Set(rows.map(({ bundleId }) => bundleId))]
      const changed = await lastChange(tx, customerId, groupIds, {
        actions: ['forwarding.updated'],
        productName: deps.brand.now.productName,
      })
      const forwarding = Object.fromEntries(rows.map(({ name, forwardingUrl }) => [name, forwardingUrl]))
      throw changedMeanwhile(changedMeanwhileMessages.forwarding, { forwarding, changed })
    }
    const changed = await sendElsewhere(deps, tx, customerId, rows, wishes)
    if (changed.length === 0) return { message: leadThereMessage(names), unchanged: true }
    const message = names.length > 1 ? bulkUpdatedMessage(names.length) : updateForwardingMessages.updated
    // As many as the customer chose, so that the dialog and the answer tell the same.
    return isBackgroundUpdate(names.length)
      ? { message, jobId: await trackInBackground(tx, customerId, names) }
      : { message }
  })
}

/** The running ones among a customer's domains, kept from changing until the transaction ends; all have to be. */
export async function lockRunning(tx: Db, customerId: string, names: readonly string[]) {
  const rows = await tx
    .select({
      id: domains.id,
      name: domains.name,
      bundleId: domains.bundleId,
      orderId: bundles.orderId,
      forwardingUrl: domains.forwardingUrl,
    })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(
      and(
        eq(domains.customerId, customerId),
        inArray(domains.name, [...names]),
        isRunning,
        eq(bundles.status, 'live'),
      ),
    )
    .for('update', { of: domains })
  if (rows.length !== names.length) {
    const found = new Set(rows.map(({ name }) => name))
    throw notFound(`${names.find((name) => !found.has(name))} is not among your active domains.`)
  }
  return rows
}

/**
 * Writes for locked domains where they shall lead, inside the caller's transaction. Answers which of them led elsewhere;
 * about the others nothing is written. Throws a `Refusal` where one is to lead to one of the customer's own sending
 * domains.
 */
export async function sendElsewhere(
  { queue }: Pick<Dependencies, 'queue'>,
  tx: Db,
  customerId: string,
  locked: Awaited<ReturnType<typeof lockRunning>>,
  wishes: readonly Pick<Forwarding, 'domain' | 'forwardingUrl'>[],
): Promise<string[]> {
  await refuseBroken(tx, [noForwardingLoops(customerId, { urls: wishes.map((wish) => wish.forwardingUrl) })])
  const urlOf = new Map(wishes.map(({ domain, forwardingUrl }) => [domain, forwardingUrl]))
  const rows = locked.filter(({ name, forwardingUrl }) => urlOf.get(name) !== forwardingUrl)
  const names = rows.map(({ name }) => name)
  if (names.length === 0) return names
  const alsoChanged: string[] = []
  for (const [forwardingUrl, some] of Map.groupBy(rows, (row) => required(urlOf.get(row.name), row.name))) {
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
          sql`(${domains.bundleId}, ${domains.slot}) in (select bundle_id, slot from domains
            where id = any(${sql.param(some.map(({ id }) => id))}))`,
          isNotNull(domains.replacesId),
          isNull(domains.replacedAt),
          isNull(domains.deliveredAt),
          isHeld,
          notInArray(domains.name, names),
        ),
      )
      .returning({ name: domains.name, want: domains.want })
    alsoChanged.push(...successors.filter(({ want }) => want === 'run').map(({ name }) => name))
  }
  await listUnderForwarding(tx, [...new Set(rows.map(({ orderId }) => orderId))])
  await noteChange(tx, 'forwarding', [...names, ...alsoChanged])
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
  return names
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
