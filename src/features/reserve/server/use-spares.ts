import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { conflict, notFound, ruleBroken } from '#base/http/refusal.ts'
import { fillMessage } from '#base/text/message.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { lockLiveBundles } from '#delivery/domains/lock-live-bundles.ts'
import { changedMeanwhile } from '#delivery/domains/lock-places.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import type { Replacement } from '#features/replacement/rules/replace-request.ts'
import { spareMessages, sparesFor } from '../rules/spares.ts'
import { exchangePlaces, listExchanged, lockDomains } from './exchange-places.ts'
import { type Pool, type PoolDomain, readPools, readySparesOf } from './read-pools.ts'

/** What is done where nobody has pressed. */
interface Unasked {
  /** Throws a `Refusal` where it is not to be done any more: nobody changes that from here on. */
  refuse(tx: Db): Promise<void>
  tell(tx: Db, results: readonly Replacement[]): Promise<void>
}

/**
 * Has ready spares take the places of these domains at once, all of them or none: those of the same plan, tool and people
 * that have been ready longest. Two who ask at the same moment get different spares, and the second one of two for the same
 * domain is told so. Throws a `Refusal`.
 */
export async function useSpares(
  deps: Pick<Dependencies, 'db' | 'queue' | 'secrets'>,
  customerId: string,
  names: readonly string[],
  unasked?: Unasked,
): Promise<Replacement[]> {
  if (new Set(names).size < names.length) throw ruleBroken(spareMessages.twice)
  return deps.db.transaction(async (tx) => {
    // All groups that may give or get one: what is chosen is read behind whoever was before.
    const held = new Set(groupsAbout(await readPools(tx, customerId), names))
    await lockLiveBundles(tx, [...held])
    await refuseSuspended(tx, customerId)
    await unasked?.refuse(tx)
    const pools = await readPools(tx, customerId)
    const chosen = names.map((name) => wantedIn(pools, name))
    const moved = chosen.find(({ pool }) => groupsOf(pool).some((groupId) => !held.has(groupId)))
    if (moved) throw changedMeanwhile(moved.domain.domain)
    const given = new Map(
      [...Map.groupBy(chosen, ({ pool }) => pool)].flatMap(([pool, some]) => [
        ...sparesFor(
          some.map(({ domain }) => domain),
          readySparesOf(pool),
        ),
      ]),
    )
    const missing = names.find((name) => !given.has(name))
    if (missing) throw conflict(fillMessage(spareMessages.none, { d: missing }))
    const results: Replacement[] = []
    const touched: string[] = []
    for (const { pool, domain } of chosen) {
      const found = pool.spares.find((spare) => spare.domain === given.get(domain.domain))
      const tool = pool.sendingGroups[0]?.tool
      if (!found || !tool) throw conflict(fillMessage(spareMessages.none, { d: domain.domain }))
      const [original, spare] = await lockDomains(tx, [domain, found])
      await exchangePlaces(deps, tx, { original, spare, tool, by: unasked ? 'system' : 'customer' })
      touched.push(original.bundleId, spare.bundleId)
      results.push({ originalDomain: original.name, newDomain: spare.name })
    }
    await listExchanged(tx, touched)
    // The one that is not to send any more is stopped before any other work is done.
    await raiseWanted(
      tx,
      deps.queue,
      results.flatMap(({ originalDomain, newDomain }) => [originalDomain, newDomain]),
      { urgent: true },
    )
    await unasked?.tell(tx, results)
    await notifyCustomer(tx, customerId)
    return results
  })
}

const groupsOf = ({ sendingGroups, reserveGroups }: Pool): string[] =>
  [...sendingGroups, ...reserveGroups].map(({ groupId }) => groupId)

const groupsAbout = (pools: readonly Pool[], names: readonly string[]): string[] =>
  pools.filter(({ sending }) => sending.some(({ domain }) => names.includes(domain))).flatMap(groupsOf)

/** A delivered domain that sends, with the pool it is of. */
function wantedIn(pools: readonly Pool[], name: string): { pool: Pool; domain: PoolDomain } {
  if (pools.some(({ spares }) => spares.some(({ domain }) => domain === name)))
    throw conflict(fillMessage(spareMessages.isSpare, { d: name }))
  const pool = pools.find(({ sending }) => sending.some(({ domain }) => domain === name))
  const domain = pool?.sending.find((each) => each.domain === name)
  if (!pool || !domain) throw notFound(fillMessage(spareMessages.notYours, { d: name }))
  if (domain.isLeaving) throw conflict(fillMessage(spareMessages.ordered, { d: name }))
  if (domain.hasFallingBefore) throw conflict(fillMessage(spareMessages.overlaps, { d: name }))
  const group = pool.sendingGroups.find(({ groupId }) => groupId === domain.groupId)
  if (!group?.isServed) throw conflict(fillMessage(spareMessages.onHold, { d: name }))
  if (domain.deliveredAt === null) throw conflict(fillMessage(spareMessages.notDelivered, { d: name }))
  return { pool, domain }
}

/** Neither a suspension nor what is done about the health of their domains comes in between from here on. */
async function refuseSuspended(tx: Db, customerId: string): Promise<void> {
  const { rows } = await tx.execute(
    sql`select from customers where id = ${customerId} and suspended_at is null for no key update`,
  )
  if (rows.length === 0) throw conflict(spareMessages.suspended)
}
