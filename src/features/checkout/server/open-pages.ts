import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { checkoutItems, checkouts } from '#base/db/schema/index.ts'
import type { Checkout, CheckoutSubject } from '#delivery/fulfilment.ts'

type Ids = Pick<Checkout, 'id' | 'customerId'>

/**
 * SQL for the ids of a customer's unpaid checkouts, other than this one, that would pay for any of the same a second
 * time. Of a name that takes another one's place it is the place: whichever name is chosen for it, it is paid for once.
 */
export function rivalIds(
  { id, customerId }: Ids,
  subjects: readonly CheckoutSubject[],
  /** Only those that were stored before this moment. */
  before?: Date,
): SQL<string[]> {
  const bundleIds = subjects.flatMap(({ bundleId }) => bundleId ?? [])
  const domainIds = subjects.flatMap(({ domainId }) => domainId ?? [])
  return sql<string[]>`array(
    select distinct c.id from checkouts c join checkout_items i on i.checkout_id = c.id
      left join domains d on d.id = i.domain_id
    where c.customer_id = ${customerId} and c.id <> ${id} and c.status in ('prepared', 'open')
      and ${before ? sql`c.created_at < ${before.toISOString()}::timestamptz` : sql`true`} and (
      i.bundle_id = any(${sql.param(bundleIds)}) or coalesce(d.replaces_id, d.id) in (
        select coalesce(p.replaces_id, p.id) from domains p where p.id = any(${sql.param(domainIds)}))))`
}

/**
 * Those of a checkout's bundles or domains, by id, that another unpaid one pays for as well: they wait on when this
 * one ends. The caller has them locked, as one that stores another checkout has.
 */
export async function payableElsewhere(
  tx: Db,
  { id, customerId }: Ids,
  subjectIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ bundleId: checkoutItems.bundleId, domainId: checkoutItems.domainId })
    .from(checkouts)
    .innerJoin(checkoutItems, eq(checkoutItems.checkoutId, checkouts.id))
    .where(
      and(
        eq(checkouts.customerId, customerId),
        ne(checkouts.id, id),
        inArray(checkouts.status, ['prepared', 'open']),
        or(
          inArray(checkoutItems.bundleId, [...subjectIds]),
          inArray(checkoutItems.domainId, [...subjectIds]),
        ),
      ),
    )
  return new Set(rows.flatMap(({ bundleId, domainId }) => bundleId ?? domainId ?? []))
}
