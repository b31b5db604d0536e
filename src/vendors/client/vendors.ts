import { and, asc, eq } from 'drizzle-orm'
import { chosenName, type LiveBrand } from '#base/brand/server/live-brand.ts'
import type { Config } from '#base/config/config.ts'
import type { Db } from '#base/db/client.ts'
import {
  type AccountVendor,
  postmasterSignIns,
  probeMailboxes,
  providerAccounts,
  toolConnections,
} from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { LivePrices } from '#base/prices/live-prices.ts'
import { namingOf } from '#base/prices/naming.ts'
import { openValues } from '#base/secrets/open-values.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import { ceilingCents } from '#features/plans/rules/price-list.ts'
import type { ConnectedTool } from '#features/tools/rules/sending-tools.ts'
import { createNameCheck, type NameCheck } from '#vendors/availability/adapter/check-names.ts'
import { createNameLookUp, type NameLookUp } from '#vendors/availability/adapter/look-up-names.ts'
import { createOwnNameLookUp, type OwnNameLookUp } from '#vendors/availability/adapter/look-up-own-names.ts'
import { createStandingLookUp, type StandingLookUp } from '#vendors/availability/adapter/look-up-standing.ts'
import { lookUpBisonWorkspaces } from '#vendors/bison/adapter/look-up-workspaces.ts'
import { createSafeFetch } from '#vendors/bison/adapter/safe-fetch.ts'
import { type Blocklists, createBlocklists } from '#vendors/blocklists/adapter/blocklists.ts'
import { createDns } from '#vendors/dns/adapter/dns.ts'
import { registrarByAccount, zonesByAccount } from '#vendors/dnsimple/adapter/by-account.ts'
import type { DnsAccountCredentials } from '#vendors/dnsimple/adapter/dns-account.ts'
import { createDnsAccounts } from '#vendors/dnsimple/adapter/dns-accounts.ts'
import type { Dnsimple } from '#vendors/dnsimple/adapter/dnsimple.ts'
import { googleAccountSchema } from '#vendors/google/adapter/account.ts'
import { createGoogleHost } from '#vendors/google/adapter/google.ts'
import { createPostmaster, postmasterSignInSchema } from '#vendors/google/adapter/postmaster.ts'
import { createGoogleProbe, googleProbeSchema } from '#vendors/google/adapter/proof-mail.ts'
import { lookUpInstantlyWorkspaces } from '#vendors/instantly/adapter/look-up-workspaces.ts'
import { createMicrosoftHost } from '#vendors/microsoft/adapter/microsoft.ts'
import { createMicrosoftProbe, microsoftProbeSchema } from '#vendors/microsoft/adapter/proof-mail.ts'
import { microsoftTenantSchema } from '#vendors/microsoft/adapter/tenant.ts'
import type { BulkTool } from '#vendors/ports/bulk-tools.ts'
import type { Mailer } from '#vendors/ports/mail.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { Dns, Registrar, RegistryStatus, Zones } from '#vendors/ports/names.ts'
import type { Payments } from '#vendors/ports/payments.ts'
import type { Postmaster } from '#vendors/ports/postmaster.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import type { KeptProbeMailbox, ProbeMailbox, ProbeVendor } from '#vendors/ports/proof-mail.ts'
import type { SendingTool, ToolTrial, ToolWorkspace } from '#vendors/ports/sending-tools.ts'
import { createRdap } from '#vendors/rdap/adapter/rdap.ts'
import { createMailer } from '#vendors/smtp/adapter/mailer.ts'
import { createStripePayments } from '#vendors/stripe/adapter/stripe.ts'
import { type BulkAccess, bulkToolOf } from './bulk-tools.ts'
import { fetchPicture, type Picture } from './picture.ts'
import { sendingToolOf } from './sending-tools.ts'
import type { Fetch, VendorClientDependencies } from './vendor-client.ts'

