import { type Meaning, VendorError } from './vendor-error.ts'

const maxLength = 200

/** A vendor's own message as a clause in ours: its first line, without the full stop, not too long. */
export function vendorWords(message: string): string {
  const line = (message.split(/\r?\n/, 1)[0] ?? '').replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line
}

/**
 * The same refusal, read in the light of what was asked for.
 * @param told what customers read instead, where the reason has the vendor's own words
 */
export function reworded(
  { vendor, operation, status, code, retryAfterMs }: VendorError,
  meaning: Meaning,
  reason: string,
  told?: string,
): VendorError {
  const words = { reason, ...(told !== undefined && { told }) }
  return new VendorError({ vendor, operation, status, code, retryAfterMs, ...meaning, ...words })
}
