import * as z from 'zod/mini'
import { keysOf, recordOf } from '#base/records/keys-of.ts'
import { accept, boundedText, type Outcome } from '#base/text/outcome.ts'
import { checkForwardingUrl, forwardingUrlMaxLength } from '#features/forwarding/rules/forwarding-url.ts'
import { checkCompanyName, companyNameMaxLength } from './company-name.ts'

/**
 * What is entered once for all groups of an order. How each field is entered, stored in the browser, sent and checked
 * stands here and nowhere else: a field that is added here is in the draft, its stored form and the request.
 */
export const enteredBasics = z.object({
  forwardUrl: boundedText(forwardingUrlMaxLength),
  companyName: boundedText(forwardingUrlMaxLength),
  stealthMode: z.catch(z.boolean(), false),
  /** Its domains are spares. */
  isReserve: z.catch(z.boolean(), false),
})
export type EnteredBasics = z.output<typeof enteredBasics>

export const emptyBasics: EnteredBasics = {
  forwardUrl: '',
  companyName: '',
  stealthMode: false,
  isReserve: false,
}

/** The basics of a draft, to be stored; undefined while nothing of them was entered. Other readers know no spares. */
export function storedBasics({ isReserve, ...draft }: EnteredBasics): Record<string, unknown> | undefined {
  const { isReserve: _, ...empty } = emptyBasics
  const fields = keysOf(empty)
  return isReserve || fields.some((field) => draft[field] !== empty[field])
    ? { ...recordOf(fields, (field) => draft[field]), ...(isReserve && { isReserve }) }
    : undefined
}

/** As a request names them. */
export const sentBasics = z.strictObject({
  forwarding_domain: boundedText(forwardingUrlMaxLength),
  client_name: boundedText(2 * companyNameMaxLength),
  stealth_mode: z.optional(z.boolean()),
  spares: z.optional(z.boolean()),
})
type SentBasics = z.output<typeof sentBasics>

/** By the rules, under the names of the order's columns. */
export interface OrderBasics {
  forwardingUrl: string
  companyName: string
  stealthMode: boolean
  isReserve: boolean
}

export const writeBasics = ({
  forwardingUrl,
  companyName,
  stealthMode,
  isReserve,
}: OrderBasics): SentBasics => ({
  forwarding_domain: forwardingUrl,
  client_name: companyName,
  stealth_mode: stealthMode,
  ...(isReserve && { spares: true }),
})

export const readBasics = (sent: SentBasics): EnteredBasics => ({
  forwardUrl: sent.forwarding_domain,
  companyName: sent.client_name,
  stealthMode: sent.stealth_mode ?? false,
  isReserve: sent.spares ?? false,
})

export function checkBasics({
  forwardUrl,
  companyName,
  stealthMode,
  isReserve,
}: EnteredBasics): Outcome<OrderBasics> {
  const forwarding = checkForwardingUrl(forwardUrl)
  if (!forwarding.ok) return forwarding
  const company = checkCompanyName(companyName)
  if (!company.ok) return company
  return accept({ forwardingUrl: forwarding.value, companyName: company.value, stealthMode, isReserve })
}
