/**
 * Where each vendor is reached. `real` is its own address, `sandbox` the path that plays it on the sandbox's
 * main port. An operator may override an address by the variable it is listed under, for a proxy or a vendor's
 * test service.
 */
export const vendorAddresses = {
  STRIPE_API_URL: { real: 'https://api.stripe.com', sandbox: '' },
  DNSIMPLE_API_URL: { real: 'https://api.dnsimple.com/v2', sandbox: '/dnsimple/v2' },
  RDAP_BOOTSTRAP_URL: { real: 'https://data.iana.org/rdap/dns.json', sandbox: '/rdap/dns.json' },
  MICROSOFT_LOGIN_URL: { real: 'https://login.microsoftonline.com', sandbox: '/microsoft/login' },
  MICROSOFT_GRAPH_URL: { real: 'https://graph.microsoft.com/v1.0', sandbox: '/microsoft/graph/v1.0' },
  MICROSOFT_EXCHANGE_URL: { real: 'https://outlook.office365.com', sandbox: '/microsoft/exchange' },
  /** Pages for people, which in the sandbox have a port of their own (`vendor-config.ts`). */
  GOOGLE_LOGIN_URL: { real: 'https://accounts.google.com', sandbox: '' },
  GOOGLE_TOKEN_URL: { real: 'https://oauth2.googleapis.com/token', sandbox: '/google/token' },
  GOOGLE_DIRECTORY_URL: {
    real: 'https://admin.googleapis.com/admin/directory/v1',
    sandbox: '/google/admin/directory/v1',
  },
  GOOGLE_SITE_VERIFICATION_URL: {
    real: 'https://www.googleapis.com/siteVerification/v1',
    sandbox: '/google/siteVerification/v1',
  },
  GOOGLE_GMAIL_URL: { real: 'https://gmail.googleapis.com/gmail/v1', sandbox: '/google/gmail/v1' },
  GOOGLE_ALERT_CENTER_URL: {
    real: 'https://alertcenter.googleapis.com/v1beta1',
    sandbox: '/google/alertcenter/v1beta1',
  },
  GOOGLE_POSTMASTER_URL: {
    real: 'https://gmailpostmastertools.googleapis.com/v2',
    sandbox: '/google/postmaster/v2',
  },
  INSTANTLY_API_URL: { real: 'https://api.instantly.ai/api/v2', sandbox: '/instantly/api/v2' },
  INSTANTLY_APP_URL: { real: 'https://app.instantly.ai', sandbox: '/instantly/app' },
  SMARTLEAD_API_URL: { real: 'https://server.smartlead.ai/api/v1', sandbox: '/smartlead/api/v1' },
  SMARTLEAD_APP_URL: { real: 'https://server.smartlead.ai/api', sandbox: '/smartlead/api' },
  SMARTLEAD_GRAPHQL_URL: { real: 'https://fe-gql.smartlead.ai/v1/graphql', sandbox: '/smartlead/graphql' },
} as const
export type VendorAddress = keyof typeof vendorAddresses

/**
 * Registries that answer RDAP but are missing from IANA's bootstrap file, by TLD. The `co` address is not
 * published by the registry; when it fails the registrar's own check decides.
 */
export const rdapOverrides = { co: { real: 'https://rdap.registry.co/co/', sandbox: '/rdap/co/' } } as const

/** What the sandbox opens beside its main port, counted from it. */
export const sandboxPortOffsets = { bison: 1, dns: 2, smtp: 3, signIn: 4 } as const

/** What the product signs in with at the sandbox; refused anywhere else. */
export const sandboxCredentials = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  DNSIMPLE_TOKEN: 'sandbox-token',
} as const

/** The one key that the sandbox's blocklists answer to. */
export const sandboxDqsKey = 'sandboxdqskey'

/** The registrar's current name servers, shown to customers who bring their own domains (since spring 2026). */
export const registrarNameServers = [
  'ns1.dnsimple-edge.com',
  'ns2.dnsimple-edge.net',
  'ns3.dnsimple-edge.io',
  'ns4.dnsimple-edge.org',
] as const
/** Older names of the same servers, which still answer and so are accepted in a delegation. */
export const olderRegistrarNameServers = [
  'ns1.dnsimple.com',
  'ns2.dnsimple.com',
  'ns3.dnsimple.com',
  'ns4.dnsimple.com',
] as const
