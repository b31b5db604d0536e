import type { Unserved } from '#delivery/fulfilment.ts'
import type { NotNeeded } from '#features/billing/rules/refund-reasons.ts'

/** One thing that was paid for: a bundle, or a domain and the bundle that it stands in. */
interface PaidItem {
  bundleId: string | null
  domainId: string | null
  ofBundle: string | null
  cents: number
}

interface GoesBack {
  /** The refunds to be made, each of something: bundles together, each domain's fee under its own id. */
  parts: { domainId: string | null; cents: number }[]
  cents: number
  /** Nothing came of anything that was paid for. */
  whole: boolean
  cause: NotNeeded
}

/** Told before what was only paid twice: the first of these that is among the causes. */
const toldFirst: readonly NotNeeded[] = ['closed', 'over', 'disputed']

/**
 * What of a payment goes back when nothing came of some of its items. Of one of which nothing is needed that is all
 * that is left of it: what went back already, at the payment provider or at the bank, does not go back again.
 */
export function whatGoesBack(
  items: readonly PaidItem[],
  unserved: readonly Unserved[],
  leftCents: number,
): GoesBack {
  const ids = new Set<string | null>(unserved.map(({ id }) => id))
  const lost = items.filter(({ bundleId, domainId, ofBundle }) =>
    [bundleId, domainId, ofBundle].some((id) => ids.has(id)),
  )
  const whole = lost.length === items.length
  const parts = (whole ? [{ domainId: null, cents: leftCents }] : partsOf(lost)).filter(
    (part) => part.cents > 0,
  )
  const causes = new Set(unserved.map(({ cause }) => cause))
  return {
    parts,
    cents: sumOf(parts),
    whole,
    cause: toldFirst.find((each) => causes.has(each)) ?? 'paid',
  }
}

/** Bundles together, each domain on its own: a fee that went back is not owed again. */
function partsOf(lost: readonly PaidItem[]): GoesBack['parts'] {
  const fees = lost.filter(({ domainId }) => domainId !== null)
  const ofBundles = lost.filter(({ domainId }) => domainId === null)
  return [
    { domainId: null, cents: sumOf(ofBundles) },
    ...fees.map(({ domainId, cents }) => ({ domainId, cents })),
  ]
}

const sumOf = (parts: readonly { cents: number }[]) => parts.reduce((sum, { cents }) => sum + cents, 0)
