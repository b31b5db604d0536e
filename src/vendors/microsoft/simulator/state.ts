import type { Collection, Store } from '#vendors/sandbox/store.ts'
import type { TracedMail } from './trace.ts'

/**
 * The app id of the service behind the message trace, which each tenant has to have an entry for:
 * https://learn.microsoft.com/exchange/monitoring/trace-an-email-message/graph-api-message-trace
 */
export const transportDataPlatform = '8bd644d1-64a1-4d4b-ae52-2e0cbf64e373'

export interface AppRegistration {
  clientId: string
  clientSecret: string
  /** The secret's last day is over. */
  secretExpired?: boolean
  /** Application permissions that an administrator consented to. */
  permissions: string[]
  /** The Entra role on its service principal, which Exchange asks for besides the permission. */
  exchangeAdministrator: boolean
}

interface Sku {
  skuId: string
  skuPartNumber: string
  units: number
  isTrial?: boolean
  /** `Enabled` when absent. */
  capabilityStatus?: 'Suspended' | 'Warning' | 'LockedOut' | 'Deleted'
}

/**
 * The words by which Exchange Online refuses all that a tenant sends: the first two as people quote them, the others by
 * https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online/fix-error-code-5-7-700-through-5-7-750
 */
export const outboundRefusals = {
  '5.7.232':
    "550 5.7.232 Your message can't be sent because your trial tenant has exceeded its daily limit for sending email to external recipients (tenant external recipient rate limit)",
  '5.7.233':
    "550 5.7.233 Your message can't be sent because your tenant has exceeded its daily limit for sending email to external recipients (tenant external recipient rate limit)",
  '5.7.705': '550 5.7.705 Access denied, tenant has exceeded threshold',
  '5.7.708': '550 5.7.708 Access denied, traffic not accepted from this IP',
} as const
export type OutboundRefusal = keyof typeof outboundRefusals
export const refusalCodes = ['5.7.232', '5.7.233', '5.7.705', '5.7.708'] as const satisfies OutboundRefusal[]

export interface Tenant {
  tenantId: string
  displayName: string
  initialDomain: string
  apps: AppRegistration[]
  skus: Sku[]
  /** Tenant-wide switch for SMTP AUTH; off for new tenants. */
  smtpClientAuthenticationDisabled: boolean
  /** What held before the last change of that switch, while the mail servers have not heard of it. */
  smtpAuth?: EarlierSwitch<boolean>
  /** The only kind of routing hint that Exchange takes for it; any when absent. */
  takesAnchor?: 'APP' | 'UPN'
  /**
   * Shares its settings with other new tenants, so that cmdlets that change some are refused. What Exchange refuses of
   * them is known for some only: here all do.
   * https://learn.microsoft.com/powershell/module/exchange/enable-organizationcustomization
   */
  isDehydrated?: boolean
  /** Everybody has to register a second factor before the first sign-in. */
  securityDefaults?: boolean
  /** Whether people are asked at sign-in to register an authenticator; Microsoft decides when absent. */
  registrationCampaign?: 'enabled' | 'disabled'
  /** Apps are for administrators to allow. */
  usersMayNotConsent?: boolean
  /**
   * Mailboxes without a licence may not send by SMTP, with whatever permission: people report it of some tenants (autumn
   * 2026), and Microsoft promises neither. Its words are not known; these are the general ones.
   */
  refusesUnlicensedSmtp?: boolean
  /** It has an entry for the service behind the message trace, which a person makes once. */
  hasTransportDataPlatform?: boolean
  /** What Microsoft answers to all mail that goes out of it; absent while it lets it out. */
  refuses?: OutboundRefusal
  /** Outside recipients that its mail has reached in the last 24 hours beside what apps send by Graph. */
  reachedOutside?: number
  /** Exchange does not let its app read what the tenant may send. */
  hidesLimits?: boolean
  /** Who signs in at pages for the tenant itself; not among its users here. */
  administrator?: { userPrincipalName: string; password: string }
}

/** An app as one tenant knows it. */
export interface ServicePrincipal {
  id: string
  tenantId: string
  appId: string
  displayName: string
  createdAt: number
  /** When other parts of the directory find it. */
  visibleAt: number
}

/** What an app may do in the name of people: of everybody, or of one. */
export interface PermissionGrant {
  id: string
  tenantId: string
  /** The app's service principal, and the one of the API it may call. */
  clientId: string
  resourceId: string
  consentType: 'AllPrincipals' | 'Principal'
  principalId: string | null
  /** Names with a space between them. */
  scope: string
}

/** Wrong passwords at the sign-in page. */
interface WrongPasswords {
  count: number
  /** Of the last ones: the same wrong password again does not count. */
  marks: string[]
  lockedUntil: number
}

export interface EarlierSwitch<T> {
  before: T
  until: number
}

export interface TenantDomain {
  name: string
  tenantId: string
  isInitial: boolean
  isDefault: boolean
  isVerified: boolean
  supportedServices: string[]
  /** `ms12345678`, part of the TXT and MX that prove ownership. */
  verificationCode: string
  /** Host of the MX record: not to be guessed from the name. */
  mailExchange: string
  /** When Exchange knows it; absent until verified and set up for e-mail. */
  acceptedAt?: number
}

