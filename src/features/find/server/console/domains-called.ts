import { eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { beginsWith } from '#base/db/like-beginning.ts'
import { customers, domains } from '#base/db/schema/index.ts'
import type { Found } from '../../api/console-find.ts'
import { findAtMost } from '../../rules/find-anything.ts'

/** Domains by the beginning of their name or by their id, whoever holds them or held them. */
export async function domainsCalled(db: Db, by: { beginning: string } | { id: string }): Promise<Found[]> {
  // The few that are shown are chosen before anything is looked up about them, in the index's own order.
  const few = db
    .select({
      id: domains.id,
      name: domains.name,
      releasedAt: domains.releasedAt,
      customerId: domains.customerId,
    })
    .from(domains)
    .where('id' in by ? eq(domains.id, by.id) : beginsWith(domains.name, by.beginning))
    .orderBy(sql`${domains.name} using ~<~`)
    .limit(findAtMost)
    .as('few')
  const rows = await db
    .select({ id: few.id, name: few.name, releasedAt: few.releasedAt, customer: customers.name })
    .from(few)
    .innerJoin(customers, eq(customers.id, few.customerId))
    .orderBy(few.name)
  return rows.map(({ id, name, releasedAt, customer }) => ({
    kind: 'domain',
    title: name,
    detail: releasedAt ? `${customer} · released` : customer,
    ...('id' in by && { matched: by.id }),
    page: { kind: 'domain', id },
  }))
}
