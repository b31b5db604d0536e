import { createHmac } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { ClaimState } from '#shared/api/domains.ts'
import { bundles, domainNames, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Facts } from '../../provisioning/facts.ts'
import { endUnpaidOrder } from '../orders/end-unpaid-order.ts'
import { isClaimable, takeFromOrder, tellUnpaidOrder } from './take-from-order.ts'

/** The TXT record by which a customer shows that a name is theirs: nobody else is given this value. */
export function ownershipRecord(
  { secrets }: Pick<Dependencies, 'secrets'>,
  customerId: string,
  domain: string,
): { name: string; value: string } {
  const proof = createHmac('sha256', secrets.derive('domain ownership'))
    .update(JSON.stringify([customerId, domain]))
    .digest('base64url')
  return { name: `_inboxyard-verify.${domain}`, value: `inboxyard-verify=${proof}` }
}

/**
 * Gives a name that stands in somebody else's order to the customer whose record is at its present DNS host. All
 * customers are given the same name servers, so a delegation shows nobody's ownership, and once a name is delegated
 * here its host is ours: then nobody can take it.
 */
export async function claimDomain(
  deps: Dependencies,
  customerId: string,
  domain: string,
): Promise<ClaimState> {
  const before = await readHolding(deps, customerId, domain)
  if (before.state !== 'claimable') return before.state
  const { name, value } = ownershipRecord(deps, customerId, domain)
  const seen = await deps.vendors.dns.txt(name, { purpose: 'waiting' })
  if (seen.state === 'unknown') return 'unknown'
  if (seen.state === 'missing' || !seen.values.includes(value)) return 'not_seen'
  if (before.orderIsUnpaid) {
    // What was paid meanwhile is taken like any other paid order's.
    if ((await endUnpaidOrder(deps, before.orderId)) === 'ended') {
      await tellUnpaidOrder(deps, before, domain)
      return 'yours'
    }
  }
  return (await takeFromOrder(deps, domain)) ? 'freeing' : 'impossible'
}

/** Whoever holds a name, as far as somebody else may ask for it. */
interface ForeignHolding {
  state: 'claimable'
  orderId: string
  orderIsUnpaid: boolean
  holderId: string
}

async function readHolding(
  { db }: Pick<Dependencies, 'db'>,
  customerId: string,
  domain: string,
): Promise<ForeignHolding | { state: 'yours' | 'own_order' | 'freeing' | 'impossible' }> {
  const [row] = await db
    .select({ holding: domains, bundle: bundles, facts: domainNames.facts })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .leftJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(eq(domains.name, domain), isNull(domains.releasedAt)))
  if (!row) return { state: 'yours' }
  const { holding, bundle } = row
  if (holding.takenAt) return { state: 'freeing' }
  if (holding.customerId === customerId) return { state: 'own_order' }
  const orderIsUnpaid = bundle.status === 'awaiting_payment'
  if (!(holding.source === 'own' && (orderIsUnpaid || isClaimable(holding, row.facts as Facts | null))))
    return { state: 'impossible' }
  return { state: 'claimable', orderId: bundle.orderId, orderIsUnpaid, holderId: holding.customerId }
}
