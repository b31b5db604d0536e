import { isPlausibleKey, uuidOf } from '#vendors/sandbox/plausible-key.ts'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { Grant } from '#vendors/sandbox/sign-in/grants.ts'
import { createMailboxAccess } from '#vendors/sandbox/sign-in/mailbox-access.ts'
import type { Provider } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import type { Collection } from '#vendors/sandbox/store.ts'
import type { World } from '#vendors/sandbox/world.ts'

/** In `smartlead.users`, by id. */
interface SmartleadUser {
  id: number
  uuid: string
  email: string
  name: string
  apiKey: string
  /** Set by the first sign-in with a new address. */
  password: string | null
  /** Client ids of OAuth apps of one's own, from the settings. */
  ownApps?: { microsoft?: string; google?: string }
}

/** In `smartlead.accounts`, by id; its parent is the user. */
export interface SmartleadAccount {
  id: number
  userId: number
  fromName: string
  fromEmail: string
  userName: string
  /** As given when it was added. */
  password: string
  type: 'GMAIL' | 'OUTLOOK' | 'SMTP'
  smtpHost: string
  smtpPort: number
  imapHost: string
  imapPort: number
  messagePerDay: number
  minTimeToWaitInMins: number
  dailySentCount: number
  signature: string | null
  inUse: boolean
  suspended: boolean
  connected: boolean
  /** Why not, as the mail server said it; absent while it is still being tried. */
  failure?: string
  /** The same of reading. */
  imapFailure?: string
  /** What signing in has given; absent for a password. */
  refreshToken?: string
  /** How often it was signed in to: ours, nobody is shown it. */
  signIns?: number
  warmup: {
    status: 'ACTIVE' | 'INACTIVE'
    maxEmailPerDay: number
    isRampupEnabled: boolean
    rampupValue: number
    replyRate: number
    keyId: string
    reputation: number
    /** Set: the vendor has barred it from warm-up, and switching on does nothing. */
    blockedReason: string | null
  }
  tagIds: number[]
  createdAt: string
}

/** In `smartlead.tags`, by id; its parent is the user. */
export interface SmartleadTag {
  id: number
  userId: number
  name: string
  color: string
  createdAt: string
}

export type SmartleadState = ReturnType<typeof createSmartleadState>

export function createSmartleadState(world: World) {
  const { store } = world
  const accounts: Collection<SmartleadAccount> = store.collection('smartlead.accounts')
  const tags: Collection<SmartleadTag> = store.collection('smartlead.tags')

  const access = createMailboxAccess(world)

  return {
    world,
    ...usersIn(world),
    accounts,
    tags,
    access,
    timestamp: () => new Date(world.now()).toISOString(),

    ...callLimits(world),

    /** What the flags say. Inferred: a token is looked at whenever they are read; a password once, when it was given. */
    connectionOf({ connected, failure, imapFailure, refreshToken }: SmartleadAccount) {
      const { imap, smtp } =
        refreshToken === undefined ? { imap: imapFailure, smtp: failure } : access.withToken(refreshToken)
      return {
        isSmtp: connected && smtp === undefined,
        isImap: connected && imap === undefined,
        smtpFailure: smtp ?? null,
        imapFailure: imap ?? null,
      }
    },

    accountsOf: (userId: number): SmartleadAccount[] => accounts.list({ parent: String(userId) }),
    accountOf(userId: number, id: unknown): SmartleadAccount | undefined {
      const account = accounts.get(String(id))
      return account?.userId === userId ? account : undefined
    },
    save(account: SmartleadAccount) {
      accounts.put(String(account.id), account, String(account.userId))
    },
    add(account: Omit<SmartleadAccount, 'id' | 'createdAt'>): SmartleadAccount {
      const added = {
        ...account,
        id: 700_000 + store.next('smartlead.account'),
        createdAt: new Date(world.now()).toISOString(),
      }
      accounts.put(String(added.id), added, String(added.userId))
      return added
    },
    tagsOf: (userId: number): SmartleadTag[] => tags.list({ parent: String(userId) }),
    addTag(userId: number, name: string, color: string): SmartleadTag {
      const tag = {
        id: 300 + store.next('smartlead.tag'),
        userId,
        name,
        color,
        createdAt: new Date(world.now()).toISOString(),
      }
      tags.put(String(tag.id), tag, String(userId))
      return tag
    },
  }
}

