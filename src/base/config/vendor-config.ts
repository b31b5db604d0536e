import { required } from '../text/required.ts'
import { blocklistZones } from './blocklist-zones.ts'
import type { Environment } from './environment.ts'
import {
  rdapOverrides,
  sandboxCredentials,
  sandboxDqsKey,
  sandboxPortOffsets,
  type VendorAddress,
  vendorAddresses,
} from './vendor-addresses.ts'

/** Addresses and credentials of all third parties: the sandbox's when it has a port, else the real ones. */
export function vendorsOf(values: Environment, sandboxPort: number | undefined) {
  const base = `http://127.0.0.1:${sandboxPort}`
  const inSandbox = sandboxPort !== undefined
  const at = (name: VendorAddress) =>
    values[name] ?? (inSandbox ? base + vendorAddresses[name].sandbox : vendorAddresses[name].real)
  const secret = (name: keyof typeof sandboxCredentials) =>
    inSandbox ? sandboxCredentials[name] : required(values[name], name)
  const beside = (offset: keyof typeof sandboxPortOffsets) =>
    `127.0.0.1:${(sandboxPort ?? 0) + sandboxPortOffsets[offset]}`
  const pages = (name: 'MICROSOFT_LOGIN_URL' | 'GOOGLE_LOGIN_URL') =>
    values[name] ?? (inSandbox ? `http://${beside('signIn')}` : vendorAddresses[name].real)

  return {
    stripe: {
      baseUrl: at('STRIPE_API_URL'),
      secretKey: secret('STRIPE_SECRET_KEY'),
      webhookSecret: secret('STRIPE_WEBHOOK_SECRET'),
    },
    dnsimple: {
      baseUrl: at('DNSIMPLE_API_URL'),
      token: secret('DNSIMPLE_TOKEN'),
      /** The contact that registrations are made for. */
      registrantId: values.REGISTRANT_ID ?? 1,
    },
    rdap: {
      bootstrapUrl: at('RDAP_BOOTSTRAP_URL'),
      /** Base address by TLD, beside the bootstrap file. */
      overrides: { co: inSandbox ? base + rdapOverrides.co.sandbox : rdapOverrides.co.real },
    },
    microsoft: {
      loginUrl: at('MICROSOFT_LOGIN_URL'),
      graphUrl: at('MICROSOFT_GRAPH_URL'),
      exchangeUrl: at('MICROSOFT_EXCHANGE_URL'),
      /** Off: licensed users, and DKIM switched on by a person. */
      exchangeUndocumented: values.EXCHANGE_UNDOCUMENTED,
    },
    google: {
      tokenUrl: at('GOOGLE_TOKEN_URL'),
      directoryUrl: at('GOOGLE_DIRECTORY_URL'),
      siteVerificationUrl: at('GOOGLE_SITE_VERIFICATION_URL'),
      gmailUrl: at('GOOGLE_GMAIL_URL'),
      alertCenterUrl: at('GOOGLE_ALERT_CENTER_URL'),
      postmasterUrl: at('GOOGLE_POSTMASTER_URL'),
    },
    /** Where people sign in: what the host of a sending tool's link is replaced by. */
    signInPages: { microsoft: pages('MICROSOFT_LOGIN_URL'), google: pages('GOOGLE_LOGIN_URL') },
    instantly: { apiUrl: at('INSTANTLY_API_URL'), appUrl: at('INSTANTLY_APP_URL') },
    smartlead: {
      apiUrl: at('SMARTLEAD_API_URL'),
      appUrl: at('SMARTLEAD_APP_URL'),
      graphqlUrl: at('SMARTLEAD_GRAPHQL_URL'),
    },
    bison: {
      /** Hosts that may be reached although their address is private. */
      allowedOrigins: values.BISON_ALLOWED_ORIGINS ?? (inSandbox ? [`http://${beside('bison')}`] : []),
    },
    smtp: {
      url: inSandbox ? `smtp://${beside('smtp')}` : required(values.SMTP_URL, 'SMTP_URL'),
      from: values.MAIL_FROM ?? `${values.PRODUCT_NAME} <no-reply@inboxyard.test>`,
    },
    dns: {
      /** `address:port` each; undefined: the ones of this machine. */
      servers: inSandbox ? [beside('dns')] : values.DNS_SERVERS,
    },
    /** By list: the zone it is asked in. One without is not watched. */
    blocklists: inSandbox
      ? blocklistZones(sandboxDqsKey, ['surbl', 'uribl'])
      : blocklistZones(values.SPAMHAUS_DQS_KEY, values.BLOCKLISTS),
  }
}
