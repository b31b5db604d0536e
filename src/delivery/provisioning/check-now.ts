import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, domainNames, domains } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Queue } from '#base/queue/queue.ts'
import { isHeld } from '../domains/held.ts'
import { wake } from './wake.ts'

type CheckDependencies = { db: Db; queue: Queue }

/**
 * Looks at a domain at once, even while a retry is scheduled for later; what was read before counts as stale. For
 * *Check now* and *Try again* of the customer. Throws a `Refusal` when it is not the customer's.
 */
export async function checkNow(deps: CheckDependencies, customerId: string, name: string): Promise<void> {
  const names = await check(deps, customerId, eq(domains.name, name))
  if (names.length === 0) throw notFound('There is no such domain in your orders.')
}

/** The same for all of a group's domains that wait for their customer; returns which. Throws a `Refusal`. */
export async function checkAllNow(
  deps: CheckDependencies,
  customerId: string,
  groupId: string,
): Promise<string[]> {
  const [group] = await deps.db
    .select({ id: bundles.id })
    .from(bundles)
    .where(and(eq(bundles.id, groupId), eq(bundles.customerId, customerId)))
  if (!group) throw notFound('There is no such order.')
  const waits = and(eq(domains.bundleId, groupId), eq(domains.want, 'run'), eq(domains.status, 'pending'))
  return check(deps, customerId, waits)
}

function check(
  { db, queue }: CheckDependencies,
  customerId: string,
  which: SQL | undefined,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const held = await tx
      .select({ name: domains.name })
      .from(domains)
      .innerJoin(domainNames, eq(domainNames.name, domains.name))
      .where(and(which, eq(domains.customerId, customerId), isHeld))
      .orderBy(asc(domains.name))
      .for('update', { of: domainNames })
    const names = held.map(({ name }) => name)
    if (names.length === 0) return []
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
    return names
  })
}
