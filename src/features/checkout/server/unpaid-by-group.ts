import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { bundleOfItem, paidItem } from '#base/db/bundle-of-item.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, checkoutItems, checkouts, domains } from '#base/db/schema/index.ts'
import type { UnpaidPayment } from '#features/orders/api/orders.ts'
import { toMinute } from '#features/orders/rules/order-date.ts'

/**
 * What of a customer's groups waits to be paid with an open page, the newest page of each group.
 * @returns by the group's id
 */
export async function readUnpaid(
  db: Db,
  customerId: string,
  groupId?: string,
): Promise<Map<string, UnpaidPayment>> {
  const rows = await db
    .selectDistinctOn([bundles.id], {
      groupId: bundles.id,
      checkoutId: checkouts.id,
      isReplacement: sql<boolean>`${checkouts.kind} = 'replace'`,
      cents: checkouts.amountCents,
      url: checkouts.url,
      withBank: sql<boolean>`${checkouts.withBankSince} is not null`,
      expiresAt: checkouts.expiresAt,
      items: sql<number>`(select count(*)::int from ${checkoutItems} item where item.checkout_id = ${checkouts.id})`,
      // Of all groups that are paid for together.
      reinstated: sql<number>`(select count(*)::int from ${domains} held
        where held.want = 'retire' and held.replaced_at is null and held.bundle_id in (
          select item.bundle_id from ${checkoutItems} item where item.checkout_id = ${checkouts.id}))`,
    })
    .from(checkouts)
    .innerJoin(paidItem, eq(paidItem.checkoutId, checkouts.id))
    .innerJoin(bundles, eq(bundles.id, bundleOfItem))
    .where(
      and(
        eq(checkouts.customerId, customerId),
        inArray(checkouts.status, ['prepared', 'open']),
        inArray(checkouts.kind, ['replace', 'reinstate']),
        groupId === undefined ? undefined : eq(bundles.id, groupId),
      ),
    )
    .orderBy(bundles.id, desc(checkouts.createdAt))
  return new Map(
    rows.map(({ groupId, isReplacement, items, reinstated, expiresAt, withBank, ...page }) => [
      groupId,
      {
        ...page,
        ...(withBank && { withBank }),
        kind: isReplacement ? 'replace' : 'reinstate',
        domains: isReplacement ? items : reinstated,
        until: toMinute(expiresAt),
      },
    ]),
  )
}
