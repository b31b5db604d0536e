import { credentialsOf, VendorError, type VendorId } from './vendor-error.ts'

/**
 * A pasted credential as the value of a header: without line breaks and spaces around it. One that no header
 * can carry is refused here, since `fetch` would repeat it in its complaint.
 */
export function headerValue(vendor: VendorId, what: string, pasted: string): string {
  const value = pasted.replaceAll(/[\r\n\t]+/g, '').trim()
  if (value !== '' && /^[\x20-\x7e]+$/.test(value)) return value
  throw new VendorError({
    vendor,
    operation: 'signIn',
    kind: 'unauthorised',
    waitsFor: credentialsOf[vendor],
    reason: `the ${what} is empty or has characters that do not belong in it`,
  })
}