/** A new account's settings before anything is said about them. */
export const freshWarmup = (): SmartleadAccount['warmup'] => ({
  status: 'INACTIVE',
  maxEmailPerDay: 20,
  isRampupEnabled: false,
  rampupValue: 5,
  replyRate: 30,
  keyId: 'smart-warmup',
  reputation: 100,
  blockedReason: null,
})

export const typeOf = { google: 'GMAIL', microsoft: 'OUTLOOK' } as const satisfies Record<Provider, string>

const serversOf = {
  google: { imapHost: 'imap.gmail.com', smtpHost: 'smtp.gmail.com' },
  microsoft: { imapHost: 'outlook.office365.com', smtpHost: 'smtp.office365.com' },
} as const

/** A new account of whoever signed in, before anything is said about it. */
export const freshAccount = (
  userId: number,
  { provider, email, name }: Grant,
): Omit<SmartleadAccount, 'id' | 'createdAt'> => ({
  userId,
  fromName: name,
  fromEmail: email,
  userName: email,
  password: '',
  type: typeOf[provider],
  ...serversOf[provider],
  smtpPort: 587,
  imapPort: 993,
  messagePerDay: 0,
  minTimeToWaitInMins: 0,
  dailySentCount: 0,
  signature: null,
  inUse: false,
  suspended: false,
  connected: true,
  warmup: freshWarmup(),
  tagIds: [],
})

/** What switching warm-up on does: nothing for an account that is barred from it. */
export const switched = (warmup: SmartleadAccount['warmup'], on: boolean): SmartleadAccount['warmup'] =>
  warmup.blockedReason ? warmup : { ...warmup, status: on ? 'ACTIVE' : 'INACTIVE' }

/** Who calls, by key, by token or by password. */
function usersIn({ store }: World) {
  const users: Collection<SmartleadUser> = store.collection('smartlead.users')
  /** User id by API key. */
  const keys: Collection<number> = store.collection('smartlead.keys')
  /** User id by JWT. */
  const tokens: Collection<number> = store.collection('smartlead.tokens')

  function openUser(secret: string, email?: string): SmartleadUser {
    const id = 5_000 + store.next('smartlead.user')
    const uuid = uuidOf(`smartlead user ${secret}`)
    const user: SmartleadUser = {
      id,
      uuid,
      email: email ?? `user-${id}@smartlead-customer.test`,
      name: `Customer ${id}`,
      apiKey: `${uuid}_sandbox`,
      password: null,
    }
    users.put(String(id), user)
    keys.put(user.apiKey, id)
    return user
  }

  return {
    users,
    keys,
    tokens,

    /** The key's user; an unknown key of plausible form opens an account of its own. */
    userOfKey(apiKey: string): number | undefined {
      const known = keys.get(apiKey)
      if (known !== undefined || !isPlausibleKey(apiKey)) return known
      const user = openUser(apiKey)
      keys.put(apiKey, user.id)
      return user.id
    },
    /** The token's user; an unknown token of plausible form opens an account of its own. */
    userOfToken(jwt: string): number | undefined {
      const known = tokens.get(jwt)
      if (known !== undefined || !isPlausibleKey(jwt)) return known
      const user = openUser(jwt)
      tokens.put(jwt, user.id)
      return user.id
    },
    /** The first sign-in with an address opens its account; later ones need the same password. */
    signIn(email: string, password: string): SmartleadUser | undefined {
      const known = users.list().find((user) => user.email === email)
      if (known) return known.password === password ? known : undefined
      if (!isPlausibleKey(password)) return undefined
      const user = { ...openUser(email, email), password }
      users.put(String(user.id), user)
      return user
    },
  }
}

function callLimits(world: World) {
  // The Standard plan as the guide has it: 10 in a second, 60 a minute, 1,000 an hour.
  const second = createBuckets(world, 10, 10)
  const minute = createBuckets(world, 1, 60)
  const hour = createBuckets(world, 1_000 / 3_600, 1_000)
  // The web app's own calls have no published limit; this one is only there so that there is one.
  const webApp = createBuckets(world, 5, 20)

  return {
    takeCall(userId: number): { ok: true; remaining: number } | { ok: false; retryAfterSeconds: number } {
      const key = String(userId)
      for (const buckets of [hour, minute, second]) {
        const taken = buckets(key).take()
        if (!taken.ok) return taken
      }
      return { ok: true, remaining: minute(key).remaining() }
    },
    takeWebCall: (userId: number) => webApp(String(userId)).take(),
  }
}
