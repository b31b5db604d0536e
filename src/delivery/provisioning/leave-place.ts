import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainHealth, domains } from '#base/db/schema/index.ts'
import { isStoppedNow } from '#features/health/rules/account-matter.ts'
import { overlapSentences } from '#features/replacement/rules/overlap.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { isOutdated } from '../domains/outdated-health.ts'
import { isFallingAs, isRunning } from '../domains/running.ts'
import type { Holding } from './desired.ts'
import { appendEvent } from './events.ts'
import { retire } from './retire.ts'
import type { StepContext } from './step-context.ts'
import { raiseWanted } from './wanted.ts'

/**
 * The domain that this one took the place of has done its service: it is taken down, or with an overlap goes on for some
 * weeks, once. That is the last one that was delivered there; between the two may be names that were replaced before they
 * were delivered, which go at once. One that falls already is left to do so, also where this one is delivered again: its
 * own time ends it, or its customer.
 */
export async function leavePlaceTo({ holding, queue }: StepContext, tx: Db): Promise<void> {
  if (!holding.replacesId) return
  const { rows: former } = await tx.execute<{ id: string; goesOn: boolean }>(sql`
    with recursive former as (
      select id, replaces_id, delivered_at from domains where id = ${holding.replacesId}
      union all
      select d.id, d.replaces_id, d.delivered_at from domains d join former f on d.id = f.replaces_id
      where f.delivered_at is null
    )
    select f.id, f.delivered_at is not null and n.with_overlap and not exists (
        select from domains o where o.bundle_id = n.bundle_id and o.slot = n.slot and o.id <> f.id and ${isFallingAs('o')}
      ) as "goesOn"
    from former f join domains n on n.id = ${holding.domainId}
    where not exists (select from domains o where o.id = f.id and ${isFallingAs('o')})`)
  const idsWhere = (goesOn: boolean) => former.filter((each) => each.goesOn === goesOn).map(({ id }) => id)
  await beginToFall({ holding, queue }, tx, idsWhere(true))
  await retire({ queue }, tx, inArray(domains.id, idsWhere(false)))
}

async function beginToFall(
  { holding, queue }: Pick<StepContext, 'queue'> & { holding: Holding },
  tx: Db,
  ids: readonly string[],
): Promise<void> {
  const begun = await tx
    .update(domains)
    .set({ fallingSince: sql`now()` })
    .where(and(inArray(domains.id, [...ids]), isRunning))
    .returning({ id: domains.id, name: domains.name, customerId: domains.customerId })
  const [by] = await tx.select({ name: domains.name }).from(domains).where(eq(domains.id, holding.domainId))
  for (const { id, name, customerId } of begun) {
    const [health] = await tx.select().from(domainHealth).where(eq(domainHealth.domainId, id))
    const isStopped = health !== undefined && isStoppedNow({ ...health, isOutdated: isOutdated(health) })
    if (isStopped) {
      await tx.update(domains).set({ fallShare: 0 }).where(eq(domains.id, id))
      await raiseWanted(tx, queue, [name], { urgent: true })
    }
    const { kind } = holding.connection
    const sentence = isFileTool(kind)
      ? overlapSentences.beganInFile(by?.name ?? '', isStopped)
      : overlapSentences.began(by?.name ?? '', isStopped ? 0 : 100, kind)
    await appendEvent(tx, { customerId, domainId: id, name, kind: 'overlap.began', sentence })
  }
}
