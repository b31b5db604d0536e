import * as z from 'zod'
import { believedWait, type ToldWait } from '#vendors/client/believed-wait.ts'
import type { Explanation, Refusal } from '#vendors/client/vendor-client.ts'
import { unexplained } from '#vendors/client/vendor-error.ts'
import type {
  DnsRecord,
  HostedRecord,
  NamePrice,
  NameRegistration,
  NameRenewal,
} from '#vendors/ports/names.ts'

/** The fields of DNSimple's answers that we use, and what they mean to us. Pure. */

const enveloped = <T extends z.ZodType>(data: T) => z.object({ data })

export const whoAmI = enveloped(z.object({ account: z.object({ id: z.number() }).nullable() }))

export const contactAnswer = enveloped(z.object({ id: z.number() }))

export const checked = enveloped(
  z.object({ domain: z.string(), available: z.boolean(), premium: z.boolean() }),
)

const dollars = z.union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)]).transform((value) => {
  return Math.round(Number(value) * 100)
})
export const priced = enveloped(
  z.object({ premium: z.boolean(), registration_price: dollars, renewal_price: dollars }),
)
export const priceOf = ({ data }: z.output<typeof priced>): NamePrice => ({
  premium: data.premium,
  registrationCents: data.registration_price,
  renewalCents: data.renewal_price,
})

export const domainAnswer = enveloped(
  z.object({
    id: z.number(),
    state: z.enum(['hosted', 'registered', 'expired']),
    registrant_id: z.number().nullable(),
    auto_renew: z.boolean(),
    expires_at: z.iso.datetime({ offset: true }).nullish(),
  }),
)
export type WireDomain = z.output<typeof domainAnswer>['data']

/**
 * What a domain of the account says about its registration; undefined when it is only hosted there. While a
 * registration is pending the domain is `hosted` already, but has a registrant: seen in DNSimple's own example of
 * a transfer that has started, and assumed to hold for registrations. The example of a transfer that was cancelled shows
 * the same (`domain.transfer/status-cancelled.http` of its fixtures): which it is, only the registration itself says.
 */
export function registrationOfDomain(domain: WireDomain): NameRegistration | undefined {
  if (domain.state === 'hosted' && domain.registrant_id === null) return undefined
  return {
    state: domain.state === 'hosted' ? 'registering' : domain.state,
    autoRenew: domain.auto_renew,
    externalId: `domain:${domain.id}`,
    expiresAt: domain.expires_at ? new Date(domain.expires_at) : undefined,
  }
}

export const registrationAnswer = enveloped(
  z.object({
    id: z.number(),
    state: z.enum(['cancelled', 'new', 'registering', 'registered', 'failed']),
    auto_renew: z.boolean(),
  }),
)
export const registrationStates = {
  cancelled: 'failed',
  new: 'registering',
  registering: 'registering',
  registered: 'registered',
  failed: 'failed',
} as const
export const registrationOf = ({ data }: z.output<typeof registrationAnswer>): NameRegistration => ({
  state: registrationStates[data.state],
  autoRenew: data.auto_renew,
  externalId: `registration:${data.id}`,
})
/** DNSimple's number of a registration, of an id that `registrationOf` made. */
export const registrationNumber = (externalId: string | undefined): string | undefined =>
  /^registration:(\d+)$/.exec(externalId ?? '')?.[1]

/** https://developer.dnsimple.com/v2/tlds/ */
export const tldAnswer = enveloped(
  z.object({
    tld: z.string(),
    registration_enabled: z.boolean().optional(),
    whois_privacy: z.boolean().optional(),
  }),
)

/** https://developer.dnsimple.com/v2/openapi.yml (`DomainRenewal`) */
export const renewalAnswer = enveloped(
  z.object({ id: z.number(), state: z.enum(['cancelled', 'new', 'renewing', 'renewed', 'failed']) }),
)
export const renewalStates = {
  cancelled: 'failed',
  new: 'renewing',
  renewing: 'renewing',
  renewed: 'renewed',
  failed: 'failed',
} as const
export const renewalOf = ({ data }: z.output<typeof renewalAnswer>): NameRenewal => ({
  state: renewalStates[data.state],
  externalId: `renewal:${data.id}`,
})
/** DNSimple's number of a renewal, of an id that `renewalOf` made. */
export const renewalNumber = (externalId: string): string | undefined =>
  /^renewal:(\d+)$/.exec(externalId)?.[1]

export const delegationAnswer = enveloped(z.array(z.string()))
export const zoneAnswer = enveloped(z.object({ active: z.boolean().optional() }))

const wireRecord = z.object({
  id: z.number(),
  name: z.string().nullable(),
  type: z.string(),
  content: z.string(),
  priority: z.number().nullish(),
  ttl: z.number().nullish(),
  system_record: z.boolean(),
})
export const recordAnswer = enveloped(wireRecord)
export const batchAnswer = enveloped(z.object({ creates: z.array(wireRecord) }))
export const recordPage = z.object({
  data: z.array(wireRecord),
  pagination: z.object({ total_pages: z.number() }),
})

