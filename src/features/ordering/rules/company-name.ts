import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { checkPurchasedDomain } from '#features/names/rules/domain-name.ts'
import { domainMaxLength } from '#features/plans/rules/catalog.ts'

export const companyNameMaxLength = 100

export const companyNameMessages = {
  wizardMissing: 'Please enter a company/client name',
  reinstateMissing: 'Organization name is required',
  characters: 'Company/client name can only contain letters and numbers',
  tooLong: `Company/client name must be at most ${companyNameMaxLength} characters`,
} as const

const legalForm = / (?:inc|llc|ltd|gmbh|ag|corp|co|limited|company|bv|sa|srl|plc)$/

/** The domain name that a company would look for first; undefined where none can be made of its name. */
export function domainOfCompany(companyName: string, tlds: readonly string[]): string | undefined {
  const words = companyName.toLowerCase().trim().replace(/ +/g, ' ').replace(legalForm, '')
  const ending = `.${tlds[0] ?? ''}`
  const label = words.replace(/[^a-z0-9]/g, '').slice(0, domainMaxLength - ending.length)
  const name = checkPurchasedDomain(label + ending, { tlds })
  return name.ok ? name.value : undefined
}

/** The client an order is for: letters, digits and single blanks, trimmed. */
export function checkCompanyName(
  text: string,
  context: 'wizard' | 'reinstate' = 'wizard',
): Outcome<string, 'missing' | 'characters' | 'too_long'> {
  const name = text.trim().replace(/ +/g, ' ')
  if (name === '') return refuse('missing', companyNameMessages[`${context}Missing`])
  if (!/^[A-Za-z0-9 ]+$/.test(name)) return refuse('characters', companyNameMessages.characters)
  if (name.length > companyNameMaxLength) return refuse('too_long', companyNameMessages.tooLong)
  return accept(name)
}
