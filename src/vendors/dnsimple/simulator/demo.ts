/** The account that the sandbox's DNSimple has from the start. */
export const demoDnsimple = {
  token: 'sandbox-token',
  accountId: 1010,
  email: 'operator@inboxyard.test',
  /** The contact that registrations are made for. */
  registrantId: 1,
} as const

/** Another account of the same operator, for those whose first one has no calls left. */
export const secondDnsimple = {
  token: 'sandbox-token-2',
  accountId: 1011,
  email: 'second@inboxyard.test',
  registrantId: 2,
} as const

export const dnsimpleAccounts = [demoDnsimple, secondDnsimple] as const
export type DnsimpleOwner = (typeof dnsimpleAccounts)[number]