export interface TenantUser {
  id: string
  tenantId: string
  userPrincipalName: string
  displayName: string
  givenName: string | null
  surname: string | null
  mailNickname: string
  accountEnabled: boolean
  usageLocation: string | null
  password: string | null
  /** Absent of whoever was there before, or has the one that they were made with. */
  passwordSetAt?: number
  passwordPolicies?: string | null
  /** A new one has to be chosen at the next sign-in. */
  mustChangePassword?: boolean
  skuIds: string[]
  /**
   * Has a directory role, or is in a restricted unit: an app may not change it, whatever its permissions.
   * https://learn.microsoft.com/graph/api/resources/users#who-can-perform-sensitive-actions
   */
  isProtected?: boolean
  createdAt: number
  /** When reads by id or name find it. */
  visibleAt: number
  /** When filtered listings find it. */
  listedAt: number
  deletedAt?: number
}

export interface TenantMailbox {
  /** The user's object id. */
  id: string
  tenantId: string
  name: string
  alias: string
  displayName: string
  primarySmtpAddress: string
  /** Lower-case addresses, the primary one included. */
  addresses: string[]
  type: 'SharedMailbox' | 'UserMailbox'
  /** Null follows the tenant's switch. */
  smtpClientAuthenticationDisabled: boolean | null
  smtpAuth?: EarlierSwitch<boolean | null>
  /** On unless it was switched off. */
  imapEnabled?: boolean
  readyAt: number
}

/** Whatever else has addresses in Exchange, as far as it matters to others: that they are taken. */
export interface OtherRecipient {
  id: string
  tenantId: string
  displayName: string
  primarySmtpAddress: string
  type: 'MailUniversalDistributionGroup' | 'GroupMailbox' | 'MailContact'
}

export interface DkimConfig {
  domain: string
  tenantId: string
  enabled: boolean
  selector1Cname: string
  selector2Cname: string
  /** When the check first saw both records published. */
  seenAt?: number
}

interface UserPhoto {
  contentType: string
  base64: string
}

/**
 * What Microsoft holds, by collection:
 * - `microsoft.tenants` by tenant id
 * - `microsoft.domains` by `<tenant>/<name>`, grouped by tenant; `microsoft.claims`: who has verified a name
 * - `microsoft.users` by object id, grouped by tenant; `microsoft.userNames`: `<tenant>/<upn>` to object id,
 *   grouped by `<tenant>/<domain>`
 * - `microsoft.deletedUsers` by object id, grouped by tenant
 * - `microsoft.deletedMailboxes` by object id: those of deleted users
 * - `microsoft.recipients` by object id, grouped by tenant: groups and contacts
 * - `microsoft.mailboxes` by object id, grouped by tenant; `microsoft.identities`: `<tenant>/<kind>:<value>`, with
 *   kind `name`, `alias` or `smtp`, to object id
 * - `microsoft.dkim` by `<tenant>/<domain>`; `microsoft.photos` by object id
 * - `microsoft.consumedUnits` by `<tenant>/<sku>`: counted along, since counting 10,000 users again is slow
 * - `microsoft.servicePrincipals` and `microsoft.permissionGrants` by id, grouped by tenant
 * - `microsoft.wrongPasswords` by object id
 * - `microsoft.traces` by a number of our own, grouped by tenant: what became of mail
 */
export interface MicrosoftState {
  store: Store
  tenants: Collection<Tenant>
  domains: Collection<TenantDomain>
  claims: Collection<{ holder: string }>
  users: Collection<TenantUser>
  userNames: Collection<string>
  deletedUsers: Collection<TenantUser>
  mailboxes: Collection<TenantMailbox>
  deletedMailboxes: Collection<TenantMailbox>
  recipients: Collection<OtherRecipient>
  identities: Collection<string>
  dkim: Collection<DkimConfig>
  photos: Collection<UserPhoto>
  consumedUnits: Collection<number>
  servicePrincipals: Collection<ServicePrincipal>
  permissionGrants: Collection<PermissionGrant>
  wrongPasswords: Collection<WrongPasswords>
  traces: Collection<TracedMail>
}

export const microsoftState = (store: Store): MicrosoftState => ({
  store,
  tenants: store.collection('microsoft.tenants'),
  domains: store.collection('microsoft.domains'),
  claims: store.collection('microsoft.claims'),
  users: store.collection('microsoft.users'),
  userNames: store.collection('microsoft.userNames'),
  deletedUsers: store.collection('microsoft.deletedUsers'),
  mailboxes: store.collection('microsoft.mailboxes'),
  deletedMailboxes: store.collection('microsoft.deletedMailboxes'),
  recipients: store.collection('microsoft.recipients'),
  identities: store.collection('microsoft.identities'),
  dkim: store.collection('microsoft.dkim'),
  photos: store.collection('microsoft.photos'),
  consumedUnits: store.collection('microsoft.consumedUnits'),
  servicePrincipals: store.collection('microsoft.servicePrincipals'),
  permissionGrants: store.collection('microsoft.permissionGrants'),
  wrongPasswords: store.collection('microsoft.wrongPasswords'),
  traces: store.collection('microsoft.traces'),
})

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

