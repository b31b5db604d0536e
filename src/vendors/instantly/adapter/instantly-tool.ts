import { required } from '#base/text/required.ts'
import { instantlySettingFields } from '#features/bulk-update/rules/instantly.ts'
import { newMailboxWarmup } from '#features/tools/rules/new-mailbox-warmup.ts'
import { listByDomain } from '#vendors/client/list-by-domain.ts'
import {
  type ChunkOptions,
  chunksOf,
  noFailures,
  type Round,
  runEach,
  runInChunks,
  runInRounds,
} from '#vendors/client/run-each.ts'
import { tryingTool } from '#vendors/client/tool-trial.ts'
import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext, CallOutcome } from '#vendors/ports/call-context.ts'
import { type SendingTool, signInProviders, type ToolWorkspace } from '#vendors/ports/sending-tools.ts'
import { type InstantlyKeyCredentials, keyAccess } from './access.ts'
import {
  addressesAtOnce,
  createInstantlyApi,
  type InstantlyApi,
  type InstantlyUrls,
  instantlyConcurrency,
  jobsAtOnce,
} from './api.ts'
import { countsOf } from './counts.ts'
import { finishWarmupJob, isUnderWay, type Pause, pauseFor, warmupJobFailed } from './finish-warmup-job.ts'
import { lookUpInstantlyWorkspaces } from './look-up-workspaces.ts'
import { toSignInResult, toToolMailbox, whyNotSent } from './wire.ts'

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

  /** Those that it leaves out, and those that it has not come to, the list shows. */
  async function setWarmup(emails: readonly string[], on: boolean, ctx: CallContext): Promise<void> {
    const started = await api.startWarmup(emails, on, ctx)
    const job = await finishWarmupJob(api, started, warmupPatienceMs, pause, ctx)
    if (job.status !== 'success' && !isUnderWay(job)) throw jobFailed()
  }

  /** What pausing names as failed may have been paused before: "status was not changed". */
  async function stillSending(named: readonly string[], ctx: CallContext): Promise<string[]> {
    const found = await runEach(named, instantlyConcurrency, (email) => api.findAccount(email, ctx))
    return named.filter((_, at) => {
      const looked = found[at]
      return !looked?.ok || !looked.value || toToolMailbox(looked.value).sends
    })
  }

  const warming =
    (on: boolean, ctx: CallContext): Round =>
    (emails, onOutcome) =>
      runInChunks(emails, inChunks(onOutcome), async (chunk) => {
        await setWarmup(chunk, on, ctx)
        return noFailures
      })

  return {
    kind: 'instantly',
    signInAt: (platform) => ({
      async begin(ctx = {}) {
        const { auth_url, session_id } = await api.beginSignIn(signInProviders[platform], ctx)
        return { link: auth_url, session: session_id }
      },
      async result(session, ctx = {}) {
        const said = await api.signInStatus(session, ctx)
        return said ? toSignInResult(said) : { state: 'lost' }
      },
      async trySending(address, to, ctx = {}) {
        return whyNotSent(await api.sendTestMail(address, to, ctx))
      },
    }),
    async mailboxes(domains, ctx = {}) {
      const found = await listByDomain(domains, api.accountPages(ctx), (row) => row.email)
      return found.map(toToolMailbox)
    },

    async mailbox(address, ctx = {}) {
      const found = await api.findAccount(address, ctx)
      return found && toToolMailbox(found)
    },
    async configure(externalIds, { dailyLimit, warmupOn }, ctx = {}) {
      const limited = await runEach(externalIds, instantlyConcurrency, async (email) => {
        const settings = { daily_limit: dailyLimit, sending_gap: instantlySettingFields.sendingGap.default }
        await api.changeAccount(email, { ...settings, ...(warmupOn && { warmup: freshWarmup }) }, ctx)
      })
      const present = externalIds.filter((_, at) => limited[at]?.ok)
      const switched = new Map<string, CallOutcome<void>>()
      await runEach(
        chunksOf(present, addressesAtOnce),
        jobsAtOnce,
        (emails) => setWarmup(emails, warmupOn, ctx),
        (emails, outcome) => {
          for (const email of emails) switched.set(email, outcome)
        },
      )
      return externalIds.map((email, at) =>
        required(switched.get(email) ?? limited[at], `the outcome of ${email}`),
      )
    },

    // Warm-up has a limit of its own: https://developer.instantly.ai/api-reference/account/patch-account
    limit: (mailboxes, ctx = {}) =>
      runEach(mailboxes, instantlyConcurrency, async ({ externalId, dailyLimit }) => {
        await api.changeAccount(externalId, { daily_limit: dailyLimit }, ctx)
      }),

    // Whether pausing stops warm-up is not documented, so that is stopped as well.
    pause: (externalIds, ctx = {}) =>
      runInRounds(externalIds, [
        (emails, onOutcome) =>
          runInChunks(emails, inChunks(onOutcome), async (chunk) => {
            const failed = await stillSending(await api.pauseAccounts(chunk, ctx), ctx)
            return new Map(failed.map((email) => [email, notPaused()]))
          }),
        warming(false, ctx),
      ]),
    resume(mailboxes, ctx = {}) {
      const byEmail = new Map(mailboxes.map((mailbox) => [mailbox.externalId, mailbox]))
      const where = (emails: readonly string[], key: 'sends' | 'warmupOn') =>
        emails.filter((email) => byEmail.get(email)?.[key])
      return runInRounds(
        [...byEmail.keys()],
        [
          (emails, onOutcome) =>
            runEach(
              where(emails, 'sends'),
              instantlyConcurrency,
              (email) => api.resumeAccount(email, ctx),
              onOutcome,
            ),
          (emails, onOutcome) => warming(true, ctx)(where(emails, 'warmupOn'), onOutcome),
        ],
      )
    },

    counts: (addresses, days, ctx = {}) => countsOf(api, addresses, days, ctx),

    disconnect: (externalIds, ctx = {}) =>
      runEach(externalIds, instantlyConcurrency, (email) => api.deleteAccount(email, ctx)),

    probe: (ctx = {}) =>
      tryingTool(async (failuresConcern) => {
        const { workspaceId, apiKey } = credentials
        // By the calls that mailboxes get in with: a key may be allowed those and not to read its workspace's name.
        const own = await lookUpInstantlyWorkspaces(urls, { apiKey }, dependencies, ctx).catch(noWorkspaces)
        const opened = own[0] && { ...own[0], isOnly: true }
        const isOwn = own.some(({ id, name }) => id === workspaceId || name === workspaceId)
        if (!workspaceId || isOwn || !opened) {
          await readAccounts(api, ctx)
          return opened
        }
        // A key of an admin workspace acts in others, any other key in its own alone.
        failuresConcern('workspace')
        try {
          await readAccounts(api, ctx)
          return undefined
        } catch (error) {
          if (!isVendorError(error) || error.kind === 'transient') throw error
          await readAccounts(createInstantlyApi(keyAccess(urls, { apiKey }, dependencies), dependencies), ctx)
          return opened
        }
      }),
  }
}

const inChunks = (onOutcome: ChunkOptions['onOutcome']): ChunkOptions => ({
  size: addressesAtOnce,
  concurrency: jobsAtOnce,
  onOutcome,
})

async function readAccounts(api: InstantlyApi, ctx: CallContext): Promise<void> {
  for await (const _ of api.accountPages(ctx)()) break
}

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
    reason: warmupJobFailed,
  })
