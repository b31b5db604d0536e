import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { domainHealth, domains, healthActs } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { changedMeanwhile } from '#delivery/domains/lock-places.ts'
import { isOutdated } from '#delivery/domains/outdated-health.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { allocateMailboxes } from '#delivery/provisioning/allocate-mailboxes.ts'
import { appendEvent } from '#delivery/provisioning/events.ts'
import { noteChange } from '#delivery/provisioning/note-change.ts'
import { listUnderForwarding } from '#features/forwarding/server/list-under-forwarding.ts'
import { isStoppedNow } from '#features/health/rules/account-matter.ts'
import { type ActBy, actingStates } from '#features/health/rules/acts.ts'
import { dropActs, joinInSteps } from '#features/health/server/acts/join.ts'
import { isFileTool, type SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { joiningShare, spareSentences } from '../rules/spares.ts'
import type { PoolDomain } from './read-pools.ts'

type Holding = typeof domains.$inferSelect

/** A domain that sends, and the spare that is to take its place. */
export interface Exchange {
  original: Holding
  spare: Holding
  tool: SendingToolId
  by: ActBy
}

/**
 * The two exchange their places, people and addresses stay: the spare leads where the other one did and begins to send;
 * the other one falls in the reserve, and waits there for a domain to be bought in its place. Both groups stay whole,
 * so nothing changes about what is paid. Inside a transaction that has locked both groups; wakes nobody yet.
 */
export async function exchangePlaces(
  deps: Pick<Dependencies, 'secrets'>,
  tx: Db,
  { original, spare, tool, by }: Exchange,
): Promise<void> {
  const { customerId } = original
  const fallShare = await shareLeft(tx, original.id)
  // Out of the way first: a slot has one running domain.
  await tx
    .update(domains)
    .set({ slot: sql`-1 - ${domains.slot}` })
    .where(eq(domains.id, original.id))
  const [joined] = await tx
    .update(domains)
    .set({ bundleId: original.bundleId, slot: original.slot, forwardingUrl: original.forwardingUrl })
    .where(eq(domains.id, spare.id))
    .returning()
  const [spent] = await tx
    .update(domains)
    .set({ bundleId: spare.bundleId, slot: spare.slot, spentAt: sql`now()`, fallShare })
    .where(eq(domains.id, original.id))
    .returning()
  if (!joined || !spent) throw new Error(`${spare.name} and ${original.name} are not there`)
  for (const { id, bundleId } of [joined, spent]) await namePeople(tx, id, bundleId)
  // Where their groups divide mailboxes in another way, they follow.
  await allocateMailboxes(tx, deps.secrets, [joined, spent])
  if (spare.forwardingUrl !== original.forwardingUrl) await noteChange(tx, 'forwarding', [spare.name])
  await dropActs(tx, [original.id, spare.id])
  const isLimited = !isFileTool(tool)
  if (isLimited)
    await joinInSteps(tx, {
      domainId: spare.id,
      customerId,
      why: `It takes the place of ${original.name}.`,
      by,
    })
  const happening = { customerId, kind: 'spare.used' }
  await appendEvent(tx, {
    ...happening,
    domainId: spare.id,
    name: spare.name,
    sentence: isLimited
      ? spareSentences.took(original.name, joiningShare)
      : spareSentences.tookInFile(original.name),
  })
  await appendEvent(tx, {
    ...happening,
    domainId: original.id,
    name: original.name,
    sentence: isLimited
      ? spareSentences.spent(spare.name, fallShare, tool)
      : spareSentences.spentInFile(spare.name, fallShare === 0),
  })
  await audit(tx, {
    customerId,
    actor: by,
    action: 'domain.spare_used',
    subject: original.bundleId,
    data: { from: original.name, to: spare.name },
  })
}

/** Hundredths of its cold mail from which it falls: what it sends now, and none where a gate of its health demands that. */
async function shareLeft(tx: Db, domainId: string): Promise<number> {
  const [health] = await tx.select().from(domainHealth).where(eq(domainHealth.domainId, domainId))
  if (health && isStoppedNow({ ...health, isOutdated: isOutdated(health) })) return 0
  const [act] = await tx
    .select({ share: healthActs.share })
    .from(healthActs)
    .where(and(eq(healthActs.domainId, domainId), inArray(healthActs.state, actingStates)))
  return act?.share ?? 100
}

/**
 * Its mailboxes belong to the people of the same names in their new group, and one that was swapped counts there in the
 * share of the same person as before.
 */
async function namePeople(tx: Db, domainId: string, bundleId: string): Promise<void> {
  for (const column of [sql`persona_id`, sql`counts_for_id`])
    await tx.execute(sql`
    update mailboxes m set ${column} = now_called.id
    from personas was_called, personas now_called
    where m.domain_id = ${domainId} and m.want <> 'purged' and was_called.id = m.${column}
      and was_called.bundle_id <> ${bundleId} and was_called.removed_at is null
      and now_called.bundle_id = ${bundleId} and now_called.removed_at is null
      and lower(now_called.first_name || ' ' || now_called.last_name) = lower(was_called.first_name || ' ' || was_called.last_name)`)
}

/** The orders of both lead where all of their domains do. */
export async function listExchanged(tx: Db, bundleIds: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ orderId: string }>(
    sql`select distinct order_id as "orderId" from bundles where id = any(${sql.param([...bundleIds])}::text[])`,
  )
  await listUnderForwarding(
    tx,
    rows.map(({ orderId }) => orderId),
  )
}

/**
 * These domains as they are now, locked, in the order given. Throws a `Refusal` when one is not in its group any more, or no
 * longer wanted there: whoever proves to own a name, or takes one down, does not ask for the group.
 */
export async function lockDomains<
  const Places extends readonly Pick<PoolDomain, 'id' | 'domain' | 'groupId'>[],
>(tx: Db, places: Places): Promise<{ [P in keyof Places]: Holding }> {
  const rows = await tx
    .select()
    .from(domains)
    .where(
      and(
        inArray(
          domains.id,
          places.map(({ id }) => id),
        ),
        isRunning,
        isNull(domains.replacedAt),
        isNull(domains.takenAt),
      ),
    )
    .orderBy(domains.id)
    .for('update')
  const asTheyAre = places.map((place) => {
    const row = rows.find(({ id, bundleId }) => id === place.id && bundleId === place.groupId)
    if (!row) throw changedMeanwhile(place.domain)
    return row
  })
  return asTheyAre as { [P in keyof Places]: Holding }
}
