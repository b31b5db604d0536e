import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { fallShareAt, overlapSentences, receiveDays } from '#shared/domains/replacement/overlap.ts'
import { stopsAtOnce } from '#shared/health/acts.ts'
import { databaseNow } from '../../../db/database-now.ts'
import { domainHealth, domains } from '../../../db/schema/index.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isFalling } from '../../../domains/running.ts'
import { appendEvent, notifyCustomer } from '../../../provisioning/events.ts'
import { retire } from '../../../provisioning/retire.ts'
import { raiseWanted } from '../../../provisioning/wanted.ts'

/** Taken down in one transaction at most, which locks as many names. */
const endedAtOnce = 50

type Deps = Pick<Dependencies, 'db' | 'queue'>

/**
 * Lowers what replaced domains send, day by day, and takes down those whose time is over. A share never rises: what a
 * day or a gate has lowered stays so. What is missed is made good by the next round.
 */
export async function sweepOverlaps(deps: Deps): Promise<void> {
  while ((await endOver(deps)) === endedAtOnce);
  await lowerShares(deps)
}

async function endOver({ db, queue }: Deps): Promise<number> {
  return db.transaction(async (tx) => {
    const over = await tx
      .select({ id: domains.id, name: domains.name, customerId: domains.customerId })
      .from(domains)
      .where(and(isFalling, lte(domains.fallingSince, sql`now() - make_interval(days => ${receiveDays})`)))
      .orderBy(domains.fallingSince)
      .limit(endedAtOnce)
      .for('update', { skipLocked: true })
    await retire(
      { queue },
      tx,
      inArray(
        domains.id,
        over.map(({ id }) => id),
      ),
    )
    for (const { id, name, customerId } of over)
      await appendEvent(tx, {
        customerId,
        domainId: id,
        name,
        kind: 'overlap.ended',
        sentence: overlapSentences.ended(),
      })
    for (const customerId of new Set(over.map((each) => each.customerId)))
      await notifyCustomer(tx, customerId)
    return over.length
  })
}

async function lowerShares({ db, queue }: Deps): Promise<void> {
  const now = await databaseNow(db)
  const present = await db
    .select({
      id: domains.id,
      fallingSince: domains.fallingSince,
      fallShare: domains.fallShare,
      state: domainHealth.state,
      signals: sql<
        (typeof domainHealth.$inferSelect)['signals'] | null
      >`case when ${domainHealth.state} in ('rest', 'replace') then ${domainHealth.signals} end`,
    })
    .from(domains)
    .leftJoin(domainHealth, eq(domainHealth.domainId, domains.id))
    .where(
      and(
        isFalling,
        sql`coalesce(${domains.fallShare}, 100) > 0`,
        or(
          lte(domains.fallingSince, sql`now() - interval '1 day'`),
          sql`${domainHealth.state} in ('rest', 'replace')`,
        ),
      ),
    )
  const [stopped, lowered]: [string[], Map<number, string[]>] = [[], new Map()]
  for (const { id, fallingSince, fallShare, state, signals } of present) {
    const share = fallingSince ? fallShareAt(fallingSince, new Date(now)) : 100
    if (state && stopsAtOnce({ state, signals: signals ?? [] })) stopped.push(id)
    else if (share < (fallShare ?? 100)) lowered.set(share, [...(lowered.get(share) ?? []), id])
  }
  for (const id of stopped) await setShare({ db, queue }, [id], 0, true)
  for (const [share, ids] of lowered) await setShare({ db, queue }, ids, share, false)
}

/** Sets the share of those that send more, and has the sending tool told. */
async function setShare(
  { db, queue }: Deps,
  ids: readonly string[],
  share: number,
  isStop: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    const set = await tx
      .update(domains)
      .set({ fallShare: share })
      .where(
        and(
          inArray(domains.id, [...ids]),
          isFalling,
          or(isNull(domains.fallShare), sql`${domains.fallShare} > ${share}`),
        ),
      )
      .returning({ id: domains.id, name: domains.name, customerId: domains.customerId })
    const names = set.map(({ name }) => name)
    if (names.length > 0) await raiseWanted(tx, queue, names, { urgent: isStop })
    if (!isStop) return
    for (const { id, name, customerId } of set)
      await appendEvent(tx, {
        customerId,
        domainId: id,
        name,
        kind: 'overlap.stopped',
        sentence: overlapSentences.stopped(),
      })
  })
}
