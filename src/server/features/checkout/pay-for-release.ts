import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BodyOf } from '#shared/api/endpoint.ts'
import type { payForRelease as call } from '#shared/api/payments.ts'
import { checkoutItems, checkouts, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { conflict, priceChanged } from '../../http/refusal.ts'
import type { SignedIn } from '../auth/session-lookup.ts'
import { findGroup } from '../orders/read-group.ts'
import { refreshExpiry } from '../reinstatement/lapsed-names.ts'
import { releaseSubjects } from '../release/release-offer.ts'
import { endCheckout } from './end-checkout.ts'
import { type CheckoutSubject, openCheckout } from './open-checkout.ts'
import { quoteFor } from './quote-for.ts'

/**
 * Opens the payment page for everything of a group's order that is on hold since its payment went back. Throws a
 * `Refusal` for a group that is not the customer's, where paying ends no hold, and for another price than was shown.
 */
export async function payForRelease(
  deps: Dependencies,
  customer: SignedIn,
  { groupId, totalCents }: BodyOf<typeof call>,
  origin: string,
): Promise<{ url: string; sessionId: string }> {
  const { order } = await findGroup(deps.db, customer.id, groupId)
  const names = await deps.db
    .select({ name: domains.name })
    .from(domains)
    .where(
      and(
        eq(domains.customerId, customer.id),
        sql`${domains.bundleId} in (select id from bundles where order_id = ${order.id})`,
      ),
    )
  await refreshExpiry(
    deps,
    customer.id,
    names.map(({ name }) => name),
  )
  const subjects = await releaseSubjects(deps.db, customer.id, order.id)
  if (subjects.length === 0)
    throw conflict('Nothing of this order waits to be paid for again. Please reload the page.')
  const offer = await quoteFor(
    deps,
    customer.id,
    subjects.map(({ item }) => item),
    undefined,
  )
  if (offer.quote.totalCents !== totalCents) throw priceChanged(offer.quote)
  await endOtherPages(deps, customer.id, subjects)
  return openCheckout(deps, {
    customerId: customer.id,
    kind: 'release',
    subjects,
    offer,
    origin,
    termsAccepted: false,
  })
}

/** Pages on which some of it, or it at another price, could still be paid: there is one for each order. */
async function endOtherPages(
  deps: Dependencies,
  customerId: string,
  subjects: readonly CheckoutSubject[],
): Promise<void> {
  const open = await deps.db
    .select({ checkout: checkouts, items: sql<string[]>`array_agg(${nameOfItem})` })
    .from(checkouts)
    .innerJoin(checkoutItems, eq(checkoutItems.checkoutId, checkouts.id))
    .where(
      and(
        eq(checkouts.customerId, customerId),
        eq(checkouts.kind, 'release'),
        inArray(checkouts.status, ['prepared', 'open']),
      ),
    )
    .groupBy(checkouts.id)
  const wanted = subjects.map(({ bundleId, domainId, item }) => `${bundleId ?? domainId} ${item.listCents}`)
  const others = open.filter(
    ({ items }) =>
      items.some((item) => wanted.includes(item)) && items.toSorted().join() !== wanted.toSorted().join(),
  )
  for (const { checkout } of others)
    if ((await endCheckout(deps, checkout)).status === 'paid')
      throw conflict('This has been paid already. You can follow it on your dashboard.')
}

const nameOfItem = sql`coalesce(${checkoutItems.bundleId}, ${checkoutItems.domainId}) || ' ' || ${checkoutItems.listCents}`
