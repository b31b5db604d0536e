import type { Meaning, VendorErrorKind } from '#vendors/client/vendor-error.ts'

/** A refusal of this kind; one that holds until someone acts waits for the operator. */
export const meaningOf = (kind: VendorErrorKind): Meaning =>
  kind === 'waiting' || kind === 'unauthorised' ? { kind, waitsFor: 'operator' } : { kind }
