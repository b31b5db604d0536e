import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainNames, workItems } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { namesThatWait } from './answer-work-item.ts'

/** What has become of an item since its answer. */
interface Found {
  /** It was seen to be done. */
  isClosed: boolean
  /** Domains that waited for it and have been looked at since, with what each still lacks, if anything. */
  seen: { name: string; lacks: string | null }[]
  /** Domains that waited for it, and that nobody has looked at since. */
  unseen: number
}

/** What looking at the names that waited for an answered item has found so far. */
export async function foundAfterAnswer(db: Db, id: string): Promise<Found> {
  const [row] = await db.select().from(workItems).where(eq(workItems.id, id))
  const item = required(row, 'the answered item')
  const names = await namesThatWait(db, item)
  const rows = await db
    .select({
      name: domainNames.name,
      problem: domainNames.problem,
      // Who has looked since has let go of it, and has either nothing to say or says it anew.
      isSeen: sql<boolean>`coalesce(${domainNames.leaseUntil} < now(), true) and case
        when ${domainNames.problem} is null then coalesce(${domainNames.nextRunAt} > now(), true)
        else (${domainNames.problem}->>'at')::timestamptz >= ${item.answeredAt ?? item.createdAt}::timestamptz end`,
    })
    .from(domainNames)
    .where(inArray(domainNames.name, names))
    .orderBy(domainNames.name)
  return {
    isClosed: item.closedAt !== null,
    seen: rows.flatMap(({ name, problem, isSeen }) =>
      isSeen ? [{ name, lacks: problem?.reason ?? null }] : [],
    ),
    unseen: rows.filter(({ isSeen }) => !isSeen).length,
  }
}
