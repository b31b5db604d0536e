import { and, eq, sql } from 'drizzle-orm'
import type { BodyOf } from '#base/api/endpoint.ts'
import { domains } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import type { SignedIn } from '#base/http/session-lookup.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { findGroup } from '#delivery/domains/find-group.ts'
import type { payForRelease as call } from '#features/checkout/api/payments.ts'
import type { Ending } from '#features/checkout/server/lost-payments.ts'
import { openCheckout } from '#features/checkout/server/open-checkout.ts'
import { quoteFor } from '#features/checkout/server/quote-for.ts'
import { refreshExpiry } from '#features/domains/server/lapsed-names.ts'
import { releaseSubjects } from './release-offer.ts'

/**
 * Opens the payment page for everything of a group's order that is on hold since its payment went back. Throws a
 * `Refusal` for a group that is not the customer's, where paying ends no hold, and for another price than was shown.
 */
export async function payForRelease(
  deps: Dependencies,
  customer: Pick<SignedIn, 'id'>,
  { groupId, totalCents }: BodyOf<typeof call>,
  origin: string,
  agreed: Ending['agreed'],
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
  const subjects = await releaseSubjects(deps, customer.id, order.id)
  if (subjects.length === 0)
    throw conflict('Nothing of this order waits to be paid for again. Please reload the page.')
  const offer = await quoteFor(
    deps,
    customer.id,
    subjects.map(({ item }) => item),
    undefined,
  )
  return openCheckout(deps, {
    customerId: customer.id,
    kind: 'release',
    subjects,
    offer,
    isShown: (quote) => quote.totalCents === totalCents,
    origin,
    termsAccepted: false,
    agreed,
  })
}
