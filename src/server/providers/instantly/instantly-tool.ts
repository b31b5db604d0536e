import { required } from '#shared/text/required.ts'
import { newMailboxWarmup } from '#shared/tools/new-mailbox-warmup.ts'
import { domainOf, listByDomain } from '../list-by-domain.ts'
import { mailServers } from '../mail-servers.ts'
import type { CallContext, Settled } from '../ports/call-context.ts'
import type { MailboxToConnect, SendingTool, ToolMailbox, ToolWorkspace } from '../ports/sending-tools.ts'
import {
  type ChunkOptions,
  chunksOf,
  noFailures,
  type Round,
  settleEach,
  settleInChunks,
  settleInRounds,
} from '../settle-each.ts'
import { tryingTool } from '../tool-trial.ts'
import type { VendorClientDependencies } from '../vendor-client.ts'
import { isVendorError, VendorError } from '../vendor-error.ts'
import { type InstantlyKeyCredentials, keyAccess } from './access.ts'
import {
  addressesAtOnce,
  createInstantlyApi,
  type InstantlyApi,
  type InstantlyUrls,
  instantlyConcurrency,
  jobsAtOnce,
} from './api.ts'
import { finishWarmupJob, isUnderWay, type Pause, pauseFor } from './finish-warmup-job.ts'
import { lookUpInstantlyWorkspaces } from './look-up-workspaces.ts'
import { type AccountBody, providerCodes, toToolMailbox } from './wire.ts'

const { limit, increment, replyRatePercent } = newMailboxWarmup.instantly
/** As `PATCH` and `POST /accounts` take it. */
const freshWarmup = { limit, increment: String(increment), reply_rate: replyRatePercent }

/** How long connecting waits for warm-up to start; the next look at the tool sees the rest. */
const warmupPatienceMs = 3_000

/** A customer's Instantly workspace, by API key, on documented calls alone. */
export function createInstantlyTool(
  urls: InstantlyUrls,
  credentials: InstantlyKeyCredentials,
  dependencies: VendorClientDependencies & { pause?: Pause },
): SendingTool {
  const api = createInstantlyApi(keyAccess(urls, credentials, dependencies), dependencies)
  const pause = dependencies.pause ?? pauseFor

  /** Whether it is certain that all of them are switched. */
  async function setWarmup(emails: readonly string[], on: boolean, ctx: CallContext): Promise<boolean> {
    const started = await api.startWarmup(emails, on, ctx)
    const job = await finishWarmupJob(api, started, warmupPatienceMs, pause, ctx)
    if (job.status !== 'success' && !isUnderWay(job)) throw jobFailed()
    return job.status === 'success' && (job.data?.failed_count ?? 0) === 0
  }

  const warming =
    (on: boolean, ctx: CallContext): Round =>
    (emails, onSettled) =>
      settleInChunks(emails, inChunks(onSettled), async (chunk) => {
        await setWarmup(chunk, on, ctx)
        return noFailures
      })

  return {
    kind: 'instantly',
    connectsBy: () => 'api',
    async mailboxes(domains, ctx = {}) {
      const found = await listByDomain(domains, api.accountPages(ctx), (row) => row.email)
      return found.map(toToolMailbox)
    },

    async ensureConnected(mailboxes, ctx = {}) {
      const there = await accountsAt(api, mailboxes, ctx)
      const outcomes = await settleEach(mailboxes, instantlyConcurrency, (mailbox) =>
        ensureAccount(api, mailbox, there.get(mailbox.address.toLowerCase()), ctx),
      )
      const cold = outcomes.flatMap((outcome) =>
        outcome.ok && outcome.value.warmup_status === 0 ? [outcome.value.email] : [],
      )
      const warmed = new Map<string, Settled<boolean>>()
      await settleEach(
        chunksOf(cold, addressesAtOnce),
        jobsAtOnce,
        (emails) => setWarmup(emails, true, ctx),
        (emails, outcome) => {
          for (const email of emails) warmed.set(email, outcome)
        },
      )
      return outcomes.map((outcome): Settled<ToolMailbox> => {
        if (!outcome.ok) return outcome
        const mailbox = toToolMailbox(outcome.value)
        const warmup = warmed.get(outcome.value.email)
        if (warmup && !warmup.ok) return warmup
        return { ok: true, value: warmup?.value ? { ...mailbox, warmupOn: true } : mailbox }
      })
    },

    async configure(externalIds, { dailyLimit, warmupOn }, ctx = {}) {
      const limited = await settleEach(externalIds, instantlyConcurrency, async (email) => {
        await api.changeAccount(
          email,
          { daily_limit: dailyLimit, ...(warmupOn && { warmup: freshWarmup }) },
          ctx,
        )
      })
      const present = externalIds.filter((_, at) => limited[at]?.ok)
      const switched = new Map<string, Settled<void>>()
      await settleEach(
        chunksOf(present, addressesAtOnce),
        jobsAtOnce,
        async (emails) => {
          await setWarmup(emails, warmupOn, ctx)
        },
        (emails, outcome) => {
          for (const email of emails) switched.set(email, outcome)
        },
      )
      return externalIds.map((email, at) =>
        required(switched.get(email) ?? limited[at], `the outcome of ${email}`),
      )
    },

    // Whether pausing stops warm-up is not documented, so that is stopped as well.
    pause: (externalIds, ctx = {}) =>
      settleInRounds(externalIds, [
        (emails, onSettled) =>
          settleInChunks(emails, inChunks(onSettled), async (chunk) => {
            const failed = await api.pauseAccounts(chunk, ctx)
            return new Map(failed.map((email) => [email, notPaused()]))
          }),
        warming(false, ctx),
      ]),
    resume(mailboxes, ctx = {}) {
      const byEmail = new Map(mailboxes.map((mailbox) => [mailbox.externalId, mailbox]))
      const where = (emails: readonly string[], key: 'sends' | 'warmupOn') =>
        emails.filter((email) => byEmail.get(email)?.[key])
      return settleInRounds(
        [...byEmail.keys()],
        [
          (emails, onSettled) =>
            settleEach(
              where(emails, 'sends'),
              instantlyConcurrency,
              (email) => api.resumeAccount(email, ctx),
              onSettled,
            ),
          (emails, onSettled) => warming(true, ctx)(where(emails, 'warmupOn'), onSettled),
        ],
      )
    },

    disconnect: (externalIds, ctx = {}) =>
      settleEach(externalIds, instantlyConcurrency, (email) => api.deleteAccount(email, ctx)),

    probe: (ctx = {}) =>
      tryingTool(async (failuresConcern) => {
        const { workspaceId, apiKey } = credentials
        // By the calls that mailboxes get in with: a key may be allowed those and not to read its workspace's name.
        const own = await lookUpInstantlyWorkspaces(urls, { apiKey }, dependencies, ctx).catch(noWorkspaces)
        const isOwn = own.some(({ id, name }) => id === workspaceId || name === workspaceId)
        if (workspaceId && own.length > 0 && !isOwn) failuresConcern('workspace')
        for await (const _ of api.accountPages(ctx)()) break
        return isOwn || !workspaceId ? own[0]?.name : undefined
      }),
  }
}

