import * as z from 'zod'
import type { Explanation, Refusal } from '#vendors/client/vendor-client.ts'
import type { VendorError } from '#vendors/client/vendor-error.ts'
import { waitsForVendor } from '#vendors/client/vendor-error.ts'
import { reworded, vendorWords } from '#vendors/client/vendor-words.ts'
import type { HostedMailbox } from '#vendors/ports/mailbox-hosts.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'

export const graphDomain = z.object({
  id: z.string(),
  isVerified: z.boolean(),
  supportedServices: z.array(z.string()),
})

/** One record of `verificationDnsRecords` or `serviceConfigurationRecords`. */
const graphDnsRecord = z.object({
  label: z.string(),
  recordType: z.string(),
  ttl: z.number().nullish(),
  text: z.string().nullish(),
  mailExchange: z.string().nullish(),
  preference: z.number().nullish(),
})
export const graphDnsRecords = z.object({ value: z.array(graphDnsRecord) })
type GraphDnsRecord = z.infer<typeof graphDnsRecord>

export const directoryUserFields = [
  'id',
  'userPrincipalName',
  'accountEnabled',
  'mail',
  'mailNickname',
  'assignedLicenses',
  'passwordPolicies',
]
/**
 * Keeps a password from expiring, which it does after 90 days where a domain says nothing of it
 * (`passwordValidityPeriodInDays`, https://learn.microsoft.com/graph/api/resources/domain).
 */
export const lasting = 'DisablePasswordExpiration'
export const directoryUser = z.object({
  id: z.string().min(1),
  userPrincipalName: z.string(),
  accountEnabled: z.boolean().nullish(),
  /** Filled by Exchange once the mailbox exists. */
  mail: z.string().nullish(),
  /** Where our mark is: it is the alias in Exchange. */
  mailNickname: z.string().nullish(),
  assignedLicenses: z.array(z.object({ skuId: z.string() })).nullish(),
  /** Shown only where it is asked for, and null where nothing was set. */
  passwordPolicies: z.string().nullish(),
})
export type DirectoryUser = z.infer<typeof directoryUser>

/** One that was removed: its name has its id before it. */
export const deletedUser = z.object({
  id: z.string().min(1),
  userPrincipalName: z.string(),
  mailNickname: z.string().nullish(),
  deletedDateTime: z.coerce.date(),
})
export type DeletedUser = z.infer<typeof deletedUser>

export const hostedMailbox = (user: DirectoryUser): HostedMailbox => ({
  externalId: user.id,
  address: user.userPrincipalName.toLowerCase(),
  enabled: user.accountEnabled === true,
  ready: typeof user.mail === 'string' && user.mail !== '',
  ...(user.mailNickname && { mark: user.mailNickname }),
  ...(user.passwordPolicies !== undefined &&
    !user.passwordPolicies?.includes(lasting) && { passwordExpires: true }),
})

/** The part before a zone's name: '' for the apex. */
function leftPart(label: string, name: string): string {
  const host = label.toLowerCase()
  if (host === name || host === '@' || host === '') return ''
  return host.endsWith(`.${name}`) ? host.slice(0, -name.length - 1) : host
}

/** A record as we publish it; undefined for kinds that mail does not need. */
function dnsRecord(record: GraphDnsRecord, name: string): DnsRecord | undefined {
  const place = { name: leftPart(record.label, name), ttl: record.ttl ?? undefined }
  const type = record.recordType.toLowerCase()
  if (type === 'txt' && record.text) return { ...place, type: 'TXT', content: record.text }
  if (type === 'mx' && record.mailExchange)
    return { ...place, type: 'MX', content: record.mailExchange, priority: record.preference ?? 0 }
  return undefined
}

export const ownershipRecord = (records: readonly GraphDnsRecord[], name: string): DnsRecord | undefined =>
  records.map((record) => dnsRecord(record, name)).find((record) => record?.type === 'TXT')

/** MX and SPF; empty while Microsoft has not set the domain up for mail. */
export function mailRecordsOf(records: readonly GraphDnsRecord[], name: string): DnsRecord[] {
  const ours = records.flatMap((record) => dnsRecord(record, name) ?? [])
  const mx = ours.find((record) => record.type === 'MX')
  const spf = ours.find((record) => record.type === 'TXT' && record.content.startsWith('v=spf1'))
  return mx && spf ? [mx, spf] : []
}

const graphRefusal = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.array(z.object({ code: z.string() })).nullish(),
  }),
})

/** The code of "another object has this name already", wherever Graph puts it. */
export const objectConflict = 'ObjectConflict'

/** The code of "an app, or a grant of it, is there already". */
export const alreadyThere = 'Request_MultipleObjectsWithSameKeyValue'

/** Our words for what Graph says in a sentence only, under one code for everything that is wrong with a request. */
export const noLicenceLeft = 'NoLicenceLeft'
const verifiedElsewhere = 'VerifiedElsewhere'
const alreadyVerified = 'AlreadyVerified'
const saidInWords: [RegExp, string][] = [
  // Whatever the organization is called: "another Office 365 subscription", "a different tenant".
  [
    /\b(?:another|other|different)\s(?:[\w-]+\s){0,3}(?:organi[sz]ation|tenant|directory|company|subscription|account|customer)\b/i,
    verifiedElsewhere,
  ],
  [/\balready (?:been )?verified\b/i, alreadyVerified],
  [/available licenses/i, noLicenceLeft],
]

export function explainGraph({ status, body }: Refusal): Explanation {
  const parsed = graphRefusal.safeParse(body)
  if (!parsed.success) return {}
  const { code, message, details } = parsed.data.error
  if (status === 429) return { code, reason: 'too many requests' }
  if (status === 401) return { code, reason: 'the access token was not accepted' }
  // Whoever looks first meets it only while listings do not show it: nothing to slow down for.
  if (code === alreadyThere)
    return { code, ...waitsForVendor, reason: 'Microsoft has it already, and does not show it yet' }
  if (status === 409 || /concurren/i.test(code))
    return { code, kind: 'transient', reason: 'Microsoft is busy with the same object' }
  if (code === 'Directory_QuotaExceeded')
    return { code, kind: 'rejected', reason: 'the tenant has reached its limit of objects' }
  if (status === 403)
    return {
      code,
      reason: `the app registration lacks a permission, or a directory role or a restricted unit protects the user: ${vendorWords(message)}`,
    }
  if (details?.some((detail) => detail.code === objectConflict))
    return { code: objectConflict, reason: vendorWords(message) }
  const worded = saidInWords.find(([words]) => words.test(message))?.[1]
  return { code: worded ?? code, reason: vendorWords(message) }
}

const notSeen = 'Microsoft does not see the verification record yet'

/**
 * A refused verification. Graph answers 400 both while the record is not visible and when it never will do;
 * only the text tells, and it is not documented. When in doubt it is worth waiting.
 */
export function explainVerification(error: VendorError): VendorError | 'verified' {
  if (error.status !== 400) return error
  // Of a name that this tenant has not verified, the object that has it already is another's.
  if (error.code === verifiedElsewhere || error.code === objectConflict)
    return reworded(
      error,
      { kind: 'rejected' },
      'another Microsoft 365 organization uses this domain; it has to be removed there first',
    )
  if (error.code === alreadyVerified) return 'verified'
  return reworded(error, waitsForVendor, `${notSeen} (${error.reason})`, notSeen)
}
