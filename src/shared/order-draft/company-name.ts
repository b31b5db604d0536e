import { accept, type Outcome, refuse } from '../text/outcome.ts'

export const companyNameMaxLength = 100

export const companyNameMessages = {
  wizardMissing: 'Please enter a company/client name',
  reinstateMissing: 'Organization name is required',
  characters: 'Company/client name can only contain letters and numbers',
  tooLong: `Company/client name must be at most ${companyNameMaxLength} characters`,
} as const

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
