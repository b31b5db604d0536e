import { accept, type Outcome, refuse } from '#base/text/outcome.ts'

/** Longer than any cookie header or token that a vendor hands out. */
export const credentialMaxLength = 16_000

/** What a form says about a credential that is missing, or that no header could carry. */
export interface CredentialMessages {
  missing: string
  invalid: string
}

/** Breaks that an editor or terminal put into a long value are not part of it. */
const joinLines = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .join('')

/** A credential as pasted, fit to be sent in a header. */
export function checkCredential(text: string, messages: CredentialMessages): Outcome<string> {
  const value = joinLines(text)
  if (value === '') return refuse('missing', messages.missing)
  if (value.length > credentialMaxLength || !/^[\x20-\x7e]+$/.test(value))
    return refuse('invalid', messages.invalid)
  return accept(value)
}

/** A token, with or without the word that precedes it in an Authorization header. */
export const checkToken = (text: string, messages: CredentialMessages): Outcome<string> =>
  checkCredential(text.trim().replace(/^Bearer(\s+|$)/i, ''), messages)
