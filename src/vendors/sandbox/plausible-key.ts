import { createHash } from 'node:crypto'

/**
 * Customers may type any credentials for their sending tools. One that looks like a key opens an account of its
 * own; one that begins with `bad`, `revoked` or `expired` is refused as the vendor would.
 */
export const isPlausibleKey = (key: string): boolean =>
  key.length >= 8 && !/^(bad|revoked|expired)/i.test(key)

/** The same key always opens the same account. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
