import { boundedText } from '../outcome.ts'

export const signatureMaxLength = 10_000

/** A signature as HTML. It is untrusted: whoever shows it sanitises it first. */
export const signatureField = boundedText(signatureMaxLength)
