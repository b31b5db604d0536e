import * as z from 'zod/mini'
import { checkForwardingUrl, forwardingUrlMaxLength } from '../domains/forwarding-url.ts'
import { keysOf, recordOf } from '../records/keys-of.ts'
import { accept, boundedText, type Outcome } from '../text/outcome.ts'
import { checkCompanyName, companyNameMaxLength } from './company-name.ts'

/**
 * What is entered once for all groups of an order. How each field is entered, stored in the browser, sent and checked
 * stands here and nowhere else: a field that is added here is in the draft, its stored form and the request.
 */
export const enteredBasics = z.object({
  forwardUrl: boundedText(forwardingUrlMaxLength),
  companyName: boundedText(forwardingUrlMaxLength),
  stealthMode: z.catch(z.boolean(), false),
})
export type EnteredBasics = z.output<typeof enteredBasics>

export const emptyBasics: EnteredBasics = { forwardUrl: '', companyName: '', stealthMode: false }

/** The basics of a draft, to be stored; undefined while nothing of them was entered. */
export function storedBasics(draft: EnteredBasics): Record<keyof EnteredBasics, unknown> | undefined {
  const fields = keysOf(emptyBasics)
  return fields.some((field) => draft[field] !== emptyBasics[field])
    ? recordOf(fields, (field) => draft[field])
    : undefined
}

/** As a request names them. */
export const sentBasics = z.strictObject({
  forwarding_domain: boundedText(forwardingUrlMaxLength),
  client_name: boundedText(2 * companyNameMaxLength),
  stealth_mode: z.optional(z.boolean()),
})
type SentBasics = z.output<typeof sentBasics>

/** By the rules, under the names of the order's columns. */
export interface OrderBasics {
  forwardingUrl: string
  companyName: string
  stealthMode: boolean
}

export const writeBasics = ({ forwardingUrl, companyName, stealthMode }: OrderBasics): SentBasics => ({
  forwarding_domain: forwardingUrl,
  client_name: companyName,
  stealth_mode: stealthMode,
})

export const readBasics = (sent: SentBasics): EnteredBasics => ({
  forwardUrl: sent.forwarding_domain,
  companyName: sent.client_name,
  stealthMode: sent.stealth_mode ?? false,
})

export function checkBasics({ forwardUrl, companyName, stealthMode }: EnteredBasics): Outcome<OrderBasics> {
  const forwarding = checkForwardingUrl(forwardUrl)
  if (!forwarding.ok) return forwarding
  const company = checkCompanyName(companyName)
  if (!company.ok) return company
  return accept({ forwardingUrl: forwarding.value, companyName: company.value, stealthMode })
}
