import { required } from '#base/text/required.ts'
import type { Pace } from '#features/bulk-update/rules/pace.ts'
import { domainOf, listAll, listByDomain, told } from '#vendors/client/list-by-domain.ts'
import { noFailures, type Round, runEach, runInChunks, runInRounds } from '#vendors/client/run-each.ts'
import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import type {
  BulkAccount,
  BulkContext,
  BulkSettings,
  BulkTool,
  ListingContext,
} from '#vendors/ports/bulk-tools.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { type InstantlyKeyCredentials, keyAccess } from './access.ts'
import {
  addressesAtOnce,
  createInstantlyApi,
  type InstantlyApi,
  type InstantlyUrls,
  instantlyConcurrency,
  jobsAtOnce,
} from './api.ts'
import { confirmedByFirst } from './confirmed-by-first.ts'
import { finishWarmupJob, isUnderWay, type Pause, pauseFor, warmupJobFailed } from './finish-warmup-job.ts'
import { instantlyLimit } from './limit.ts'
import { type JobBody, toBulkAccount } from './wire.ts'

/** What Instantly takes; the ramp-up is a fixed set of words there. */
const instantlyRanges = {
  sendingGapMinutes: { min: 0, max: 1440 },
  warmupIncrement: { min: 0, max: 4 },
  replyRatePercent: { min: 0, max: 100 },
} as const

/** A background job that has not ended by then is left to itself; reading back tells the rest. */
const jobPatienceMs = 60_000

/** Bulk updates by API key, on documented calls alone. */
export function createInstantlyBulkTool(
  urls: InstantlyUrls,
  credentials: InstantlyKeyCredentials,
  dependencies: VendorClientDependencies & { pause?: Pause },
): BulkTool {
  const api = createInstantlyApi(keyAccess(urls, credentials, dependencies), dependencies)
  const pause = dependencies.pause ?? pauseFor

  const listAccounts = async (domains: readonly string[] | 'all', ctx: ListingContext = {}) => {
    const pages = told(api.accountPages(ctx, { withTags: true }), ctx.onRead)
    const rows =
      domains === 'all'
        ? await listAll(pages, (row) => row.email)
        : await listByDomain(domains, pages, (row) => row.email)
    return rows.map(toBulkAccount)
  }

  async function readBack(ids: readonly string[], ctx: CallContext = {}): Promise<BulkAccount[]> {
    const domains = [...new Set(ids.map(domainOf))]
    const wanted = new Set(ids.map((id) => id.toLowerCase()))
    const found = await listAccounts(domains, ctx)
    return found.filter((account) => wanted.has(account.email.toLowerCase()))
  }

  /** Why each of a finished job's addresses that did not change did not. */
  async function failuresOf(job: JobBody, emails: readonly string[], on: boolean, ctx: CallContext) {
    if (isUnderWay(job)) return new Map(emails.map((email) => [email, stillWorking()]))
    if (job.status === 'success' && (job.data?.failed_count ?? 0) === 0) return noFailures
    const now = new Map((await readBack(emails, ctx)).map((account) => [account.id, account]))
    return new Map(
      emails.flatMap((email) => {
        const account = now.get(email)
        if (!account) return [[email, notEnabled('not_found', 'the account no longer exists')]]
        if (account.warmupOn === on) return []
        // A job that failed has said nothing of its accounts: the next one may succeed.
        if (job.status !== 'success') return [[email, notEnabled('transient', warmupJobFailed)]]
        const reason = `Instantly did not switch warm-up ${on ? 'on' : 'off'} for this account`
        return [[email, notEnabled('rejected', reason)]]
      }),
    )
  }

  const switchWarmup =
    (on: boolean, ctx: CallContext): Round =>
    (ids, onOutcome) =>
      runInChunks(ids, { size: addressesAtOnce, concurrency: jobsAtOnce, onOutcome }, async (emails) => {
        const started = await api.startWarmup(emails, on, ctx)
        const job = await finishWarmupJob(api, started, jobPatienceMs, pause, ctx)
        return failuresOf(job, emails, on, ctx)
      })

  /**
   * Percent or a fraction is not said: the documented example is 0.1, accounts show whole numbers.
   * https://developer.instantly.ai/api-reference/account/patch-account
   */
  const confirmReplyRate = (wanted: number, ctx: CallContext) => async (email: string) => {
    const shown = (await api.findAccount(email, ctx))?.warmup?.reply_rate ?? undefined
    if (shown !== wanted) throw notConfirmed(wanted, shown)
  }

  return {
    kind: 'instantly',
    pace: instantlyPace(addressesAtOnce),
    listAccounts,
    async listNarrowed({ text, tags }, ctx = {}) {
      const tagIds = tags.map(({ id }) => id)
      const pages = told(api.accountPages(ctx, { withTags: true, tagIds }), ctx.onRead)
      return (await listAll(pages, (row) => row.email, text)).map(toBulkAccount)
    },
    tagPages: (ctx = {}) => api.tagPages(ctx),
    readBack,
    async updateSettings(ids, settings, ctx = {}) {
      const body = settingsBody(settings)
      const change: Round = (left, onOutcome) =>
        runEach(
          left,
          instantlyConcurrency,
          async (email) => void (await api.changeAccount(email, body, ctx)),
          onOutcome,
        )
      const replyRate = settings.warmup?.replyRatePercent
      const rounds = [
        replyRate === undefined ? change : confirmedByFirst(change, confirmReplyRate(replyRate, ctx)),
      ]
      if (settings.warmup?.alsoEnable) rounds.push(switchWarmup(true, ctx))
      return runInRounds(ids, rounds, ctx.onOutcome)
    },
    enableWarmup: (ids, ctx = {}) => runInRounds(ids, [switchWarmup(true, ctx)], ctx.onOutcome),
    disableWarmup: (ids, ctx = {}) => runInRounds(ids, [switchWarmup(false, ctx)], ctx.onOutcome),
    setSignature: (ids, html, ctx = {}) => setSignature(api, ids, html, ctx),
    setTags: (ids, tags, ctx = {}) => setTags(api, ids, tags, ctx),
  }
}

