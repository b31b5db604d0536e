import * as z from 'zod'

/** What opens an account at the registrar, beside the environment's. Stored sealed. */
export const dnsAccountSchema = z.object({
  /** An account token. */
  token: z.string().min(8, 'Use an account token').max(500),
  /** The contact in that account that registrations are made for. */
  registrantId: z.number().int().positive('Use the number of a contact in that account'),
})
export type DnsAccountCredentials = z.infer<typeof dnsAccountSchema>
