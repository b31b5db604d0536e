/** Longer than any number that a form asks for; nothing longer is looked at. */
const longest = 40
/** More digits than these mean a slip of the hand: a bank card, a telephone number. */
const mostDigits = 9

/** What a text says as a whole number: the number, nothing about one, or something that could be read in two ways. */
export type WholeNumberReading = { kind: 'number'; value: number } | { kind: 'none' } | { kind: 'unclear' }

/**
 * The one way in which typed numbers are read. Digits and nothing else are a number. A text without any digit says
 * nothing. Everything else (`1e1`, `5.9`, `-4`, `1 000`, digits of other scripts) is for its writer to mend: a guess
 * would set thousands of accounts to what nobody meant.
 */
export function readWholeNumber(text: string): WholeNumberReading {
  if (text.length > longest) return { kind: 'unclear' }
  const typed = text.trim()
  if (/^\d+$/.test(typed) && typed.length <= mostDigits) return { kind: 'number', value: Number(typed) }
  return /\p{N}/u.test(typed) ? { kind: 'unclear' } : { kind: 'none' }
}
