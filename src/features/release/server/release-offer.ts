import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { bundles, domainNames, domains, orders } from '#base/db/schema/index.ts'
import { pricesFor } from '#base/prices/own-prices.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import type { CheckoutSubject } from '#delivery/fulfilment.ts'
import { placesFor } from '#delivery/provisioning/room.ts'
import type { WantedPlaces } from '#features/capacity/rules/room-words.ts'
import { releaseItems } from '#features/checkout/rules/pricing.ts'
import { namesDue } from '#features/domains/server/lapsed-names.ts'
import { endsByPaying } from '#features/orders/rules/order-holds.ts'
import { groupHolds } from '#features/orders/rules/order-status.ts'

/**
 * What paying again is for: the groups of one order that are on hold since their payment went back. Each costs what its
 * plan costs; a bought name is registered, or renewed, at its price where it has run out, and where what was paid for
 * it went back as well. None where nothing of the order can be released by paying.
 */
export async function releaseSubjects(
  deps: Pick<Dependencies, 'db' | 'prices'>,
  customerId: string,
  orderId: string,
): Promise<CheckoutSubject[]> {
  const { db } = deps
  const groups = await db
    .select({ groupId: bundles.id, plan: bundles.plan, isReserve: orders.isReserve })
    .from(bundles)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .where(
      and(
        eq(bundles.orderId, orderId),
        eq(bundles.customerId, customerId),
        eq(bundles.status, 'live'),
        inArray(bundles.hold, groupHolds.filter(endsByPaying)),
      ),
    )
    .orderBy(asc(bundles.orderIndex))
  if (groups.length === 0) return []
  const held = await db
    .select({ domain: domains, name: domainNames })
    .from(domains)
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(
      and(
        inArray(
          domains.bundleId,
          groups.map(({ groupId }) => groupId),
        ),
        isRunning,
        eq(domains.source, 'bought'),
        isNull(domains.replacedAt),
      ),
    )
    .orderBy(asc(domains.slot))
  const dueIds = await namesDue(db, held, { isLive: true })
  const due = held.filter(({ domain }) => dueIds.has(domain.id))
  const items = releaseItems(
    groups.map(({ groupId, plan, isReserve }) => ({
      groupId,
      plan,
      isReserve,
      domains: due.filter(({ domain }) => domain.bundleId === groupId).map(({ domain }) => domain.name),
    })),
    await pricesFor(deps, customerId),
  )
  return items.map((item) =>
    item.kind === 'bundle'
      ? { item, bundleId: item.key }
      : { item, domainId: due.find(({ domain }) => domain.name === item.key)?.domain.id },
  )
}

/** The places that it takes: what went on hold before it was placed is placed only once it is released. */
export async function placesToRelease(
  { db }: Pick<Dependencies, 'db'>,
  subjects: readonly CheckoutSubject[],
): Promise<WantedPlaces> {
  const groupIds = subjects.flatMap(({ bundleId }) => bundleId ?? [])
  const held = await db
    .select()
    .from(domains)
    .where(and(inArray(domains.bundleId, groupIds), isRunning))
  return placesFor(db, held)
}
