import { and, eq, inArray, sql } from 'drizzle-orm'
import { bundles, checkoutItems, checkouts, domainNames, domains } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { releaseUnpaid } from '#delivery/domains/release-names.ts'
import { endCheckout } from '#features/checkout/server/end-checkout.ts'
import { endUnpaidOrder } from '#features/ordering/server/end-unpaid-order.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { ClaimState } from '../../api/claims.ts'
import { type ForeignHolding, isClaimable } from './is-claimable.ts'
import { takeFromFormerHolders, takeFromOrder } from './take-from-order.ts'
import { tellUnpaid } from './tell-holder.ts'

/**
 * Ends what someone has not paid for yet because one of its names is someone else's: an order, a replacement, the
 * page of a reinstatement. `freed` when nobody holds the name any more; `held` when it was paid or is being given up.
 */
async function endUnpaidHold(
  deps: Dependencies,
  { holding, bundle }: ForeignHolding,
): Promise<'freed' | 'held'> {
  const { name, customerId } = holding
  if (bundle.status === 'awaiting_payment') {
    if ((await endUnpaidOrder(deps, bundle.orderId)) === 'paid') return 'held'
    await tellUnpaid(deps, customerId, { key: bundle.orderId, what: 'order', name })
    return 'freed'
  }
  if (holding.want === 'run') return 'held'
  const pages = await deps.db
    .select()
    .from(checkouts)
    .where(
      and(
        inArray(checkouts.status, ['prepared', 'open']),
        sql`exists (select from ${checkoutItems} i where i.checkout_id = ${checkouts.id}
          and (i.domain_id = ${holding.id} or i.bundle_id = ${bundle.id}))`,
      ),
    )
  for (const page of pages) await endCheckout(deps, page)
  if (holding.want !== 'hold') return 'held'
  const [ended] = await releaseUnpaid(deps.db, eq(domains.id, holding.id))
  if (!ended) return 'held'
  await tellUnpaid(deps, customerId, { key: holding.id, what: 'replacement', name })
  return 'freed'
}

/**
 * The TXT record by which a customer shows that a name is theirs: no one else is given this value. What was handed out
 * with a former key is accepted as long as that key is configured.
 */
export function ownershipRecord(
  { secrets }: Pick<Dependencies, 'secrets'>,
  customerId: string,
  domain: string,
): { name: string; value: string; acceptedValues: string[] } {
  const [proof, ...former] = secrets.proofs('domain ownership', JSON.stringify([customerId, domain]))
  const textOf = (bytes: Buffer) => `inboxyard-verify=${bytes.toString('base64url')}`
  return {
    name: `_inboxyard-verify.${domain}`,
    value: textOf(proof),
    acceptedValues: [proof, ...former].map(textOf),
  }
}

/**
 * Gives a name that stands in someone else's order to the customer whose record is at its present DNS host. All
 * customers are given the same name servers, so a delegation shows nobody's ownership, and once a name is delegated
 * here its host is ours: then nobody can take it. Nor can they take what we have registered. What is seen of a name
 * that no order holds keeps its former holders from having it back.
 */
export async function claimDomain(
  deps: Dependencies,
  customerId: string,
  domain: string,
): Promise<ClaimState> {
  const before = await readHolding(deps, customerId, domain)
  const isFree = before.state === 'yours'
  if (!isFree && before.state !== 'claimable') return before.state
  const { name, acceptedValues } = ownershipRecord(deps, customerId, domain)
  const seen = await deps.vendors.dns.txt(name, { purpose: 'waiting' })
  const isShown = seen.state === 'found' && seen.values.some((value) => acceptedValues.includes(value))
  if (before.state !== 'claimable') {
    if (isShown) await takeFromFormerHolders(deps, customerId, domain)
    return 'yours'
  }
  if (seen.state === 'unknown') return 'unknown'
  if (!isShown) return 'not_seen'
  try {
    if (before.holding.source === 'bought' && (await isRegisteredByUs(deps, domain))) return 'impossible'
  } catch (error) {
    if (isVendorError(error)) return 'unknown'
    throw error
  }
  // What was paid meanwhile is taken like any other paid order's.
  if ((await endUnpaidHold(deps, before)) === 'freed') return 'yours'
  if (await takeFromOrder(deps, domain)) return 'freeing'
  // Another owner who has shown it may have been quicker: then it is on its way out of the order all the same.
  const { state } = await readHolding(deps, customerId, domain)
  return state === 'claimable' ? 'impossible' : state
}

/** Asked of the registrar itself: what we noted may be old. Throws a `VendorError` when it does not say. */
async function isRegisteredByUs({ vendors }: Pick<Dependencies, 'vendors'>, name: string): Promise<boolean> {
  const found = await vendors.registrar.findRegistration(name, undefined, {
    purpose: 'waiting',
    patienceMs: 10_000,
  })
  return found?.state === 'registered' || found?.state === 'registering'
}

async function readHolding(
  { db }: Pick<Dependencies, 'db'>,
  customerId: string,
  domain: string,
): Promise<ForeignHolding | { state: 'yours' | 'own_order' | 'freeing' | 'impossible' }> {
  const [row] = await db
    .select({ holding: domains, bundle: bundles, name: domainNames })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .leftJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(eq(domains.name, domain), isHeld))
  if (!row) return { state: 'yours' }
  const { holding, bundle, name } = row
  if (holding.takenAt) return { state: 'freeing' }
  if (holding.customerId === customerId) return { state: 'own_order' }
  return isClaimable(holding, name) ? { state: 'claimable', holding, bundle } : { state: 'impossible' }
}
