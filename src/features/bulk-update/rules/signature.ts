import { numberText } from '#base/text/number-text.ts'
import { boundedText } from '#base/text/outcome.ts'

export const signatureMaxLength = 10_000
/** Different ones in one update, and all of their characters. */
export const signaturesMax = 500
export const signaturesMaxLength = 500_000

export const signatureMessages = {
  tooMany: `At most ${signaturesMax} different signatures with ${numberText(signaturesMaxLength)} characters altogether can be set at a time`,
  tooFast: 'Too many updates of signatures. Please wait a moment.',
} as const

/** A signature as HTML. It is untrusted: it is sanitised before it is shown. */
export const signatureField = boundedText(signatureMaxLength)

/** Whether so many different signatures can be set in one update. */
export const areTooMany = (different: readonly string[]): boolean =>
  different.length > signaturesMax ||
  different.reduce((sum, { length }) => sum + length, 0) > signaturesMaxLength
