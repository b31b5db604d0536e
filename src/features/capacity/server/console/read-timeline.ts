import { desc, eq } from 'drizzle-orm'
import { whoActed } from '#base/audit/who-acted.ts'
import type { Db } from '#base/db/client.ts'
import { auditLog, users } from '#base/db/schema/index.ts'
import { historySentence } from '#features/customers/server/console/history-sentence.ts'

const shown = 100

/** What was done to one of the operator's own things, the latest first, and who did it. */
export async function readTimeline(
  db: Db,
  subject: string,
  productName: string,
): Promise<{ at: string; who: string; sentence: string }[]> {
  const rows = await db
    .select({
      at: auditLog.at,
      actor: auditLog.actor,
      action: auditLog.action,
      data: auditLog.data,
      person: users.name,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .where(eq(auditLog.subject, subject))
    .orderBy(desc(auditLog.id))
    .limit(shown)
  return rows.map((entry) => ({
    at: entry.at.toISOString(),
    who: whoActed(entry, productName),
    sentence: historySentence(entry.action, entry.data),
  }))
}
