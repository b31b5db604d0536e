import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { checkoutItems, checkouts, domains } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeldUnpaid } from '#delivery/domains/held.ts'
import { releaseUnpaid } from '#delivery/domains/release-names.ts'
import { endCheckout } from '#features/checkout/server/end-checkout.ts'
import { endRivals } from '#features/checkout/server/end-rivals.ts'
import { type Ending, lossesOf, refuseUnagreed } from '#features/checkout/server/lost-payments.ts'
import type { Pair } from './find-originals.ts'

const attempt = { name: domains.name, replacesId: domains.replacesId, source: domains.source }
type Attempt = Pick<typeof domains.$inferSelect, keyof typeof attempt>

/** Names held for replacements that could still be paid, with the checkout of each. */
const unpaidReplacements = (db: Db, where: SQL) =>
  db
    .select({ ...attempt, checkout: checkouts })
    .from(domains)
    .innerJoin(checkoutItems, eq(checkoutItems.domainId, domains.id))
    .innerJoin(checkouts, eq(checkouts.id, checkoutItems.checkoutId))
    .where(
      and(
        where,
        eq(checkouts.kind, 'replace'),
        isHeldUnpaid,
        inArray(checkouts.status, ['prepared', 'open']),
      ),
    )

/**
 * Ends unpaid replacements of the same domains, at the payment provider first: those by other names, and those that
 * are not to be paid for this time. One by names that are paid for now as well ends when their page is opened. Throws
 * a `Refusal` when one was paid meanwhile, or pays for more and its customer has not agreed to its end.
 */
export async function endOtherAttempts(
  deps: Dependencies,
  originalIds: readonly string[],
  paid: readonly Pair[],
  ending: Ending,
): Promise<void> {
  const ofOriginals = inArray(domains.replacesId, [...originalIds])
  const isKept = ({ name, replacesId, source }: Attempt) =>
    source === 'bought' &&
    paid.some(({ original, newName }) => original.id === replacesId && newName === name)
  const held = await unpaidReplacements(deps.db, ofOriginals)
  const pageIds = (some: typeof held) => [...new Set(some.map(({ checkout }) => checkout.id))]
  // Before anything is held or started: also of those that end later.
  refuseUnagreed(await lossesOf(deps.db, pageIds(held), ending.keeps), ending.agreed)
  await endRivals(deps, pageIds(held.filter((each) => !isKept(each))), ending)
  await releaseWithoutPage(deps.db, ofOriginals, isKept)
}

/** One that never came to a page ends without asking anybody. */
async function releaseWithoutPage(db: Db, which: SQL, isKept: (attempt: Attempt) => boolean): Promise<void> {
  const held = await db
    .select({ ...attempt, id: domains.id })
    .from(domains)
    .where(
      and(
        which,
        isHeldUnpaid,
        sql`not exists (select from checkout_items i join checkouts c on c.id = i.checkout_id
          where i.domain_id = ${domains.id} and c.status in ('prepared', 'open', 'paid'))`,
      ),
    )
  const others = held.filter((each) => !isKept(each)).map(({ id }) => id)
  if (others.length > 0) await releaseUnpaid(db, inArray(domains.id, others))
}

/** What a bundle that is cancelled was still to be paid for is not for sale any more. What fails ends by itself. */
export async function endReplacementsOf(deps: Dependencies, bundleId: string): Promise<void> {
  const ofBundle = eq(domains.bundleId, bundleId)
  const held = await unpaidReplacements(deps.db, ofBundle)
  for (const checkout of new Map(held.map((each) => [each.checkout.id, each.checkout])).values())
    await endCheckout(deps, checkout).catch((error: unknown) =>
      deps.log.warn(
        { err: error, checkout: checkout.id },
        'the payment page of a cancelled order stays open until it expires',
      ),
    )
  await releaseWithoutPage(deps.db, ofBundle, () => false)
}