export const getDomain = (state: MicrosoftState, tenantId: string, name: string) =>
  state.domains.get(`${tenantId}/${name.toLowerCase()}`)

export const putDomain = (state: MicrosoftState, domain: TenantDomain) =>
  state.domains.put(`${domain.tenantId}/${domain.name}`, domain, domain.tenantId)

/** A user by object id or by user principal name, whether or not others can see it yet. */
export function findUser(state: MicrosoftState, tenantId: string, key: string): TenantUser | undefined {
  const id = state.userNames.get(`${tenantId}/${key.toLowerCase()}`) ?? key
  const user = state.users.get(id)
  return user?.tenantId === tenantId ? user : undefined
}

/** Stores a user and, when its name is new, the index by name. */
export function putUser(state: MicrosoftState, user: TenantUser): void {
  const before = state.users.get(user.id)
  const name = user.userPrincipalName.toLowerCase()
  if (before && before.userPrincipalName.toLowerCase() !== name)
    state.userNames.delete(`${user.tenantId}/${before.userPrincipalName.toLowerCase()}`)
  state.users.put(user.id, user, user.tenantId)
  state.userNames.put(`${user.tenantId}/${name}`, user.id, `${user.tenantId}/${domainOf(name)}`)
}

const identityKeys = (mailbox: TenantMailbox) =>
  [
    `name:${mailbox.name}`,
    `alias:${mailbox.alias}`,
    ...mailbox.addresses.map((address) => `smtp:${address}`),
  ].map((key) => `${mailbox.tenantId}/${key.toLowerCase()}`)

export function putMailbox(state: MicrosoftState, mailbox: TenantMailbox): void {
  state.mailboxes.put(mailbox.id, mailbox, mailbox.tenantId)
  for (const key of identityKeys(mailbox)) state.identities.put(key, mailbox.id)
}

export function putRecipient(state: MicrosoftState, recipient: OtherRecipient): void {
  state.recipients.put(recipient.id, recipient, recipient.tenantId)
  const key = `${recipient.tenantId}/smtp:${recipient.primarySmtpAddress.toLowerCase()}`
  state.identities.put(key, recipient.id)
}

/** By address, alias, name, object id or user principal name: what Exchange takes as `-Identity`. */
export function findMailbox(
  state: MicrosoftState,
  tenantId: string,
  identity: string,
): TenantMailbox | undefined {
  const key = identity.toLowerCase()
  const id =
    state.identities.get(`${tenantId}/smtp:${key}`) ??
    state.identities.get(`${tenantId}/alias:${key}`) ??
    state.identities.get(`${tenantId}/name:${key}`) ??
    state.userNames.get(`${tenantId}/${key}`) ??
    identity
  const mailbox = state.mailboxes.get(id)
  return mailbox?.tenantId === tenantId ? mailbox : undefined
}

export const consumedUnits = (state: MicrosoftState, tenantId: string, skuId: string): number =>
  state.consumedUnits.get(`${tenantId}/${skuId}`) ?? 0

export const addConsumedUnits = (state: MicrosoftState, tenantId: string, skuId: string, change: number) =>
  state.consumedUnits.put(`${tenantId}/${skuId}`, consumedUnits(state, tenantId, skuId) + change)

/** Deletes a user softly; its mailbox, names and licences become free. */
export function deleteUser(state: MicrosoftState, user: TenantUser, now: number): void {
  state.store.transaction(() => {
    const mailbox = state.mailboxes.get(user.id)
    if (mailbox) {
      for (const key of identityKeys(mailbox)) state.identities.delete(key)
      state.mailboxes.delete(user.id)
      state.deletedMailboxes.put(user.id, mailbox, user.tenantId)
    }
    state.userNames.delete(`${user.tenantId}/${user.userPrincipalName.toLowerCase()}`)
    state.users.delete(user.id)
    for (const skuId of user.skuIds) addConsumedUnits(state, user.tenantId, skuId, -1)
    state.deletedUsers.put(user.id, { ...user, skuIds: [], deletedAt: now }, user.tenantId)
  })
}

/** Brings a user back with its mailbox; addresses of it that somebody else has got meanwhile stay theirs. */
export function restoreUser(state: MicrosoftState, { deletedAt: _, ...user }: TenantUser): TenantUser {
  state.store.transaction(() => {
    const mailbox = state.deletedMailboxes.get(user.id)
    state.deletedUsers.delete(user.id)
    state.deletedMailboxes.delete(user.id)
    putUser(state, user)
    if (mailbox) {
      const isFree = (address: string) => !state.identities.get(`${user.tenantId}/smtp:${address}`)
      putMailbox(state, { ...mailbox, addresses: mailbox.addresses.filter(isFree) })
    }
  })
  return user
}
