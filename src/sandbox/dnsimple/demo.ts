/** The account that the sandbox's DNSimple has from the start. */
export const demoDnsimple = {
  token: 'sandbox-token',
  accountId: 1010,
  email: 'operator@inboxyard.test',
  /** The contact that registrations are made for. */
  registrantId: 1,
} as const
