import type { GivenUpCause } from '#features/domains/rules/given-up.ts'
import { billingPeriodDays } from '#features/plans/rules/catalog.ts'
import { countDomains, dropDuplicates, type GroupedDomain, inboxProgress } from './order-groups.ts'
import type { GroupHold } from './order-holds.ts'

interface CountedDomain extends GroupedDomain {
  inboxes?: number | undefined
  replacementOrdered?: boolean | undefined
  givenUp?: GivenUpCause | undefined
}

/** What an order in the list tells of its groups. */
interface CountedOrder {
  groups: readonly { groupId: string; monthlyCents: number; live: boolean; hold?: GroupHold | undefined }[]
  domains: readonly CountedDomain[]
}

export interface AccountFacts {
  /** Inboxes of delivered domains that are not on hold. */
  activeInboxes: number
  /** Places that are taken, as each order counts them. */
  domains: number
  /** What all groups that are billed cost in a period; a customer whose billing was stopped does not sign in. */
  monthlyCents: number
}

/** What an account has and what that costs. */
export function accountFacts(orders: readonly CountedOrder[]): AccountFacts {
  const facts: AccountFacts = { activeInboxes: 0, domains: 0, monthlyCents: 0 }
  for (const { groups, domains } of orders) {
    const held = new Set<string | undefined>()
    for (const { groupId, monthlyCents, live, hold } of groups) {
      if (hold) held.add(groupId)
      if (live && !hold) facts.monthlyCents += monthlyCents
    }
    const running = domains.filter(({ groupId }) => !held.has(groupId))
    const active = running.map((domain) => (domain.status === 'done' ? domain : { ...domain, inboxes: 0 }))
    facts.activeInboxes += inboxProgress(active).delivered
    facts.domains += countDomains(dropDuplicates(domains)).total
  }
  return facts
}

/** How each of them is counted. */
export const accountFactTexts: Record<keyof AccountFacts, string> = {
  activeInboxes:
    'Inboxes on domains that are done, in orders that are not on hold. A domain that is being replaced counts once.',
  domains: 'Domains that run or are being set up. One that is being replaced counts once.',
  monthlyCents: `What your orders cost every ${billingPeriodDays} days. What is on hold or cancelled is not billed.`,
}