const inChunks = (onSettled: ChunkOptions['onSettled']): ChunkOptions => ({
  size: addressesAtOnce,
  concurrency: jobsAtOnce,
  onSettled,
})

const noWorkspaces = (error: unknown): ToolWorkspace[] => {
  if (!isVendorError(error)) throw error
  return []
}

const notPaused = () =>
  new VendorError({
    vendor: 'instantly',
    operation: 'pauseAccounts',
    kind: 'transient',
    reason: 'the account could not be paused there',
  })

const jobFailed = () =>
  new VendorError({
    vendor: 'instantly',
    operation: 'enableWarmup',
    kind: 'transient',
    reason: 'the change of warm-up failed there',
  })

/** Those of the mailboxes that are there, by address: one is looked up, many are listed. */
async function accountsAt(
  api: InstantlyApi,
  mailboxes: readonly MailboxToConnect[],
  ctx: CallContext,
): Promise<Map<string, AccountBody>> {
  const [first] = mailboxes
  if (!first) return new Map()
  const domains = [...new Set(mailboxes.map((mailbox) => domainOf(mailbox.address)))]
  const found =
    mailboxes.length === 1
      ? [await api.findAccount(first.address, ctx)]
      : await listByDomain(domains, api.accountPages(ctx), (row) => row.email)
  return new Map(found.flatMap((row) => (row ? [[row.email.toLowerCase(), row] as const] : [])))
}

async function ensureAccount(
  api: InstantlyApi,
  mailbox: MailboxToConnect,
  there: AccountBody | undefined,
  ctx: CallContext,
): Promise<AccountBody> {
  const account = there ?? (await addAccount(api, mailbox, ctx))
  if (account.daily_limit === mailbox.dailyLimit) return account
  return api.changeAccount(account.email, { daily_limit: mailbox.dailyLimit, warmup: freshWarmup }, ctx)
}

async function addAccount(
  api: InstantlyApi,
  mailbox: MailboxToConnect,
  ctx: CallContext,
): Promise<AccountBody> {
  const servers = mailServers[mailbox.platform]
  const signIn = { username: mailbox.address, password: mailbox.password }
  try {
    return await api.createAccount(
      {
        email: mailbox.address,
        first_name: mailbox.firstName,
        last_name: mailbox.lastName,
        provider_code: providerCodes[mailbox.platform],
        imap_host: servers.imapHost,
        imap_port: servers.imapPort,
        imap_username: signIn.username,
        imap_password: signIn.password,
        smtp_host: servers.smtpHost,
        smtp_port: servers.smtpPort,
        smtp_username: signIn.username,
        smtp_password: signIn.password,
        daily_limit: mailbox.dailyLimit,
        warmup: freshWarmup,
      },
      [mailbox.password],
      ctx,
    )
  } catch (error) {
    // "Already exists" is success when it is there: another call of ours may have made it meanwhile.
    if (!isVendorError(error, 'rejected')) throw error
    const made = await api.findAccount(mailbox.address, ctx)
    if (made) return made
    throw error
  }
}
