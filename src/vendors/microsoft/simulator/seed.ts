import type { World } from '#vendors/sandbox/world.ts'
import { demoMicrosoftTenant } from './demo.ts'
import { type MicrosoftState, putDomain, type Tenant } from './state.ts'

/** What an operator consents to for the product's app. */
const permissions = [
  'Domain.ReadWrite.All',
  'User.ReadWrite.All',
  'User-PasswordProfile.ReadWrite.All',
  'Organization.Read.All',
  'LicenseAssignment.ReadWrite.All',
  'Application.ReadWrite.All',
  'DelegatedPermissionGrant.ReadWrite.All',
  'Policy.Read.All',
  'Exchange.ManageAsApp',
  'Mail.Send',
  'ExchangeMessageTrace.Read.All',
]

/** Puts a tenant there with one app registration that may do everything the product needs. */
function createTenant(
  world: World,
  state: MicrosoftState,
  account: Pick<Tenant, 'tenantId' | 'initialDomain' | 'administrator'> & {
    clientId: string
    clientSecret: string
  },
): Tenant {
  const tenant: Tenant = {
    tenantId: account.tenantId,
    displayName: account.initialDomain.split('.')[0] ?? account.initialDomain,
    initialDomain: account.initialDomain,
    apps: [
      {
        clientId: account.clientId,
        clientSecret: account.clientSecret,
        permissions,
        exchangeAdministrator: true,
      },
    ],
    skus: [
      // As many as let it send what a large installation has.
      {
        skuId: '4b9405b0-7788-4568-add1-99614e613b69',
        skuPartNumber: 'EXCHANGESTANDARD',
        units: 5_000_000,
      },
      { skuId: 'f30db892-07e9-47e9-837c-80727f46fd3d', skuPartNumber: 'FLOW_FREE', units: 10_000 },
    ],
    smtpClientAuthenticationDisabled: true,
    // On in a new tenant (https://learn.microsoft.com/entra/fundamentals/security-defaults); here its operator has
    // switched them off, as mailboxes that nobody sits before need it.
    securityDefaults: false,
    hasTransportDataPlatform: true,
    administrator: account.administrator,
  }
  state.tenants.put(tenant.tenantId, tenant)
  putDomain(state, {
    name: account.initialDomain,
    tenantId: tenant.tenantId,
    isInitial: true,
    isDefault: true,
    isVerified: true,
    supportedServices: ['Email', 'OfficeCommunicationsOnline'],
    verificationCode: 'ms10000000',
    mailExchange: `${account.initialDomain.replaceAll('.', '-')}.mail.protection.outlook.com`,
    acceptedAt: world.now(),
  })
  return tenant
}

export const seedMicrosoft = (world: World, state: MicrosoftState) =>
  createTenant(world, state, demoMicrosoftTenant)
