import { createHash } from 'node:crypto'
import type { VendorId } from './vendor-error.ts'

/** A customer's account at a vendor as a limiter key: from its credential, which cannot be read back from it. */
export const limitKey = (vendor: VendorId, credential: string): string =>
  `${vendor}:${createHash('sha256').update(credential).digest('hex').slice(0, 20)}`
