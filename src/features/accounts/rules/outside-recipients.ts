import { numberText } from '#base/text/number-text.ts'

/**
 * Outside recipients that Microsoft lets a tenant reach in 24 hours ("Tenant External Recipient Rate Limit"): each
 * recipient of each mail counts. https://techcommunity.microsoft.com/blog/exchange/introducing-exchange-online-tenant-outbound-email-limits/4372797
 */
export const outsideRecipients = (paidLicenses: number): number =>
  paidLicenses < 1 ? trialRecipients : Math.floor(500 * paidLicenses ** 0.7 + 9_500)

/** Those of a tenant without a paid license, and of one of which nothing can be read. */
export const trialRecipients = 5_000

/** Shares of what a host lets an account reach: from the first on its operator is warned, until it is below the second again; nothing new is placed over the third. */
export const limitShares = { warns: 0.8, calm: 0.7, places: 0.9 } as const

/** What may be placed in an account by what its host lets out. */
export const placedAtMost = (hostLimit: number): number => Math.floor(hostLimit * limitShares.places)

/** Whence it is known how many a host lets an account reach. */
export const hostLimitSources = {
  counter: 'by Microsoft’s own counter',
  licenses: 'by its paid licenses',
  unreadable: 'the lowest, because its licenses cannot be read',
} as const

export interface HostLimit {
  perDay: number
  reached: number | null
  by: keyof typeof hostLimitSources
}

/** What a host lets an account reach, in one sentence. */
export const hostLimitText = ({ perDay, reached, by }: HostLimit): string =>
  `Microsoft lets it reach ${numberText(perDay)} outside recipients in 24 hours (${hostLimitSources[by]})${reached === null ? '' : `; ${numberText(reached)} reached`}.`

/** What an operator has entered beside what was read: the lower of the two is placed. */
export const comparedText = (entered: number, limit: HostLimit): string => {
  const placed = placedAtMost(limit.perDay)
  return entered > placed
    ? `${numberText(entered)} emails a day were entered, so up to ${numberText(placed)} are placed: 90% of what Microsoft allows.`
    : `${numberText(entered)} emails a day were entered, which is within it.`
}
