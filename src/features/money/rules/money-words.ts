import { keysOf } from '#base/records/keys-of.ts'
import { countOf } from '#base/text/count-of.ts'

/** What an invoice is for: the first of a subscription, a later period of it, or something that is paid once. */
export const invoiceKinds = ['first', 'renewal', 'once'] as const
/** As the payment provider calls them. */
export const invoiceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const
export const chargeStates = ['succeeded', 'pending', 'failed'] as const
export const returnKinds = ['refund', 'dispute'] as const
/** A refund is pending, succeeded or failed; a dispute open, won or lost. */
export const returnOutcomes = ['pending', 'succeeded', 'failed', 'open', 'won', 'lost'] as const
/** What a bank makes of a disputed payment. While it only asks, nothing is taken back. */
export const disputeOutcomes = ['inquiry', 'inquiry_closed', 'open', 'won', 'lost'] as const

/** What money is spent on, how it is counted and of what there is one each. */
export const costKinds = {
  registration: { title: 'Registration', per: 'domain, once', of: 'tld' },
  renewal: { title: 'Renewal', per: 'domain and year', of: 'tld' },
  licence: { title: 'Licences', per: 'mailbox and month', of: 'platform' },
  tenant: { title: 'Tenants and accounts', per: 'tenant or account and month', of: 'platform' },
} as const satisfies Record<string, { title: string; per: string; of: 'tld' | 'platform' }>
export type CostKind = keyof typeof costKinds
export const costKindNames = keysOf(costKinds)

/** Said wherever figures are that lack something. */
export const otherCurrenciesText = (count: number): string =>
  `${countOf(count, 'charge')} in ${count === 1 ? 'another currency is' : 'other currencies are'} not counted.`
