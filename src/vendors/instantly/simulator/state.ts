import { randomUUID } from 'node:crypto'
import { isPlausibleKey, uuidOf } from '#vendors/sandbox/plausible-key.ts'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import { type Access, createMailboxAccess } from '#vendors/sandbox/sign-in/mailbox-access.ts'
import { withPassword } from '#vendors/sandbox/sign-in/password-access.ts'
import type { Collection } from '#vendors/sandbox/store.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { workspaceOf } from './workspace-of.ts'

/** In `instantly.workspaces`, by id. */
export interface InstantlyWorkspace {
  id: string
  name: string
  owner: string
  /** Null: no paid plan, every call is answered 402. */
  planId: string | null
  createdAt: string
  /**
   * What unit its `reply_rate` is in, which is not documented: percent as accounts show it, or a fraction of 1 as in
   * the documented example, where more than 1 counts as 1.
   */
  replyRateIn?: 'percent' | 'fraction'
}

/** In `instantly.keys`, by the key itself. */
export interface InstantlyKey {
  workspaceId: string
  /** `accounts:read`, `all:all`, … */
  scopes: string[]
}

/** A signed-in browser, in `instantly.sessions`, by the value of its `__session` cookie. */
export interface InstantlySession {
  userId: string
  email: string
  workspaceIds: string[]
}

/** In `instantly.accounts`, by address: a sending address lives in one workspace only. Its parent is the workspace. */
export interface InstantlyAccount {
  email: string
  workspaceId: string
  firstName: string
  lastName: string
  /** As given when it was added; never shown by the API. */
  password: string
  /** 1 active, 2 paused, 3 maintenance, -1 connection error, -2 soft bounce, -3 sending error. */
  status: number
  /** What went wrong last, for a status below 0: only the single account shows it. */
  statusMessage?: { code: string; command: string; response: string; e_message: string; responseCode: number }
  /** Not usable yet. */
  setupPending?: boolean
  /** When it will be; only of an account that was connected by signing in. */
  setupDoneAt?: number
  /** What signing in has given; absent for a password. */
  refreshToken?: string
  /** How often it was signed in to: ours, nobody is shown it. */
  signIns?: number
  /** Where a password is used; absent for accounts that were there from the beginning. */
  servers?: { imapHost: string; smtpHost: string }
  /** 0 paused, 1 active, -1 banned, -2 spam folder unknown, -3 permanent suspension. */
  warmupStatus: number
  /** 1 IMAP/SMTP, 2 Google, 3 Microsoft, 4 AWS, 8 AirMail. */
  providerCode: number
  dailyLimit: number | null
  sendingGap: number
  warmupScore: number | null
  signature: string | null
  replyTo: string | null
  slowRamp: boolean
  warmup: { limit: number; increment: string; replyRate: number; tag: string }
  tagIds: string[]
  createdAt: string
  updatedAt: string
  warmupStartedAt: string | null
}

/** In `instantly.tags`, by id; its parent is the workspace. */
export interface InstantlyTag {
  id: string
  workspaceId: string
  label: string
  description: string | null
  createdAt: string
}

/** A warm-up change under way, in `instantly.jobs`, by id; its parent is the workspace. */
export interface InstantlyJob {
  id: string
  workspaceId: string
  emails: string[]
  warmupOn: boolean
  startedAt: number
  durationMs: number
  /** Set once the change has been made. */
  outcome?: { succeeded: number; failed: number }
}

export type InstantlyState = ReturnType<typeof createInstantlyState>

/** Where a list continues: time of creation and address. */
export const cursorOf = (account: InstantlyAccount) => `${account.createdAt}&${account.email}`

const reachable: Access = {}

/** A failure as the mail library names it, which is what the account shows of others (go-instantly's types). */
const loginRefused = (response: string): InstantlyAccount['statusMessage'] => ({
  code: 'EAUTH',
  command: 'AUTH PLAIN',
  response,
  e_message: `Invalid login: ${response}`,
  responseCode: 535,
})

/** A new account's settings before anything is said about them. */
export const freshAccount = (
  account: Pick<
    InstantlyAccount,
    'email' | 'workspaceId' | 'firstName' | 'lastName' | 'password' | 'providerCode' | 'createdAt'
  >,
): InstantlyAccount => ({
  ...account,
  status: 1,
  warmupStatus: 0,
  dailyLimit: null,
  sendingGap: 10,
  warmupScore: null,
  signature: null,
  replyTo: null,
  slowRamp: false,
  warmup: { limit: 10, increment: 'disabled', replyRate: 30, tag: 'warmup' },
  tagIds: [],
  updatedAt: account.createdAt,
  warmupStartedAt: null,
})

/** Milliseconds a warm-up job takes for its start and for each account. */
const jobStartMs = 200
const jobAccountMs = 10

