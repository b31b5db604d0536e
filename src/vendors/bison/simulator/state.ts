import { randomBytes } from 'node:crypto'
import { isPlausibleKey, uuidOf } from '#vendors/sandbox/plausible-key.ts'
import type { Collection } from '#vendors/sandbox/store.ts'
import type { World } from '#vendors/sandbox/world.ts'

/** In `bison.workspaces`, by id; its parent is the instance's account. */
export interface BisonWorkspace {
  id: number
  account: string
  name: string
  /** The account's first one. */
  main: boolean
  createdAt: string
}

/** In `bison.keys`, by the key itself. */
export interface BisonKey {
  kind: 'api-user' | 'super-admin'
  account: string
  email: string
  /** An `api-user` key's only workspace; a `super-admin` key's selected one, which any call may change. */
  workspaceId: number
  /**
   * Deleted among the instance's keys (https://docs.emailbison.com/get-started/authentication has them in its settings).
   * It opens nothing from then on; others do, also those that were made with it:
   * https://laravel.com/docs/sanctum#revoking-tokens
   */
  isRevoked?: true
}

/** In `bison.senders`, by id; its parent is the workspace. An address lives in one workspace only. */
export interface BisonSender {
  id: number
  workspaceId: number
  name: string
  email: string
  password: string
  imapServer: string
  imapPort: number
  smtpServer: string
  smtpPort: number
  dailyLimit: number
  type: 'microsoft_oauth' | 'google_workspace_oauth' | 'custom'
  status: 'Connected' | 'Not connected'
  warmupEnabled: boolean
  warmupDailyLimit: number
  signature: string | null
  tagIds: number[]
  createdAt: string
  updatedAt: string
}

/** In `bison.tags`, by id; its parent is the workspace. */
interface BisonTag {
  id: number
  workspaceId: number
  name: string
  default: boolean
}

export type BisonState = ReturnType<typeof createBisonState>

type GivenSender = Pick<BisonSender, 'name' | 'email' | 'password' | 'type'> & Partial<BisonSender>

/** What a new account is where nothing else is given. */
function freshSender(
  sender: GivenSender,
): Omit<BisonSender, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'> {
  const [imapServer, smtpServer] =
    sender.type === 'google_workspace_oauth'
      ? (['imap.gmail.com', 'smtp.gmail.com'] as const)
      : (['outlook.office365.com', 'smtp.office365.com'] as const)
  return {
    imapServer,
    imapPort: 993,
    smtpServer,
    smtpPort: 587,
    dailyLimit: 15,
    status: 'Connected',
    warmupEnabled: false,
    warmupDailyLimit: 10,
    signature: null,
    tagIds: [],
    ...sender,
    email: sender.email.toLowerCase(),
  }
}

const timestampOf = (world: World) => new Date(world.now()).toISOString()

export function createBisonState(world: World) {
  const { store } = world
  const senders: Collection<BisonSender> = store.collection('bison.senders')
  /** Sender id by address, over all workspaces. */
  const addresses: Collection<number> = store.collection('bison.addresses')
  const tags: Collection<BisonTag> = store.collection('bison.tags')
  const timestamp = () => timestampOf(world)

  return {
    world,
    ...workspacesIn(world),
    senders,
    tags,
    timestamp,

    sendersOf: (workspaceId: number): BisonSender[] => senders.list({ parent: String(workspaceId) }),
    /** By id or by address. */
    senderOf(workspaceId: number, idOrEmail: string | number): BisonSender | undefined {
      const id = addresses.get(String(idOrEmail).toLowerCase()) ?? idOrEmail
      const sender = senders.get(String(id))
      return sender?.workspaceId === workspaceId ? sender : undefined
    },
    isTaken: (email: string): boolean => addresses.get(email.toLowerCase()) !== undefined,
    save(sender: BisonSender) {
      senders.put(String(sender.id), { ...sender, updatedAt: timestamp() }, String(sender.workspaceId))
    },
    add(workspaceId: number, sender: GivenSender): BisonSender {
      const added: BisonSender = {
        ...freshSender(sender),
        id: 9_000 + store.next('bison.sender'),
        workspaceId,
        createdAt: timestamp(),
        updatedAt: timestamp(),
      }
      senders.put(String(added.id), added, String(workspaceId))
      addresses.put(added.email, added.id)
      return added
    },
    remove(sender: BisonSender) {
      senders.delete(String(sender.id))
      addresses.delete(sender.email)
    },
  }
}

/** Workspaces, and the keys that open them. */
function workspacesIn(world: World) {
  const { store } = world
  const workspaces: Collection<BisonWorkspace> = store.collection('bison.workspaces')
  const keys: Collection<BisonKey> = store.collection('bison.keys')

  function addWorkspace(account: string, name: string, id = 1_000 + store.next('bison.workspace')) {
    const main = workspaces.count(account) === 0
    const workspace: BisonWorkspace = { id, account, name, main, createdAt: timestampOf(world) }
    workspaces.put(String(id), workspace, account)
    return workspace
  }

  /** Returns the key of its owner, for the first of its workspaces. */
  function openAccount(token: string, isAdmin: boolean): BisonKey {
    const account = uuidOf(`bison account ${token}`)
    const main = addWorkspace(account, `Workspace ${account.slice(0, 4).toUpperCase()}`)
    if (isAdmin) for (const client of ['Client A', 'Client B']) addWorkspace(account, client)
    return {
      kind: isAdmin ? 'super-admin' : 'api-user',
      account,
      email: `owner@${account.slice(0, 8)}.test`,
      workspaceId: main.id,
    }
  }

  return {
    workspaces,
    keys,
    addWorkspace,

    /** An unknown key of plausible form opens an account of its own: three workspaces for `super…`, else one. */
    keyOf(token: string): BisonKey | undefined {
      const known = keys.get(token)
      if (known?.isRevoked) return undefined
      const secret = token.split('|').at(-1) ?? ''
      if (known || !isPlausibleKey(token) || !isPlausibleKey(secret)) return known
      const key = openAccount(token, secret.startsWith('super'))
      keys.put(token, key)
      return key
    },
    createToken(account: string, email: string, workspaceId: number): string {
      const token = `${10 + store.next('bison.token')}|${randomBytes(20).toString('hex')}`
      keys.put(token, { kind: 'api-user', account, email, workspaceId })
      return token
    },
    revoke(token: string) {
      const key = keys.get(token)
      if (key) keys.put(token, { ...key, isRevoked: true })
    },
    workspacesSeenBy: (key: BisonKey): BisonWorkspace[] =>
      workspaces
        .list({ parent: key.account })
        .filter((workspace) => key.kind === 'super-admin' || workspace.id === key.workspaceId),
  }
}
