import { unexplained, type VendorError, vendorNames } from '#vendors/client/vendor-error.ts'
import type { AccountOutcome } from './claimed-accounts.ts'

/** In characters, of what a vendor says. */
const detailsMax = 500

export const mayPass = ({ kind }: VendorError): boolean => kind === 'transient' || kind === 'waiting'

/**
 * What a failed call says of its account. A failure that may pass can have come after the effect: only reading back
 * tells. The vendor's own words are details.
 */
export function failureOutcome(error: VendorError): Omit<AccountOutcome, 'id'> {
  const name = vendorNames[error.vendor]
  const details = error.reason.slice(0, detailsMax)
  if (error.retryAfterMs !== undefined)
    return { outcome: 'failed', reason: `${name} asked us to wait again and again`, details }
  if (mayPass(error) || error.code === unexplained)
    return { outcome: 'unknown', reason: `${name} failed while saving; it may have been saved`, details }
  return error.status === undefined
    ? { outcome: 'failed', reason: details }
    : { outcome: 'failed', reason: `${name} refused the change`, details }
}