/** Every third party, ready to be asked. */
export interface Vendors {
  payments: Payments
  registrar: Registrar
  /** The operator's accounts at the registrar: of a row, or with credentials that are not stored. */
  dnsAccount(accountId: string): Promise<Dnsimple>
  dnsAccountWith(credentials: DnsAccountCredentials): Dnsimple
  /** Throws when the list of registries cannot be read. */
  probeRegistries(): Promise<void>
  zones: Zones
  /** What registries and DNS say of names: for lists. */
  nameLookUp: NameLookUp
  /** The same of names that customers bring along, and where those point. */
  ownNameLookUp: OwnNameLookUp
  standingLookUp: StandingLookUp
  /** What the registrar says of names: for those that someone is about to take. */
  nameCheck: NameCheck
  dns: Dns
  /** The same by one query to this machine's resolver, which may remember: for what is looked at often. */
  resolver: Dns
  /** What registries say of registrations that are there. */
  registry: RegistryStatus
  blocklists: Blocklists
  mailer: Mailer
  /** The host that a provider account's row describes. */
  mailboxHost(accountId: string): Promise<MailboxHost>
  /** Whether an account at a vendor works with these credentials, which are not stored. */
  probeAccount(vendor: AccountVendor, credentials: unknown): Promise<Probe>
  /** The operator's mailboxes that receive proof mail: at most one at each host. */
  probeMailboxes(): Promise<KeptProbeMailbox[]>
  /** One with these credentials, which are not stored. */
  probeMailbox(vendor: ProbeVendor, credentials: unknown): ProbeMailbox
  /** Gmail's Postmaster Tools in the name of whom the operator has signed in; undefined where nobody is. */
  postmaster(): Promise<Postmaster | undefined>
  /** The same with a sign-in that is not stored. */
  postmasterWith(signIn: unknown): Postmaster
  /** The sending tool that a connection's row describes. */
  sendingTool(connectionId: string): Promise<SendingTool>
  /** The sending tool that these credentials are for, which are not stored. */
  toolOf(tool: ConnectedTool, values: Readonly<Record<string, string>>): SendingTool
  /** Whether a customer's credentials open their tool; they need not be stored. */
  tryTool(tool: ConnectedTool, values: Readonly<Record<string, string>>): Promise<ToolTrial>
  /** A customer's own account at a sending tool, for bulk updates. */
  bulkTool(access: BulkAccess): BulkTool
  /** Workspaces that a customer's key reaches. */
  bisonWorkspaces(key: { origin: string; apiKey: string }): Promise<ToolWorkspace[]>
  instantlyWorkspaces(key: { apiKey: string }): Promise<ToolWorkspace[]>
  /** Reads what the first look-up of a name needs. Fails when one of the vendors does not answer. */
  warm(): Promise<void>
  /** The JPEG behind a shared link, or why there is none. */
  picture(link: string): Promise<Picture>
}

export interface VendorsDependencies extends VendorClientDependencies {
  db: Db
  secrets: Secrets
  brand: LiveBrand
  prices: LivePrices
  /** For addresses that customers type. */
  customerFetch: Fetch
}

/** Adapters for all third parties, from the configuration and the sealed credentials in the database. */
export function createVendors(
  { vendors: config }: Pick<Config, 'vendors'>,
  deps: VendorsDependencies,
): Vendors {
  const { db, secrets, brand, prices } = deps
  const naming = () => ({ ...namingOf(deps), shippedName: brand.shipped.productName })
  const dnsAccounts = createDnsAccounts(config.dnsimple, deps)
  const registrar = registrarByAccount(dnsAccounts)
  const outsideFetch = createSafeFetch({ dnsServers: config.dns.servers })
  const hint = createRdap(config.rdap, { ...deps, outsideFetch })
  const dns = createDns(config.dns, deps)
  const resolver = createDns({ ...config.dns, asks: 'resolver' }, deps)
  const hosts = createMailboxHosts(config, deps)
  const probes = createProbeMailboxes(config, deps)
  const postmasters = createPostmasters(config, deps)
  const toolOf: Vendors['toolOf'] = (tool, values) => sendingToolOf(tool, { config, values, deps })

  return {
    payments: createStripePayments({ ...config.stripe, naming }, deps),
    registrar,
    dnsAccount: dnsAccounts.of,
    dnsAccountWith: dnsAccounts.create,
    probeRegistries: () => hint.warm(),
    zones: zonesByAccount(dnsAccounts),
    nameLookUp: createNameLookUp({ hint, dns }),
    ownNameLookUp: createOwnNameLookUp({ hint, dns }),
    // The name's own servers are its customer's, and who knows whose: the resolver asks them.
    standingLookUp: createStandingLookUp({ dns: resolver }),
    nameCheck: createNameCheck({
      hint,
      registrar,
      ceilingOf: (tld) => ceilingCents(prices.now, tld),
    }),
    dns,
    resolver,
    registry: hint,
    blocklists: createBlocklists(config.blocklists, resolver),
    mailer: createMailer({ ...config.smtp, name: () => chosenName(brand) }, deps),
    bisonWorkspaces: (key) =>
      lookUpBisonWorkspaces(key, { ...deps, fetch: deps.customerFetch }, { purpose: 'waiting' }),
    instantlyWorkspaces: (key) =>
      lookUpInstantlyWorkspaces(config.instantly, key, deps, { purpose: 'waiting' }),
    toolOf,
    tryTool: (tool, values) => toolOf(tool, values).probe({ purpose: 'waiting' }),
    bulkTool: (access) => bulkToolOf(config, access, deps),
    async warm() {
      const outcomes = await Promise.allSettled([hint.warm(), dnsAccounts.spare((account) => account.warm())])
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    },
    picture: (link) => fetchPicture(deps.fetch, link),

    mailboxHost: hosts.of,
    probeAccount: (vendor, credentials) => hosts.create(vendor, credentials).probe(),
    probeMailboxes: probes.all,
    probeMailbox: probes.create,
    postmaster: postmasters.kept,
    postmasterWith: postmasters.create,

    async sendingTool(connectionId) {
      const [connection] = await db.select().from(toolConnections).where(eq(toolConnections.id, connectionId))
      if (!connection) throw new Error(`There is no connection ${connectionId}.`)
      const place = placeOf.connection(connectionId)
      const sealed = connection.secrets ? openValues(secrets, connection.secrets, place) : {}
      return sendingToolOf(connection.kind, {
        config,
        values: { ...connection.details, ...sealed },
        deps: {
          ...deps,
          keepWorkspaceToken: async (workspaceToken) => {
            const fresh = secrets.seal(JSON.stringify({ ...sealed, workspaceToken }), place)
            // Only beside the credentials it was made with: corrected ones are not overwritten.
            await db
              .update(toolConnections)
              .set({ secrets: fresh })
              .where(
                and(
                  eq(toolConnections.id, connectionId),
                  eq(toolConnections.secrets, connection.secrets ?? ''),
                ),
              )
          },
        },
      })
    },
  }
}

