import { desc, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { refusedReports } from '#base/db/schema/index.ts'
import type { RefusedReport } from '../../api/console-health.ts'

/** Anybody can write to these addresses, as whomever: of those beyond, the sender is not kept. */
const rowsMost = 500
const shownMost = 100

/** Counts a mail that was refused, with whom it said it is from and why. */
export async function noteRefused(db: Db, sender: string, reason: string): Promise<void> {
  await db
    .insert(refusedReports)
    .values({
      sender: sql`case when (select count(*) from ${refusedReports}) < ${rowsMost}
        or exists (select from ${refusedReports} r where r.sender = ${sender} and r.reason = ${reason})
        then ${sender} else '' end`,
      reason,
      count: 1,
      lastAt: sql`now()`,
    })
    .onConflictDoUpdate({
      target: [refusedReports.sender, refusedReports.reason],
      set: { count: sql`${refusedReports.count} + 1`, lastAt: sql`now()` },
    })
}

/** What was refused of late, the latest first. */
export async function readRefused(db: Db): Promise<RefusedReport[]> {
  const rows = await db
    .select()
    .from(refusedReports)
    .orderBy(desc(refusedReports.lastAt), refusedReports.sender, refusedReports.reason)
    .limit(shownMost)
  return rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }))
}