/** Warm-up is switched for `warmupAtOnce` accounts in one call. */
export const instantlyPace = (warmupAtOnce: number): Pace => {
  const perMinute = Math.round(instantlyLimit('').rate.perSecond * 60)
  return {
    allowedPerMinute: 6_000,
    callsPerMinute: perMinute,
    accountsPerCall: { settings: 1, warmup: warmupAtOnce, tags: addressesAtOnce, signature: 1 },
    accountsPerPage: 100,
  }
}

/** One call per account. */
export const setSignature = (api: InstantlyApi, ids: readonly string[], html: string, ctx: BulkContext) =>
  runEach(
    ids,
    instantlyConcurrency,
    async (email) => void (await api.changeAccount(email, { signature: html }, ctx)),
    ctx.onOutcome,
  )

export async function setTags(
  api: InstantlyApi,
  ids: readonly string[],
  tags: readonly string[],
  ctx: BulkContext,
) {
  const tagIds = await ensureTags(api, tags, ctx)
  return runInChunks(
    ids,
    { size: addressesAtOnce, concurrency: jobsAtOnce, onOutcome: ctx.onOutcome },
    async (emails) => {
      await api.addTags(tagIds, emails, ctx)
      return noFailures
    },
  )
}

/** Looks first; a label that someone makes meanwhile answers 409 and is found by the second look. */
async function ensureTags(api: InstantlyApi, labels: readonly string[], ctx: CallContext): Promise<string[]> {
  const idByLabel = async () => {
    const known = new Map<string, string>()
    for await (const page of api.tagPages(ctx)) for (const tag of page) known.set(tag.label, tag.id)
    return known
  }
  let known = await idByLabel()
  for (const label of new Set(labels)) {
    if (known.has(label)) continue
    try {
      known.set(label, (await api.createTag(label, ctx)).id)
    } catch (error) {
      if (!isVendorError(error, 'rejected')) throw error
      known = await idByLabel()
      if (!known.has(label)) throw error
    }
  }
  return labels.map((label) => required(known.get(label), `the tag ${label}`))
}

function settingsBody({ warmup, outbound }: BulkSettings): Record<string, unknown> {
  checkInstantlySettings({ warmup, outbound })
  return {
    ...(outbound && { daily_limit: outbound.dailyLimit, sending_gap: outbound.sendingGapMinutes }),
    ...(warmup && {
      warmup: {
        limit: warmup.limit,
        ...(warmup.increment !== undefined && {
          increment: warmup.increment === 0 ? 'disabled' : String(warmup.increment),
        }),
        reply_rate: warmup.replyRatePercent,
        ...(warmup.tag && { warmup_custom_ftag: warmup.tag }),
      },
    }),
  }
}

/** Refuses what Instantly would refuse for every single account. */
export function checkInstantlySettings({ warmup, outbound }: BulkSettings): void {
  const checked: [string, number | undefined, { min: number; max: number }][] = [
    ['sending gap in minutes', outbound?.sendingGapMinutes, instantlyRanges.sendingGapMinutes],
    ['warm-up increment', warmup?.increment, instantlyRanges.warmupIncrement],
    ['reply rate', warmup?.replyRatePercent, instantlyRanges.replyRatePercent],
  ]
  for (const [name, value, { min, max }] of checked) {
    if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) continue
    throw new VendorError({
      vendor: 'instantly',
      operation: 'updateSettings',
      kind: 'rejected',
      reason: `the ${name} must be a whole number from ${min} to ${max}`,
    })
  }
}

const notConfirmed = (set: number, shown: number | undefined) =>
  new VendorError({
    vendor: 'instantly',
    operation: 'updateSettings',
    kind: 'rejected',
    reason: `it shows ${shown ?? 'no'} reply rate after ${set} was set for one account, so the others were left alone`,
  })
const notEnabled = (kind: 'rejected' | 'not_found' | 'transient', reason: string) =>
  new VendorError({ vendor: 'instantly', operation: 'enableWarmup', kind, reason })
const stillWorking = () => notEnabled('transient', 'the change of warm-up is still under way there')
