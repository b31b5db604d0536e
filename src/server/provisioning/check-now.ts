import { and, eq, inArray, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/client.ts'
import { domainNames, domains } from '../db/schema/index.ts'
import { isHeld } from '../domains/held.ts'
import { notFound } from '../http/refusal.ts'
import type { Queue } from '../queue/queue.ts'
import { wake } from './wake.ts'

/**
 * Looks at these domains at once, even while a retry is scheduled for later; what was read before counts as
 * stale. For *Check now* and *Try again* of the customer. Throws a `Refusal` when one is not the customer's.
 */
export async function checkNow(
  { db, queue }: { db: Db; queue: Queue },
  customerId: string,
  domainIds: readonly string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({ name: domains.name })
      .from(domains)
      .where(and(inArray(domains.id, [...domainIds]), eq(domains.customerId, customerId), isHeld))
    if (rows.length !== new Set(domainIds).size) throw notFound('There is no such domain in your orders.')
    const names = rows.map(({ name }) => name).sort()
    await tx
      .update(domainNames)
      .set({ recheckBefore: sql`now()`, nextRunAt: sql`now()`, attempts: 0 })
      .where(inArray(domainNames.name, names))
    await wake(
      tx,
      queue,
      names.map((name) => ({ name, urgent: false })),
    )
    await audit(tx, { customerId, actor: 'customer', action: 'domain.checked', data: { names } })
  })
}
