import { createPrivateKey } from 'node:crypto'
import * as z from 'zod'

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

const privateKeyMissing = 'Use private_key from the service account’s key file'
const customerIdMissing = 'Use the customer id, which begins with C'

export const serviceAccountSchema = z.object({
  /** `client_email` of the service account's key file. */
  clientEmail: z.email('Use client_email from the service account’s key file'),
  /** `private_key` of the same file. */
  privateKey: z.string(privateKeyMissing).max(10_000, privateKeyMissing).refine(isRsaKey, privateKeyMissing),
})
export type ServiceAccount = z.infer<typeof serviceAccountSchema>

/** How to sign in to one of the operator's Workspace accounts. Stored sealed. */
export const googleAccountSchema = serviceAccountSchema.extend({
  /** A super administrator, in whose name the service account acts. */
  adminEmail: z.email('Use the address of a super administrator'),
  /** `C…`, from the account's settings; `my_customer` means the administrator's own. */
  customerId: z.string(customerIdMissing).regex(/^(C[a-z0-9]{4,20}|my_customer)$/i, customerIdMissing),
})
export type GoogleAccount = z.infer<typeof googleAccountSchema>

export interface GoogleUrls {
  tokenUrl: string
  directoryUrl: string
  siteVerificationUrl: string
  gmailUrl: string
  alertCenterUrl: string
}

const auth = 'https://www.googleapis.com/auth'
export const adminScopes = [
  `${auth}/admin.directory.domain`,
  `${auth}/admin.directory.user`,
  `${auth}/siteverification`,
]
/** Apart from the others: an account that was set up before goes on without. */
export const alertsScope = `${auth}/apps.alerts`
export const gmailScope = `${auth}/gmail.settings.basic`
export const mailSendScope = `${auth}/gmail.send`
export const mailReadScope = `${auth}/gmail.readonly`
