import { asc, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainNames } from '#base/db/schema/index.ts'
import type { Queue } from '#base/queue/queue.ts'
import { wake } from '../wake.ts'

/** Names written in one transaction at most. */
const batch = 500

/**
 * Writes what a listing said about a fact of these names. Where it agrees, the fact counts as read when the listing
 * began; the others are woken to read it again and put right what they find.
 */
export async function noteListing(
  { db, queue }: { db: Db; queue: Queue },
  fact: 'mailboxes' | 'tool' | 'coldLimit',
  begun: Date,
  names: readonly { name: string; agrees: boolean }[],
): Promise<void> {
  const sorted = names.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (let from = 0; from < sorted.length; from += batch) {
    const some = sorted.slice(from, from + batch)
    await db.transaction(async (tx) => {
      await tx
        .select({ name: domainNames.name })
        .from(domainNames)
        .where(
          inArray(
            domainNames.name,
            some.map(({ name }) => name),
          ),
        )
        .orderBy(asc(domainNames.name))
        .for('update')
      for (const [agrees, group] of Map.groupBy(some, (each) => each.agrees)) {
        const listed = JSON.stringify({ [fact]: { at: begun.toISOString(), agrees } })
        await tx
          .update(domainNames)
          .set({
            listed: sql`${domainNames.listed} || ${listed}::jsonb`,
            ...(agrees ? {} : { nextRunAt: sql`now()` }),
          })
          .where(
            inArray(
              domainNames.name,
              group.map(({ name }) => name),
            ),
          )
        if (!agrees)
          await wake(
            tx,
            queue,
            group.map(({ name }) => ({ name, urgent: false })),
          )
      }
    })
  }
}
