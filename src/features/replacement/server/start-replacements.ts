import { and, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domains } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import { fillMessage } from '#base/text/message.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeldAs, isHeldUnpaid } from '#delivery/domains/held.ts'
import { allocateMailboxes } from '#delivery/provisioning/allocate-mailboxes.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { afterGracePeriod, retire } from '#delivery/provisioning/retire.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { replaceDomainsMessages } from '../rules/replace-request.ts'

/**
 * New names are wanted from now on, beside the old ones, which are taken down when the new ones are delivered. An
 * old one that never came to be is given up at once, and so is one that was itself still to take another's place, or
 * an own one that its owner never sent here: nobody is served by it.
 * @returns the ids of those that start: not of one that runs already, or is held no more
 */
export async function startReplacements(
  deps: Pick<Dependencies, 'queue' | 'secrets'>,
  tx: Db,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const held = await tx
    .select()
    .from(domains)
    .where(and(inArray(domains.id, [...ids]), isHeldUnpaid))
  const originals = held.flatMap(({ replacesId }) => (replacesId ? [replacesId] : []))
  if (originals.length === 0) return []
  // The old ones first: a slot has one running domain that is not replaced.
  const old = await tx
    .update(domains)
    .set({ replacedAt: new Date() })
    .where(inArray(domains.id, originals))
    .returning()
  const fresh = await tx
    .update(domains)
    .set({ want: 'run', status: 'to do', statusNote: null })
    .where(
      inArray(
        domains.id,
        held.map(({ id }) => id),
      ),
    )
    .returning()
  const taken = old.filter(({ takenAt }) => takenAt !== null)
  await tx
    .update(domains)
    .set({ status: 'cancelled', statusNote: null })
    .where(
      inArray(
        domains.id,
        taken.map(({ id }) => id),
      ),
    )
  const unserved = old.filter(
    ({ status, source, replacesId, deliveredAt }) =>
      deliveredAt === null && (status === 'error' || source === 'own' || replacesId !== null),
  )
  await retire(
    deps,
    tx,
    inArray(
      domains.id,
      unserved.map(({ id }) => id),
    ),
    purgeOfReplaced,
  )
  await allocateMailboxes(tx, deps.secrets, fresh)
  await raiseWanted(
    tx,
    deps.queue,
    fresh.map(({ name }) => name),
  )
  await notifyCustomer(tx, fresh[0]?.customerId ?? '')
  return fresh.map(({ id }) => id)
}

/** An own name that was never delivered is purged at once: nobody ever used anything of it. */
export const purgeOfReplaced = sql`case when ${domains.source} = 'own' and ${domains.deliveredAt} is null then now()
  else ${afterGracePeriod} end`

/**
 * Own names cost nothing, and each takes a place at the host and a zone until it is taken down. So of those that were
 * replaced or taken back before they were delivered no more may be on their way out than their bundle has domains:
 * enough to put every one right at once. Undoes the transaction, which holds the bundles' rows.
 */
export async function refuseRestless(
  tx: Db,
  originals: readonly Pick<typeof domains.$inferSelect, 'name' | 'bundleId'>[],
): Promise<void> {
  const bundleIds = [...new Set(originals.map(({ bundleId }) => bundleId))]
  const { rows } = await tx.execute<{ bundleId: string }>(sql`
    select bundle_id as "bundleId" from domains d
    where bundle_id = any(${sql.param(bundleIds)}) and ${isHeldAs('d')}
    group by bundle_id
    having count(*) filter (where source = 'own' and want = 'retire' and replaced_at is not null
        and delivered_at is null and (replaces_id is not null or not exists (
          select from domains next where next.replaces_id = d.id)))
      > count(*) filter (where want = 'run' and replaced_at is null)`)
  const full = originals.find(({ bundleId }) => rows.some((row) => row.bundleId === bundleId))
  if (full) throw conflict(fillMessage(replaceDomainsMessages.stillTakenDown, { d: full.name }))
}
