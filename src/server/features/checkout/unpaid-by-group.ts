import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { UnpaidPayment } from '#shared/api/orders.ts'
import { toMinute } from '#shared/orders/order-date.ts'
import type { Db } from '../../db/client.ts'
import { checkoutItems, checkouts, domains } from '../../db/schema/index.ts'

/**
 * What of a customer's groups waits to be paid with an open page, the newest page of each group.
 * @returns by the group's id
 */
export async function readUnpaid(
  db: Db,
  customerId: string,
  groupId?: string,
): Promise<Map<string, UnpaidPayment>> {
  const group = sql<string>`coalesce(${checkoutItems.bundleId}, ${domains.bundleId})`
  const rows = await db
    .selectDistinctOn([group], {
      groupId: group,
      checkoutId: checkouts.id,
      isReplacement: sql<boolean>`${checkouts.kind} = 'replace'`,
      cents: checkouts.amountCents,
      url: checkouts.url,
      expiresAt: checkouts.expiresAt,
      items: sql<number>`(select count(*)::int from ${checkoutItems} item where item.checkout_id = ${checkouts.id})`,
      // Of all groups that are paid for together.
      reinstated: sql<number>`(select count(*)::int from ${domains} held
        where held.want = 'retire' and held.replaced_at is null and held.bundle_id in (
          select item.bundle_id from ${checkoutItems} item where item.checkout_id = ${checkouts.id}))`,
    })
    .from(checkouts)
    .innerJoin(checkoutItems, eq(checkoutItems.checkoutId, checkouts.id))
    .leftJoin(domains, eq(domains.id, checkoutItems.domainId))
    .where(
      and(
        eq(checkouts.customerId, customerId),
        inArray(checkouts.status, ['prepared', 'open']),
        inArray(checkouts.kind, ['replace', 'reinstate']),
        groupId === undefined ? undefined : eq(group, groupId),
      ),
    )
    .orderBy(group, desc(checkouts.createdAt))
  return new Map(
    rows.map(({ groupId, isReplacement, items, reinstated, expiresAt, ...page }) => [
      groupId,
      {
        ...page,
        kind: isReplacement ? 'replace' : 'reinstate',
        domains: isReplacement ? items : reinstated,
        until: toMinute(expiresAt),
      },
    ]),
  )
}
