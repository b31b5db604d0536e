import * as z from 'zod/mini'
import { day } from '#base/text/day.ts'
import { numberText } from '#base/text/number-text.ts'
import { boundedText } from '#base/text/outcome.ts'

const mostRoom = 999_999_999
const limitMissing = `Please enter a whole number from 1 to ${numberText(mostRoom)}.`
const limit = z.int(limitMissing).check(z.positive(limitMissing), z.maximum(mostRoom, limitMissing))

/** How many domains, mailboxes and recipients per day (warm-up included) fit into an account. */
export const accountLimits = z.strictObject({ domains: limit, mailboxes: limit, dailyRecipients: limit })
export type AccountLimits = z.output<typeof accountLimits>

const part = (length: number) =>
  z.pipe(
    boundedText(length),
    z.transform((text: string) => text.trim()),
  )

/** What opens an account, as it is pasted. What it has to look like, the server knows. */
export const accountCredentials = z.discriminatedUnion('host', [
  z.strictObject({
    host: z.literal('microsoft'),
    tenantId: part(100),
    clientId: part(100),
    initialDomain: part(253),
    clientSecret: part(500),
  }),
  z.strictObject({
    host: z.literal('google'),
    /** The service account's key file, as Google gives it. */
    keyFile: part(20_000),
    adminEmail: part(254),
    customerId: part(100),
  }),
])
export type AccountCredentials = z.output<typeof accountCredentials>

/** The day on which a secret ends; null where it has no end, or it is not known. */
export const secretExpiry = z.nullable(day)

const labelMissing = 'Please give it a name.'
export const accountLabel = z.pipe(
  part(100),
  z.string().check(z.minLength(1, labelMissing), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, labelMissing)),
)

/** What opens an account at the registrar, as it is pasted. */
export const dnsCredentials = z.strictObject({
  /** An account token. */
  token: part(500),
  /** The contact in that account that registrations are made for. */
  registrantId: z.int('Please enter the number of a contact.').check(z.positive(), z.maximum(999_999_999)),
})
