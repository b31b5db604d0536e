import * as z from 'zod'

/** What the console can set. */
const settings = z.object({
  /** Only `enterprise` may change many records at once. */
  plan: z.enum(['teams', 'enterprise']),
  /** `as_documented`: asked for names that point here and were never in this account. */
  ownershipProof: z.enum(['as_documented', 'always', 'never']),
  /** `by_tld`: .com and .net at once, others pending for a while. */
  registrations: z.enum(['by_tld', 'at_once', 'pending']),
  /** The same of renewals; `failing`: pending, and refused by the registry in the end. */
  renewals: z.enum(['by_tld', 'at_once', 'pending', 'failing']),
  /** The account's card is refused. */
  unpaid: z.boolean(),
})
export type DnsimpleSettings = z.output<typeof settings>
export const settingsForm = settings.partial()
export const defaultSettings: DnsimpleSettings = {
  plan: 'teams',
  ownershipProof: 'as_documented',
  registrations: 'by_tld',
  renewals: 'by_tld',
  unpaid: false,
}
