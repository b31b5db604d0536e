import * as z from 'zod'

const tokenMissing = 'Use an account token'
const contactMissing = 'Use the number of a contact in that account'

/** What opens an account at the registrar, beside the environment's. Stored sealed. */
export const dnsAccountSchema = z.object({
  /** An account token. */
  token: z.string(tokenMissing).min(8, tokenMissing).max(500, tokenMissing),
  /** The contact in that account that registrations are made for. */
  registrantId: z.number(contactMissing).int(contactMissing).positive(contactMissing),
})
export type DnsAccountCredentials = z.infer<typeof dnsAccountSchema>
