import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { countDomains } from '#features/orders/rules/order-groups.ts'
import type { ListedOrder } from '#features/orders/rules/order-index.ts'

/** An order, by what it forwards to or its company, or a domain whose name holds what was typed. */
export type AccountHit =
  | { kind: 'order'; orderId: string; forwardingDomain: string; domains: number }
  | { kind: 'domain'; orderId: string; groupId: string | undefined; domain: string; forwardingDomain: string }

type FoundOrder = Pick<ListedOrder, 'orderId' | 'forwardingDomain' | 'companyName' | 'domains'>

/** Hits of equal worth beyond this are not looked for: nobody reads further, they type one more letter. */
const enough = 50

/**
 * The orders and domains of an account whose names hold the text, the best first: the whole name, then names that
 * begin with it, then the others, each in the account's order. Looks at every name once and keeps only what may be
 * shown, so ten thousand names take a few milliseconds.
 */
export function findInAccount(orders: readonly FoundOrder[], typed: string, atMost: number): AccountHit[] {
  const text = displayForwardingUrl(typed.trim().toLowerCase())
  if (text === '') return []
  const byWorth: [AccountHit[], AccountHit[], AccountHit[]] = [[], [], []]
  const keep = (worth: 0 | 1 | 2 | undefined, hit: () => AccountHit) => {
    if (worth !== undefined && byWorth[worth].length < enough) byWorth[worth].push(hit())
  }
  for (const { orderId, forwardingDomain, companyName = '', domains } of orders) {
    const names = [displayForwardingUrl(forwardingDomain), companyName].map((name) => name.toLowerCase())
    keep(best(names.map((name) => worthOf(name, text))), () => ({
      kind: 'order',
      orderId,
      forwardingDomain,
      domains: countDomains(domains).total,
    }))
    for (const { domain, groupId } of domains)
      keep(worthOf(domain, text), () => ({ kind: 'domain', orderId, groupId, domain, forwardingDomain }))
  }
  return byWorth.flat().slice(0, atMost)
}

/** 0 for the name itself, 1 for its beginning, 2 for a place in it; undefined when it is not there. */
function worthOf(name: string, text: string): 0 | 1 | 2 | undefined {
  const at = name.indexOf(text)
  if (at < 0) return undefined
  if (at > 0) return 2
  return name.length === text.length ? 0 : 1
}

const best = (worths: readonly (0 | 1 | 2 | undefined)[]): 0 | 1 | 2 | undefined =>
  worths.filter((worth) => worth !== undefined).sort()[0]