export const hostedRecord = (record: z.output<typeof wireRecord>): HostedRecord => ({
  id: String(record.id),
  name: record.name ?? '',
  type: record.type,
  content: record.type === 'TXT' ? unquoteTxt(record.content) : record.content,
  priority: record.priority ?? undefined,
  ttl: record.ttl ?? undefined,
  system: record.system_record,
})

export const recordBody = ({ name, type, content, priority, ttl }: DnsRecord) => ({
  name,
  type,
  content: type === 'TXT' ? quoteTxt(content) : content,
  ...(priority === undefined ? {} : { priority }),
  ...(ttl === undefined ? {} : { ttl }),
})

/** Whether a hosted record is the wanted one; time to live apart, since it changes nothing that is seen. */
export const isSameRecord = (hosted: HostedRecord, wanted: DnsRecord): boolean =>
  hosted.type === wanted.type &&
  hosted.name.toLowerCase() === wanted.name.toLowerCase() &&
  comparable(hosted) === comparable(wanted) &&
  (wanted.type !== 'MX' || (hosted.priority ?? 0) === (wanted.priority ?? 0))

/** Host names compare without case and without the dot at the end. */
const comparable = ({ type, content }: { type: string; content: string }): string =>
  ['CNAME', 'MX', 'NS', 'ALIAS'].includes(type) ? content.toLowerCase().replace(/\.$/, '') : content

/** DNSimple answers TXT content as quoted strings of at most 255 bytes, however it was sent. */
export function unquoteTxt(content: string): string {
  if (!content.trimStart().startsWith('"')) return content
  return [...content.matchAll(/"((?:[^"\\]|\\.?)*)(?:"|$)/gs)]
    .map(([, part = '']) => part.replaceAll(/\\(.)/g, '$1'))
    .join('')
}

/** For ASCII text, as all our records are. */
export const quoteTxt = (text: string): string =>
  (text.match(/.{1,255}/gs) ?? ['']).map((part) => `"${part.replaceAll(/["\\]/g, '\\$&')}"`).join(' ')

/** One of the two at least: https://developer.dnsimple.com/v2/ ("Errors"). */
const refusalBody = z
  .object({ message: z.string(), errors: z.record(z.string(), z.unknown()).nullable() })
  .partial()
  .refine(({ message, errors }) => message !== undefined || errors)

const hourMs = 3_600_000
const reasonMaxLength = 300

/** DNSimple's refusals: a message, and what is wrong with each field. */
export function explainRefusal({ status, headers, body }: Refusal): Explanation {
  const parsed = refusalBody.safeParse(body)
  const said = parsed.success ? sentence(parsed.data) : undefined
  if (said === undefined) {
    // Something in between answered; only DNSimple itself knows what is missing or wrong there.
    return {
      kind: 'transient',
      code: unexplained,
      reason: `answered ${status} without saying why`,
      ...(status === 429 && quotaReset(headers)),
    }
  }
  switch (status) {
    case 401:
      return { reason: 'the token is wrong or was revoked' }
    case 402:
      // Nothing is wrong with the call: it works again once the operator has paid.
      return { kind: 'unauthorised', code: 'unpaid', reason: 'the account has an unpaid bill' }
    case 403:
      return { reason: 'the token lacks a permission' }
    case 429:
      return { reason: 'the limit of requests is reached', ...quotaReset(headers) }
  }
  // Someone else's zone stands in the way: who owns the name proves it by delegating it.
  if (status === 406)
    return {
      kind: 'waiting',
      waitsFor: 'customer',
      code: 'ownership_proof',
      reason: said,
      nameServers: hostsIn(said),
    }
  if (status === 412) return { kind: 'rejected', code: 'plan', reason: said }
  return { reason: said }
}

const host = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){2,5}$/
/** The hosts that a sentence names: they stand nowhere else in the answer. */
const hostsIn = (said: string): string[] => [
  ...new Set(
    said
      .toLowerCase()
      .split(/[\s,;]/)
      .map((word) => word.replace(/\.$/, ''))
      .filter((word) => host.test(word)),
  ),
]

function sentence({ message, errors }: z.output<typeof refusalBody>): string {
  const details = Object.entries(errors ?? {}).flatMap(([field, problems]) =>
    Array.isArray(problems)
      ? problems.map((problem) =>
          typeof problem === 'string' ? `${field} ${problem}` : `${field} ${JSON.stringify(problem)}`,
        )
      : [],
  )
  return [...(message ? [message] : []), ...details].join('; ').slice(0, reasonMaxLength)
}

/**
 * How long until the hour's quota is new, when it is used up; told as the vendor's time of day, so measured by the
 * vendor's own clock. Undefined when `Retry-After` says it, or when it was another, unpublished limit.
 */
function quotaReset(headers: Headers): ToldWait | undefined {
  if (headers.has('retry-after') || headers.get('x-ratelimit-remaining') !== '0') return undefined
  const reset = headers.get('x-ratelimit-reset')
  const now = Date.parse(headers.get('date') ?? '')
  const wait = Number(reset) * 1000 - (Number.isNaN(now) ? Date.now() : now)
  return Number.isFinite(wait)
    ? believedWait(Math.max(wait, 1_000), `X-RateLimit-Reset: ${reset}`, hourMs)
    : undefined
}
