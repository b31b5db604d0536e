import { and, eq, sql } from 'drizzle-orm'
import { type AuditEntry, audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { auditLog } from '#base/db/schema/index.ts'

/**
 * Notes something that the payment provider tells of several times, once per key. The caller holds a lock that
 * keeps another one from noting the same meanwhile. Returns whether it was news.
 */
export async function auditOnce(
  tx: Db,
  key: string,
  entry: AuditEntry & { customerId: string },
): Promise<boolean> {
  const isKnown = await tx.$count(
    auditLog,
    and(
      eq(auditLog.customerId, entry.customerId),
      eq(auditLog.action, entry.action),
      sql`${auditLog.data} ->> 'key' = ${key}`,
    ),
  )
  if (isKnown > 0) return false
  await audit(tx, { ...entry, data: { ...entry.data, key } })
  return true
}
