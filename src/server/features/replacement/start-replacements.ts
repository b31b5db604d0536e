import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { mailboxRetentionDays } from '#shared/plans/catalog.ts'
import type { Db } from '../../db/client.ts'
import { domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { allocateMailboxes } from '../../provisioning/allocate-mailboxes.ts'
import { notifyCustomer } from '../../provisioning/events.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'

/**
 * New names are wanted from now on, beside the old ones, which are taken down when the new ones are delivered. An
 * old one that never came to be is given up at once, and so is one that was itself still to take another's place:
 * nobody is served by it. Answers the ids of those that start: not of one that runs
 * already, or is held no more.
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
    .where(and(inArray(domains.id, [...ids]), eq(domains.want, 'hold'), isNull(domains.releasedAt)))
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
    ({ status, replacesId, deliveredAt }) =>
      deliveredAt === null && (status === 'error' || replacesId !== null),
  )
  if (unserved.length > 0)
    await retireReplaced(
      deps,
      tx,
      unserved.map(({ id }) => id),
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

/**
 * Takes replaced domains down; what is purged waits for the time of grace, unless nobody ever had anything of it: an
 * own name that was never delivered.
 */
async function retireReplaced(
  { queue }: Pick<Dependencies, 'queue'>,
  tx: Db,
  ids: readonly string[],
): Promise<void> {
  const retired = await tx
    .update(domains)
    .set({
      want: 'retire',
      status: 'cancelled',
      statusNote: null,
      retireAt: sql`case when ${domains.source} = 'own' and ${domains.deliveredAt} is null then now()
        else now() + make_interval(days => ${mailboxRetentionDays}) end`,
    })
    .where(and(inArray(domains.id, [...ids]), eq(domains.want, 'run'), isNull(domains.releasedAt)))
    .returning({ name: domains.name })
  await raiseWanted(
    tx,
    queue,
    retired.map(({ name }) => name),
  )
}