export function createInstantlyState(world: World) {
  const { store } = world
  const workspaces: Collection<InstantlyWorkspace> = store.collection('instantly.workspaces')
  const keys: Collection<InstantlyKey> = store.collection('instantly.keys')
  const sessions: Collection<InstantlySession> = store.collection('instantly.sessions')
  /** Workspace id by `X-Org-Auth` token. */
  const orgTokens: Collection<string> = store.collection('instantly.org_tokens')
  const accounts: Collection<InstantlyAccount> = store.collection('instantly.accounts')
  const tags: Collection<InstantlyTag> = store.collection('instantly.tags')
  const jobs: Collection<InstantlyJob> = store.collection('instantly.jobs')
  const timestamp = () => new Date(world.now()).toISOString()
  const access = createMailboxAccess(world)
  // 100 a second and 6,000 a minute, shared by every key and session of a workspace.
  const perSecond = createBuckets(world, 100, 100)
  const perMinute = createBuckets(world, 100, 6_000)

  function openWorkspace(secret: string, planId: string | null): InstantlyWorkspace {
    const { id, name } = workspaceOf(secret)
    const known = workspaces.get(id)
    if (known) return known
    const workspace = {
      id,
      name,
      owner: uuidOf(`instantly owner ${secret}`),
      planId,
      createdAt: timestamp(),
    }
    workspaces.put(id, workspace)
    return workspace
  }

  function save(account: InstantlyAccount) {
    accounts.put(account.email, { ...account, updatedAt: timestamp() }, account.workspaceId)
  }

  /** Why mail cannot be sent with it, as the host says it. */
  function cannotSend({ refreshToken, servers }: InstantlyAccount): string | undefined {
    const { imap, smtp } =
      refreshToken !== undefined
        ? access.withToken(refreshToken)
        : servers
          ? withPassword(servers)
          : reachable
    return smtp ?? imap
  }

  return {
    world,
    workspaces,
    keys,
    sessions,
    orgTokens,
    accounts,
    tags,
    jobs,
    timestamp,

    /** The key's entry; an unknown one of plausible form opens a workspace of its own. `noplan…` has no paid plan. */
    keyOf(apiKey: string): InstantlyKey | undefined {
      const known = keys.get(apiKey)
      if (known) return known
      if (!isPlausibleKey(apiKey)) return undefined
      const workspace = openWorkspace(apiKey, apiKey.startsWith('noplan') ? null : 'pid_hypergrowth_v1')
      const key: InstantlyKey = {
        workspaceId: workspace.id,
        scopes: apiKey.startsWith('readonly') ? ['all:read'] : ['all:all'],
      }
      keys.put(apiKey, key)
      return key
    },

    /** Who is signed in and where; an unknown pair of plausible form opens a workspace of its own. */
    browserOf(
      session: string,
      orgAuth: string,
    ): { session: InstantlySession; workspaceId: string } | 'signed out' | 'not a member' {
      if (!isPlausibleKey(session) || !isPlausibleKey(orgAuth)) return 'signed out'
      const known = sessions.get(session)
      const workspaceId = orgTokens.get(orgAuth)
      if (!known && workspaceId === undefined) {
        const workspace = openWorkspace(orgAuth, 'pid_hypergrowth_v1')
        const fresh = {
          userId: workspace.owner,
          email: `owner@${workspace.id.slice(0, 8)}.test`,
          workspaceIds: [workspace.id],
        }
        sessions.put(session, fresh)
        orgTokens.put(orgAuth, workspace.id)
        return { session: fresh, workspaceId: workspace.id }
      }
      if (!known || workspaceId === undefined || !known.workspaceIds.includes(workspaceId))
        return 'not a member'
      return { session: known, workspaceId }
    },

    /** False when the workspace has used up its second or its minute. */
    takeCall: (workspaceId: string): boolean =>
      perMinute(workspaceId).take().ok && perSecond(workspaceId).take().ok,

    /** In order of their cursors. */
    accountsOf: (workspaceId: string): InstantlyAccount[] =>
      accounts.list({ parent: workspaceId }).sort((a, b) => (cursorOf(a) < cursorOf(b) ? -1 : 1)),

    save,
    cannotSend,

    /**
     * The account as its mailbox now makes it: one whose token is dead falls back to a connection error however often
     * it is resumed, and says nothing of it (shamanic-technologies/instantly-service). Inferred: one that cannot be
     * used never leaves its setup.
     */
    lookAgain(account: InstantlyAccount): InstantlyAccount {
      if (account.status === 2) return account
      const reason = cannotSend(account)
      const isDue = (account.setupDoneAt ?? 0) <= world.now()
      const isBroken = reason !== undefined && isDue
      const isPending = account.setupPending === true && (reason !== undefined || !isDue)
      if (isBroken === account.status < 0 && isPending === (account.setupPending ?? false)) return account
      if (!isBroken && account.status < 0) return account
      const seen = {
        ...account,
        status: isBroken ? -1 : account.status,
        setupPending: isPending,
        // Of a token nothing is said; of a password what the server said to it.
        ...(isBroken && account.refreshToken === undefined && { statusMessage: loginRefused(reason) }),
      }
      save(seen)
      return seen
    },

    startWarmupJob(workspaceId: string, emails: string[], warmupOn: boolean): InstantlyJob {
      const job: InstantlyJob = {
        id: randomUUID(),
        workspaceId,
        emails,
        warmupOn,
        startedAt: world.now(),
        durationMs: (jobStartMs + emails.length * jobAccountMs) * world.delayScale,
      }
      jobs.put(job.id, job, workspaceId)
      return job
    },

    /** Makes the changes of every job whose time has come. */
    finishDueJobs(workspaceId?: string) {
      for (const job of jobs.list({ parent: workspaceId })) {
        if (job.outcome || world.now() < job.startedAt + job.durationMs) continue
        store.transaction(() => {
          let succeeded = 0
          for (const email of job.emails) {
            const account = accounts.get(email)
            // A banned account and one that cannot be reached are left as they are.
            if (!account || account.workspaceId !== job.workspaceId) continue
            if (account.status < 0 || account.warmupStatus < 0) continue
            succeeded++
            const startedAt = job.warmupOn
              ? (account.warmupStartedAt ?? timestamp())
              : account.warmupStartedAt
            accounts.put(
              email,
              {
                ...account,
                warmupStatus: job.warmupOn ? 1 : 0,
                warmupStartedAt: startedAt,
                updatedAt: timestamp(),
              },
              account.workspaceId,
            )
          }
          const outcome = { succeeded, failed: job.emails.length - succeeded }
          jobs.put(job.id, { ...job, outcome }, job.workspaceId)
        })
      }
    },
  }
}
