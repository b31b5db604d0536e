import type { ListedDomain, OrdersSummary } from '../api/orders.ts'
import { hoursSaved } from '../money/savings.ts'
import { inboxProgress } from './order-groups.ts'

/** What the domains of all orders amount to. */
export function summaryOf(listed: readonly ListedDomain[]): OrdersSummary {
  const held = listed.filter(({ status }) => status !== 'cancelled' && status !== 'duplicate')
  const azureDomains = held.filter(({ domainType }) => domainType === 'Azure').length
  const inboxCount = inboxProgress(held).delivered
  const done = held.filter(({ status }) => status === 'done').length
  return {
    timeSaved: hoursSaved({ mailboxes: inboxCount, domains: done }),
    inboxCount,
    totalDomains: held.length,
    azureDomains,
    googleDomains: held.length - azureDomains,
  }
}
