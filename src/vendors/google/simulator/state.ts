import type { Collection, Store } from '#vendors/sandbox/store.ts'

interface ServiceAccount {
  clientEmail: string
  publicKey: string
  /** Scopes an administrator allowed it to use in anybody's name. */
  delegatedScopes: string[]
}

export interface WorkspaceAccount {
  customerId: string
  primaryDomain: string
  admins: string[]
  /** Those of them whose role reads users and may change none. */
  readingAdmins?: string[]
  serviceAccounts: ServiceAccount[]
  /** Paid user licences. */
  userLimit: number
  /** Client ids of the apps that an administrator trusts; the others are blocked. */
  trustedApps?: string[]
  /** The Alert Center API is switched on in the operator's project, unless said otherwise. */
  hasAlertApi?: boolean
}

export interface WorkspaceAlert {
  alertId: string
  customerId: string
  type: string
  source: string
  createTime: string
  updateTime: string
  status: 'NOT_STARTED' | 'CLOSED'
  data?: unknown
  /** Answered in its place, whatever it is. */
  raw?: unknown
}

export interface WorkspaceDomain {
  name: string
  customerId: string
  isPrimary: boolean
  createdAt: number
  /** When it counts as verified; absent until ownership was proven. */
  verifiedAt?: number
  /** Until then it is too new for calls about its users. */
  newUntil?: number
}

export interface WorkspaceUser {
  id: string
  customerId: string
  primaryEmail: string
  givenName: string
  familyName: string
  password: string
  suspended: boolean
  /** By whom, as reading it says; an administrator where nothing else is noted. */
  suspensionReason?: string | undefined
  createdAt: number
  mailboxAt: number
  /** When reading it by its id works. */
  readableAt?: number
  listedAt: number
  imapEnabled: boolean
  /** Since when: has pressed "I understand" at the first sign-in. */
  agreedAt?: number
  lastLoginAt?: number
  /** Of the main address: set by Gmail's own settings. */
  sendAs?: { displayName?: string; signature?: string }
  deletedAt?: number
  /** What others keep of it as its ids elsewhere, as it was given. */
  externalIds?: unknown
}

interface WorkspaceDkim {
  domain: string
  customerId: string
  /** The TXT record to publish at `google._domainkey`. */
  txt: string
  authenticating: boolean
}

/**
 * What Google holds, by collection:
 * - `google.accounts` by customer id
 * - `google.domains` by name, grouped by customer: a name belongs to one account only, or to `outside`
 * - `google.users` by id, grouped by customer; `google.emails`: main address to id, grouped by domain
 * - `google.deletedUsers` by id, grouped by customer
 * - `google.aliases` by address, grouped by user id
 * - `google.groups` by address
 * - `google.photos` by user id: base64 of the image
 * - `google.siteTokens` by `<person>/<domain>`: what that person has to publish
 * - `google.dkim` by domain
 * - `google.alerts` by id, grouped by customer
 * - `google.postmasterDomains` by name; `google.postmasterRates` by `<name>/<day>`, grouped by name
 */
export interface GoogleState {
  store: Store
  accounts: Collection<WorkspaceAccount>
  domains: Collection<WorkspaceDomain>
  users: Collection<WorkspaceUser>
  emails: Collection<string>
  deletedUsers: Collection<WorkspaceUser>
  aliases: Collection<{ alias: string; userId: string }>
  groups: Collection<{ address: string; customerId: string }>
  photos: Collection<string>
  siteTokens: Collection<string>
  dkim: Collection<WorkspaceDkim>
  alerts: Collection<WorkspaceAlert>
  postmasterDomains: Collection<{ name: string; isVerified: boolean }>
  postmasterRates: Collection<{ day: string; rate: number }>
}

export const googleState = (store: Store): GoogleState => ({
  store,
  accounts: store.collection('google.accounts'),
  domains: store.collection('google.domains'),
  users: store.collection('google.users'),
  emails: store.collection('google.emails'),
  deletedUsers: store.collection('google.deletedUsers'),
  aliases: store.collection('google.aliases'),
  groups: store.collection('google.groups'),
  photos: store.collection('google.photos'),
  siteTokens: store.collection('google.siteTokens'),
  dkim: store.collection('google.dkim'),
  alerts: store.collection('google.alerts'),
  postmasterDomains: store.collection('google.postmasterDomains'),
  postmasterRates: store.collection('google.postmasterRates'),
})

/** Holder of a domain that another Google customer has. */
export const outsideCustomer = 'outside'

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** By id, main address or alias. */
export function findUser(state: GoogleState, customerId: string, key: string): WorkspaceUser | undefined {
  const address = key.toLowerCase()
  const id = state.emails.get(address) ?? state.aliases.get(address)?.userId ?? key
  const user = state.users.get(id)
  return user?.customerId === customerId ? user : undefined
}

export function putUser(state: GoogleState, user: WorkspaceUser): void {
  const before = state.users.get(user.id)
  state.store.transaction(() => {
    if (before && before.primaryEmail !== user.primaryEmail) {
      state.emails.delete(before.primaryEmail)
      // The old main address continues receiving.
      state.aliases.put(before.primaryEmail, { alias: before.primaryEmail, userId: user.id }, user.id)
    }
    state.users.put(user.id, user, user.customerId)
    state.emails.put(user.primaryEmail, user.id, domainOf(user.primaryEmail))
  })
}

export function deleteUser(state: GoogleState, user: WorkspaceUser, now: number): void {
  state.store.transaction(() => {
    for (const { alias } of state.aliases.list({ parent: user.id })) state.aliases.delete(alias)
    state.emails.delete(user.primaryEmail)
    state.users.delete(user.id)
    state.deletedUsers.put(user.id, { ...user, deletedAt: now }, user.customerId)
  })
}

export const isVerified = (domain: WorkspaceDomain | undefined, now: number): boolean =>
  domain?.verifiedAt !== undefined && domain.verifiedAt <= now

export const isTooNew = ({ newUntil = 0 }: WorkspaceDomain, now: number): boolean => newUntil > now
