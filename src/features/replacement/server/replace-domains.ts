import { and, inArray } from 'drizzle-orm'
import { domains } from '#base/db/schema/index.ts'
import { brokenConstraint } from '#base/db/sql-state.ts'
import { conflict, ruleBroken } from '#base/http/refusal.ts'
import { pricesFor } from '#base/prices/own-prices.ts'
import { fillMessage } from '#base/text/message.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { quoteItems, replacementItems } from '#features/checkout/rules/pricing.ts'
import type { Ending } from '#features/checkout/server/lost-payments.ts'
import { openCheckout } from '#features/checkout/server/open-checkout.ts'
import { domainAvailabilityMessages, isBlocking } from '#features/names/rules/domain-availability.ts'
import { verifyNames } from '#features/names/server/finding/verify-availability.ts'
import { verifyOwnNames } from '#features/names/server/finding/verify-own-names.ts'
import { allowsOwnDomains, ownUnavailable } from '#features/ordering/rules/order-draft.ts'
import type { DomainOption } from '#features/plans/rules/catalog.ts'
import { planNamesOf, soldTlds } from '#features/plans/rules/price-list.ts'
import { checkReplacements, type ReplaceDomainsBody } from '../rules/replace-request.ts'
import type { ReplaceDomainsResponse } from '../rules/replace-response.ts'
import { findOriginals, freeAmong, originalIdsOf, type Pair } from './find-originals.ts'
import { holdReplacements, type Wish } from './hold-replacements.ts'
import { endOtherAttempts } from './other-attempts.ts'
import { refuseRestless, startReplacements } from './start-replacements.ts'

/**
 * Puts other names in the place of a bundle's domains. Own names start at once; bought ones once they are paid,
 * except in the place of a bought name that could not be registered: that one has been paid for already. The old name
 * runs until the new one is delivered. Throws a `Refusal`.
 */
export async function replaceDomains(
  deps: Dependencies,
  customerId: string,
  request: ReplaceDomainsBody,
  origin: string,
  /** What an operator chooses is only told of. */
  agreed: Ending['agreed'],
  by: Wish['by'] = 'customer',
): Promise<ReplaceDomainsResponse> {
  const checked = checkReplacements(request, { tlds: soldTlds(deps.prices.now) })
  if (!checked.ok) throw ruleBroken(checked.problem.message)
  const isOwn = request[0]?.isUserAdded === true
  const pairs = await findOriginals(deps.db, customerId, request)
  const without = isOwn && pairs.find(({ plan }) => !allowsOwnDomains(plan))
  if (without) throw ruleBroken(ownUnavailable(without.plan, planNamesOf(deps.prices.now)))
  const prices = await pricesFor(deps, customerId)
  const free = isOwn ? pairs : await freeAmong(deps.db, pairs, prices)
  const paid = pairs.filter((pair) => !free.includes(pair))
  await endOtherAttempts(deps, originalIdsOf(pairs), paid, {
    keeps: pairs.map(({ original }) => original.name),
    agreed,
  })
  await refuseUnavailable(deps, customerId, pairs, isOwn ? 'own' : 'purchase')

  const ids = await holdAndStart(deps, {
    customerId,
    pairs,
    free,
    source: isOwn ? 'own' : 'bought',
    by,
    prices,
  })
  const done = {
    success: true,
    message: '',
    requiresPayment: false,
    successCount: pairs.length,
    errorCount: 0,
    errors: [],
    results: pairs.map(({ original, newName }) => ({ originalDomain: original.name, newDomain: newName })),
  }
  if (paid.length === 0) return done

  const items = replacementItems(
    'purchase',
    paid.map(({ newName }) => newName),
    prices,
  )
  const { url } = await openCheckout(deps, {
    customerId,
    kind: 'replace',
    subjects: items.map((item) => ({ item, domainId: ids.get(item.key) })),
    offer: { quote: quoteItems(items), promotion: undefined },
    // The request states no price; its page does.
    isShown: () => true,
    origin,
    changes: pairs[0]?.orderId,
    termsAccepted: false,
    agreed,
  })
  return { ...done, requiresPayment: true, checkoutUrl: url }
}

async function refuseUnavailable(
  deps: Dependencies,
  customerId: string,
  pairs: readonly Pair[],
  option: DomainOption,
): Promise<void> {
  const mine = await deps.db
    .select({ name: domains.name })
    .from(domains)
    .where(and(inArray(domains.replacesId, originalIdsOf(pairs)), isHeld))
  // Names held by this very replacement, sent a second time, are not in its own way.
  const ask = pairs.map(({ newName }) => newName).filter((name) => !mine.some((row) => row.name === name))
  const verify = option === 'own' ? verifyOwnNames : verifyNames
  const results = ask.length > 0 ? await verify(deps, customerId, ask) : []
  const blocked = results.filter(isBlocking)
  if (blocked.length === 0) return
  throw conflict(fillMessage(domainAvailabilityMessages.unavailableCount, { n: blocked.length }), {
    results: blocked,
  })
}

/** Those that cost nothing start in the same transaction. */
const holdAndStart = (deps: Dependencies, wish: Wish): Promise<Map<string, string>> =>
  deps.db
    .transaction(async (tx) => {
      const ids = await holdReplacements(tx, wish)
      await startReplacements(
        deps,
        tx,
        wish.free.map(({ newName }) => required(ids.get(newName), newName)),
      )
      await refuseRestless(
        tx,
        wish.free.map(({ original }) => original),
      )
      return ids
    })
    .catch((error: unknown) => {
      const constraint = brokenConstraint(error)
      if (constraint === 'domains_held_name') throw conflict(domainAvailabilityMessages.exists)
      if (constraint === 'domains_replacement')
        throw conflict('A replacement for one of these domains has been ordered already.')
      throw error
    })
