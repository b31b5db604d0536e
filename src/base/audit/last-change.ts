import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ChangedBy } from '#features/orders/rules/changed-meanwhile.ts'
import type { Db } from '../db/client.ts'
import { auditLog } from '../db/schema/index.ts'
import type { OrderAction } from './audit.ts'

const actors: Record<string, string> = { customer: 'You', operator: 'Support' }
/** How an actor of the audit log is called to the customer, who never reads the name of one of the staff. */
export const actorName = (actor: string, productName: string): string => actors[actor] ?? productName

/** Who made the latest change of some kinds to these groups, as its activity names them. */
export async function lastChange(
  db: Db,
  customerId: string,
  groupIds: readonly string[],
  { actions, productName }: { actions: readonly OrderAction[]; productName: string },
): Promise<ChangedBy> {
  const [entry] = await db
    .select({ at: auditLog.at, actor: auditLog.actor })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.customerId, customerId),
        inArray(auditLog.action, [...actions]),
        inArray(auditLog.subject, [...groupIds]),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
  return entry ? { by: actorName(entry.actor, productName), at: entry.at.toISOString() } : null
}
