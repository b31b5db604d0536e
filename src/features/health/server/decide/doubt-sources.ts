import { isNull, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainHealth, healthIncidents } from '#base/db/schema/index.ts'
import { saysOf } from '../../rules/doubted.ts'
import { type Incident, incidentsAfter, type SaysBad } from '../../rules/incidents.ts'
import type { Known } from './judge-look.ts'

/**
 * The sources that are doubted now, as part of the transaction that stores a slice: those that turn too many domains at
 * once, these and all others together. One process at a time asks, so that each sees what the one before has stored.
 */
export async function doubtSources(tx: Db, known: readonly Known[], now: number): Promise<Incident[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('health incidents'))`)
  const open = await tx.select().from(healthIncidents).where(isNull(healthIncidents.endedAt))
  const before = open.map(({ source, beganAt, lastAt }) => ({
    source,
    from: beganAt.getTime(),
    lastAt: lastAt.getTime(),
  }))
  const says = [
    ...known.flatMap(({ looked, bad }) => saysOf(looked.domain.domainId, bad)),
    ...(await saidOfOthers(tx, known)),
  ]
  if (says.length === 0 && before.length === 0) return []
  const all = await tx.$count(domainHealth, sql`${domainHealth.dueAt} is not null`)
  const after = incidentsAfter(before, says, all, now)
  await store(tx, after, says, now)
  return after
}

async function saidOfOthers(tx: Db, known: readonly Known[]): Promise<SaysBad[]> {
  const own = known.map(({ looked }) => looked.domain.domainId)
  const { rows } = await tx.execute<{ id: string; bad: Record<string, number> }>(sql`
    select domain_id as id, bad from domain_health
    where bad <> '{}' and due_at is not null and domain_id <> all(${sql.param(own)}::text[])`)
  return rows.flatMap(({ id, bad }) => saysOf(id, bad))
}

async function store(
  tx: Db,
  after: readonly Incident[],
  says: readonly SaysBad[],
  now: number,
): Promise<void> {
  const sources = after.map(({ source }) => source)
  await tx
    .update(healthIncidents)
    .set({ endedAt: new Date(now) })
    .where(
      sources.length > 0
        ? sql`${isNull(healthIncidents.endedAt)} and ${notInArray(healthIncidents.source, sources)}`
        : isNull(healthIncidents.endedAt),
    )
  for (const { source, from, lastAt } of after) {
    const named = new Set(says.filter((said) => said.source === source).map(({ domainId }) => domainId))
    await tx
      .insert(healthIncidents)
      .values({ source, beganAt: new Date(from), lastAt: new Date(lastAt), domains: named.size })
      .onConflictDoUpdate({
        target: healthIncidents.source,
        targetWhere: isNull(healthIncidents.endedAt),
        set: { lastAt: new Date(lastAt), domains: sql`greatest(${healthIncidents.domains}, ${named.size})` },
      })
  }
}
