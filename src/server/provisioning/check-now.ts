import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/client.ts'
import { domainNames, domains } from '../db/schema/index.ts'
import { isHeld } from '../domains/held.ts'
import { notFound } from '../http/refusal.ts'
import type { Queue } from '../queue/queue.ts'
import { wake } from './wake.ts'

/**
 * Looks at a domain at once, even while a retry is scheduled for later; what was read before counts as stale. For
 * *Check now* and *Try again* of the customer. Throws a `Refusal` when it is not the customer's.
 */
export async function checkNow(
  { db, queue }: { db: Db; queue: Queue },
  customerId: string,
  name: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await tx
      .select({ id: domains.id })
      .from(domains)
      .where(and(eq(domains.name, name), eq(domains.customerId, customerId), isHeld))
    if (held.length === 0) throw notFound('There is no such domain in your orders.')
    await tx
      .update(domainNames)
      .set({ recheckBefore: sql`now()`, nextRunAt: sql`now()`, attempts: 0 })
      .where(eq(domainNames.name, name))
    await wake(tx, queue, [{ name, urgent: false }])
    await audit(tx, { customerId, actor: 'customer', action: 'domain.checked', data: { names: [name] } })
  })
}
