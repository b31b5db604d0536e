import * as z from 'zod'

const secretMissing = 'Use the secret’s value, not its id'
const initialMissing = 'Use the tenant’s name.onmicrosoft.com'

/** How to reach and sign in to one of the operator's tenants. Stored sealed. */
export const microsoftTenantSchema = z.object({
  tenantId: z.guid('Use the directory (tenant) id, a GUID'),
  clientId: z.guid('Use the application (client) id, a GUID'),
  clientSecret: z.string(secretMissing).min(1, secretMissing).max(500, secretMissing),
  /** The `….onmicrosoft.com` name that every tenant begins with. */
  initialDomain: z.string(initialMissing).regex(/^[a-z0-9-]+\.onmicrosoft\.com$/i, initialMissing),
})
export type MicrosoftTenant = z.infer<typeof microsoftTenantSchema>

export interface MicrosoftUrls {
  loginUrl: string
  graphUrl: string
  exchangeUrl: string
}

/** What the tokens are for: names of services at Microsoft, not addresses that are called. */
export const graphScope = 'https://graph.microsoft.com/.default'
export const exchangeScope = 'https://outlook.office365.com/.default'
