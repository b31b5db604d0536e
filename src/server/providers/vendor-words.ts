import { type Meaning, VendorError } from './vendor-error.ts'

const maxLength = 200

/** A vendor's own message as a clause in ours: its first line, without the full stop, not too long. */
export function vendorWords(message: string): string {
  const line = (message.split(/\r?\n/, 1)[0] ?? '').replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line
}

/** The same refusal, read in the light of what was asked for. */
export function reworded(
  { vendor, operation, status, code, retryAfterMs }: VendorError,
  meaning: Meaning,
  reason: string,
): VendorError {
  return new VendorError({ vendor, operation, status, code, retryAfterMs, ...meaning, reason })
}
