import type { AccountVendor } from '#base/db/schema/index.ts'
import { googleAccountSchema } from '#vendors/google/adapter/account.ts'
import { microsoftTenantSchema } from '#vendors/microsoft/adapter/tenant.ts'

/** `my_customer` is whichever account the administrator belongs to. */
const ownAccount = 'my_customer'
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

const ofMicrosoft = microsoftTenantSchema.pick({ tenantId: true, initialDomain: true })
const ofGoogle = googleAccountSchema.pick({ customerId: true, adminEmail: true })

/** What an account is known by: two that share one of these are the same. */
const identitiesOf: Record<AccountVendor, (credentials: unknown) => string[]> = {
  microsoft: (credentials) => Object.values(ofMicrosoft.parse(credentials)),
  // A domain belongs to one Workspace account, so its administrators' domain tells which it is.
  google: (credentials) => {
    const { customerId, adminEmail } = ofGoogle.parse(credentials)
    return [...(customerId.toLowerCase() === ownAccount ? [] : [customerId]), domainOf(adminEmail)]
  },
}

/** In lower case. */
export const identitiesIn = (vendor: AccountVendor, credentials: unknown): string[] =>
  identitiesOf[vendor](credentials).map((each) => each.toLowerCase())

const shownOf = {
  microsoft: microsoftTenantSchema.pick({ tenantId: true, clientId: true, initialDomain: true }),
  google: googleAccountSchema.pick({ clientEmail: true, adminEmail: true, customerId: true }),
}

/** What staff see of credentials: by what an account is known, and nothing that opens it. */
export const shownIdentity = (vendor: AccountVendor, credentials: unknown) =>
  shownOf[vendor].parse(credentials)
