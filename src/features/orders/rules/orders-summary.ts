import { hoursSaved } from '#features/plans/rules/savings.ts'
import type { ListedDomain, OrdersSummary } from '../api/orders.ts'
import { countDomains, inboxProgress } from './order-groups.ts'

/** What the domains of all orders amount to; one that is being replaced counts once. */
export function summaryOf(listed: readonly ListedDomain[]): OrdersSummary {
  const held = listed.filter(({ status }) => status !== 'duplicate')
  const { total, active } = countDomains(held)
  const azureDomains = countDomains(held.filter(({ domainType }) => domainType === 'Azure')).total
  const inboxCount = inboxProgress(held).delivered
  return {
    timeSaved: hoursSaved({ mailboxes: inboxCount, domains: active }),
    inboxCount,
    totalDomains: total,
    azureDomains,
    googleDomains: total - azureDomains,
  }
}
