import type { Secrets } from '#base/secrets/secrets.ts'

/** A typed address as it stands in a limiter's key: whose it is cannot be read there, whether there is such a person or not. */
export const nameless = (secrets: Secrets, email: string): string =>
  secrets.proofs('limited address', email)[0].toString('base64url')
