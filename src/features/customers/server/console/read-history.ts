import { and, desc, eq, lt, notInArray } from 'drizzle-orm'
import { moneyActions } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { auditLog, users } from '#base/db/schema/index.ts'
import type { HistoryEntry } from '../../api/console-customer.ts'
import { historySentence } from './history-sentence.ts'
import { onePage, type Page } from './one-page.ts'

/**
 * A page of what was done by and about a customer, the newest first; staff have their names. Of payments, refunds and
 * prices it tells those who may see money.
 */
export const readHistory = (
  db: Db,
  customerId: string,
  { after, seesMoney }: { after: string | undefined; seesMoney: boolean },
): Promise<Page<HistoryEntry>> =>
  onePage(async (limit) => {
    const before = after === undefined ? undefined : Number(after)
    if (before !== undefined && !Number.isSafeInteger(before)) return []
    const rows = await db
      .select({
        id: auditLog.id,
        at: auditLog.at,
        actor: auditLog.actor,
        action: auditLog.action,
        data: auditLog.data,
        subject: auditLog.subject,
        address: auditLog.address,
        name: users.name,
        staffRole: users.staffRole,
      })
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.userId))
      .where(
        and(
          eq(auditLog.customerId, customerId),
          before === undefined ? undefined : lt(auditLog.id, before),
          seesMoney ? undefined : notInArray(auditLog.action, [...moneyActions]),
        ),
      )
      .orderBy(desc(auditLog.id))
      .limit(limit)
    return rows.map(({ id, at, actor, action, data, staffRole, ...row }) => ({
      ...row,
      id: String(id),
      at: at.toISOString(),
      by:
        actor === 'customer'
          ? 'customer'
          : actor === 'operator'
            ? staffRole
              ? 'staff'
              : 'operator'
            : 'system',
      sentence: historySentence(action, data),
      url: typeof data.url === 'string' ? data.url : null,
    }))
  })
