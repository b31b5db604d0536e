import * as z from 'zod/mini'
import { boundedList } from '#base/text/bounded.ts'
import { fillMessage } from '#base/text/message.ts'
import { domainsPerCallMax } from '#features/plans/rules/catalog.ts'
import { domainField, domainNameMessages } from './domain-name.ts'
import { normalizeDomain } from './normalize-domain.ts'

export const domainAvailabilityMessages = {
  toldAgain: 'Keep this tab open and we’ll tell you when.',
  again: 'You can check more domains now.',
  verifyFailed: 'Failed to verify domain availability',
  unavailableCount: '{n} domain(s) are unavailable. Please select from suggested alternatives.',
  unavailable: 'Domain unavailable: {message}',
  validated: 'Domain validation successful! Please confirm to proceed.',
  exists: 'This domain already exists in our system.',
  taken: 'This domain is not available.',
  unregistered: 'This name is not registered.',
  noSuchEnding: 'There are no domains with the ending .{tld}.',
  insideHeld: 'It is a part of {d}, which an order here has.',
  aroundHeld: 'An order here has a part of it, so it cannot be set up as a whole.',
  tooMany: `At most ${domainsPerCallMax} domains can be verified at a time`,
} as const

/** Which names are asked about, and whether they are the customer's own. */
export const verifyAvailabilityBody = z.strictObject({
  domains: boundedList(domainField, {
    max: domainsPerCallMax,
    tooMany: domainAvailabilityMessages.tooMany,
    none: domainNameMessages.empty,
  }),
  is_user_own: z.enum(['yes', 'no']),
})

/** One answer about one name. */
const availabilityResult = z.object({
  domain: z.string(),
  available: z.boolean(),
  /** Whether an order here holds the name already. */
  exists_in_airtable: z.boolean(),
  /** Why it is not available; empty when it is. */
  message: z.string(),
  suggestions: z.array(z.string()),
  /** Set while nobody could say yet: worth asking again. */
  checking: z.optional(z.boolean()),
  /** Set when that is because the registrar does not answer. */
  registrarAway: z.optional(z.boolean()),
  /** Of an own name: its name servers now, none where it points nowhere; absent when they could not be looked up. */
  nameServers: z.optional(z.array(z.string())),
})
export type AvailabilityResult = z.output<typeof availabilityResult>

export const verifyAvailabilityResponse = z.object({
  success: z.boolean(),
  results: z.array(availabilityResult),
})

/** Whether an answer stands in the way: the name can't be bought or brought along, or an order here holds it. */
export const isBlocking = ({
  available,
  exists_in_airtable,
}: Pick<AvailabilityResult, 'available' | 'exists_in_airtable'>): boolean => exists_in_airtable || !available

export interface Verdict {
  /** Whether all names are available. */
  ok: boolean
  /** For a toast. */
  message: string
  /** Names that stand in the way, each with its sentence, what could be taken instead, and whether an order holds it. */
  blocked: { domain: string; message: string; suggestions: string[]; isHeld: boolean }[]
}

const sentence = ({ message, exists_in_airtable }: AvailabilityResult): string =>
  fillMessage(domainAvailabilityMessages.unavailable, {
    message: message || domainAvailabilityMessages[exists_in_airtable ? 'exists' : 'taken'],
  })

/** What to make of the answers about some names. A name without an answer is not taken to be free. */
export function judgeAvailability(
  domains: readonly string[],
  results: readonly AvailabilityResult[],
): Verdict {
  const answers = new Map(results.map((result) => [normalizeDomain(result.domain), result]))
  const blocked: Verdict['blocked'] = []
  for (const domain of domains) {
    const answer = answers.get(normalizeDomain(domain))
    if (!answer) return { ok: false, message: domainAvailabilityMessages.verifyFailed, blocked: [] }
    if (isBlocking(answer))
      blocked.push({
        domain,
        message: sentence(answer),
        suggestions: answer.suggestions,
        isHeld: answer.exists_in_airtable,
      })
  }
  return blocked.length === 0
    ? { ok: true, message: domainAvailabilityMessages.validated, blocked }
    : {
        ok: false,
        message: fillMessage(domainAvailabilityMessages.unavailableCount, { n: blocked.length }),
        blocked,
      }
}
