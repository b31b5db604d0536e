import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { bundles, domainHealth, domains, toolConnections } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isOutdatedAs } from '#delivery/domains/outdated-health.ts'
import { isFalling, isOnItsWayOut } from '#delivery/domains/running.ts'
import { appendEvent, notifyCustomer } from '#delivery/provisioning/events.ts'
import { retire } from '#delivery/provisioning/retire.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { isStoppedNow } from '#features/health/rules/account-matter.ts'
import { endSpent } from '#features/reserve/server/end-spent.ts'
import { isFileTool, type SendingToolId, unknownTool } from '#features/tools/rules/sending-tools.ts'
import { fallShareAt, overlapSentences, receiveDays } from '../rules/overlap.ts'

/** Taken down in one transaction at most, which locks as many names. */
const endedAtOnce = 50

type Deps = Pick<Dependencies, 'db' | 'queue'>

/**
 * Lowers what domains on their way out send, day by day. Those whose time is over are taken down, or lose their mailboxes
 * where they wait in the reserve. A share never rises: what a day or a gate has lowered stays so. What is missed is made good
 * by the next round.
 */
export async function sweepOverlaps(deps: Deps): Promise<void> {
  while ((await endOver(deps)) === endedAtOnce);
  while ((await endSpent(deps, endedAtOnce)) === endedAtOnce);
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

/** Since when it falls: with a replacement ordered later for it, still since a spare took its place. */
const fallsFrom = sql`coalesce(${domains.spentAt}, ${domains.fallingSince})`
/** What it sends at present; one that was spent before such domains fell sends nothing. */
const shareNow = sql<number>`coalesce(${domains.fallShare}, case when ${domains.spentAt} is null then 100 else 0 end)`

async function lowerShares({ db, queue }: Deps): Promise<void> {
  const now = await databaseNow(db)
  const present = await db
    .select({
      id: domains.id,
      from: fallsFrom.mapWith(domains.fallingSince),
      share: shareNow,
      state: domainHealth.state,
      signals: sql<
        (typeof domainHealth.$inferSelect)['signals'] | null
      >`case when ${domainHealth.state} in ('rest', 'replace') then ${domainHealth.signals} end`,
      memory: domainHealth.memory,
      isOutdated: sql<boolean>`coalesce(${isOutdatedAs('domain_health')}, false)`,
    })
    .from(domains)
    .leftJoin(domainHealth, eq(domainHealth.domainId, domains.id))
    .where(
      and(
        isOnItsWayOut,
        sql`${shareNow} > 0`,
        or(sql`${fallsFrom} <= now() - interval '1 day'`, sql`${domainHealth.state} in ('rest', 'replace')`),
      ),
    )
  const [stopped, lowered]: [string[], Map<number, string[]>] = [[], new Map()]
  for (const { id, from, share, state, signals, ...known } of present) {
    const due = fallShareAt(from, new Date(now))
    if (state && isStoppedNow({ ...known, state, signals: signals ?? [] })) stopped.push(id)
    else if (due < share) lowered.set(due, [...(lowered.get(due) ?? []), id])
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
      .where(and(inArray(domains.id, [...ids]), isOnItsWayOut, sql`${shareNow} > ${share}`))
      .returning({ id: domains.id, name: domains.name, customerId: domains.customerId })
    const names = set.map(({ name }) => name)
    if (names.length > 0) await raiseWanted(tx, queue, names, { urgent: isStop })
    if (!isStop) return
    const tools = await toolsOf(
      tx,
      set.map(({ id }) => id),
    )
    for (const { id, name, customerId } of set)
      await appendEvent(tx, {
        customerId,
        domainId: id,
        name,
        kind: 'overlap.stopped',
        sentence: stoppedSentence(tools.get(id) ?? unknownTool),
      })
  })
}

/** The sending tool that each is in. */
async function toolsOf(tx: Db, ids: readonly string[]): Promise<Map<string, SendingToolId>> {
  const rows = await tx
    .select({ id: domains.id, tool: toolConnections.kind })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .where(inArray(domains.id, [...ids]))
  return new Map(rows.map(({ id, tool }) => [id, tool]))
}

/** In a file nothing can be lowered, so we cannot say that it sends nothing. */
const stoppedSentence = (tool: SendingToolId): string =>
  isFileTool(tool) ? overlapSentences.stoppedInFile() : overlapSentences.stopped(tool)