/** The hosts of the operator's accounts, each kept for as long as its credentials stay the same: it keeps its tokens. */
function createMailboxHosts(config: Config['vendors'], deps: VendorsDependencies) {
  const { db, secrets } = deps
  const hosts = new Map<string, { sealed: string; host: MailboxHost }>()
  const create = (vendor: AccountVendor, credentials: unknown): MailboxHost =>
    vendor === 'microsoft'
      ? createMicrosoftHost(config.microsoft, microsoftTenantSchema.parse(credentials), {
          ...deps,
          exchangeUndocumented: config.microsoft.exchangeUndocumented,
        })
      : createGoogleHost(config.google, googleAccountSchema.parse(credentials), deps)

  async function of(accountId: string): Promise<MailboxHost> {
    const [account] = await db.select().from(providerAccounts).where(eq(providerAccounts.id, accountId))
    if (!account) throw new Error(`There is no provider account ${accountId}.`)
    const known = hosts.get(accountId)
    if (known?.sealed === account.credentials) return known.host
    const credentials: unknown = JSON.parse(
      secrets.open(account.credentials, placeOf.providerAccount(accountId)),
    )
    const host = create(account.vendor, credentials)
    hosts.set(accountId, { sealed: account.credentials, host })
    return host
  }

  return { create, of }
}

/** The operator's probe mailboxes, each kept like a host. */
function createProbeMailboxes(config: Config['vendors'], deps: VendorsDependencies) {
  const { db, secrets } = deps
  const known = new Map<string, { sealed: string; mailbox: ProbeMailbox }>()
  const create = (vendor: ProbeVendor, credentials: unknown): ProbeMailbox =>
    vendor === 'microsoft'
      ? createMicrosoftProbe(config.microsoft, microsoftProbeSchema.parse(credentials), deps)
      : createGoogleProbe(config.google, googleProbeSchema.parse(credentials), deps)

  async function all(): Promise<KeptProbeMailbox[]> {
    const rows = await db
      .select()
      .from(probeMailboxes)
      .orderBy(asc(probeMailboxes.createdAt), asc(probeMailboxes.id))
    return rows.map(({ id, vendor, credentials, lastReadAt }) => ({
      ...mailboxOf(id, vendor, credentials),
      id,
      lastReadAt: lastReadAt.getTime(),
    }))
  }

  function mailboxOf(id: string, vendor: ProbeVendor, sealed: string): ProbeMailbox {
    const kept = known.get(id)
    if (kept?.sealed === sealed) return kept.mailbox
    const credentials: unknown = JSON.parse(secrets.open(sealed, placeOf.probeMailbox(id)))
    const mailbox = create(vendor, credentials)
    known.set(id, { sealed, mailbox })
    return mailbox
  }

  return { create, all }
}

/** The operator's sign-in to Gmail's Postmaster Tools, kept like a host. */
function createPostmasters(config: Config['vendors'], deps: VendorsDependencies) {
  const { db, secrets } = deps
  let known: { sealed: string; tools: Postmaster } | undefined
  const create = (signIn: unknown): Postmaster =>
    createPostmaster(config.google, postmasterSignInSchema.parse(signIn), deps)

  async function kept(): Promise<Postmaster | undefined> {
    const [row] = await db.select().from(postmasterSignIns).limit(1)
    if (!row) return undefined
    if (known?.sealed !== row.credentials) {
      const signIn: unknown = JSON.parse(secrets.open(row.credentials, placeOf.postmasterSignIn(row.id)))
      known = { sealed: row.credentials, tools: create(signIn) }
    }
    return known.tools
  }

  return { create, kept }
}
