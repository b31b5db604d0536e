import { listAll, listByDomain, told } from '#vendors/client/list-by-domain.ts'
import {
  chunksOf,
  noFailures,
  type Round,
  runEach,
  runInChunks,
  runInRounds,
} from '#vendors/client/run-each.ts'
import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import type { BulkAccount, BulkContext, BulkSettings, BulkTool } from '#vendors/ports/bulk-tools.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import {
  createSmartleadApi,
  mappedAtOnce,
  type SmartleadApi,
  type SmartleadKeyCredentials,
  type SmartleadUrls,
} from './api.ts'
import { smartleadLimit } from './limit.ts'
import { type AccountBody, isWarm, toBulkAccount } from './wire.ts'

/** What the documented API takes. A ramp-up below 5 a day is possible only in the web app. */
const smartleadRanges = {
  warmupLimit: { min: 1, max: 50 },
  warmupIncrement: { min: 5, max: 20 },
  replyRatePercent: { min: 20, max: 100 },
} as const

/** Refuses what Smartlead would refuse for every single account; no ramp-up at all is always possible. */
function checkSmartleadSettings({ warmup }: BulkSettings): void {
  if (!warmup) return
  const checked: [string, number | undefined, { min: number; max: number }][] = [
    ['number of warm-up emails a day', warmup.limit, smartleadRanges.warmupLimit],
    ['reply rate', warmup.replyRatePercent, smartleadRanges.replyRatePercent],
  ]
  if (warmup.increment !== 0) checked.push(['ramp-up', warmup.increment, smartleadRanges.warmupIncrement])
  for (const [name, value, { min, max }] of checked) {
    if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) continue
    throw new VendorError({
      vendor: 'smartlead',
      operation: 'updateSettings',
      kind: 'rejected',
      reason: `with an API key the ${name} must be a whole number from ${min} to ${max}`,
    })
  }
}

/** As many as the limit lets through at once: one that gets no answer does not hold up the others. */
const callsAtOnce = 6
/** What the guide promises for the Standard plan; we stay below it. */
const allowedPerMinute = 60
/** The same plan’s hour. We do not hold to it: `limit.ts` says why. */
const allowedPerHour = 1_000
const accountsPerPage = 100

/** Addresses in one question for tags; the documentation names no maximum. */
const addressesAtOnce = 100

/** Bulk updates by API key, on documented calls alone: one call per account and kind of setting. */
export function createSmartleadBulkTool(
  urls: Pick<SmartleadUrls, 'apiUrl'>,
  credentials: SmartleadKeyCredentials,
  dependencies: VendorClientDependencies,
): BulkTool {
  const api = createSmartleadApi(urls, credentials, dependencies)
  const each =
    (work: (id: string) => Promise<unknown>): Round =>
    (ids, onOutcome) =>
      runEach(ids, callsAtOnce, async (id) => void (await work(id)), onOutcome)

  /** Reads on only until all are found. */
  async function accountsOf(ids: readonly string[], ctx: CallContext): Promise<AccountBody[]> {
    const wanted = new Set(ids)
    const found: AccountBody[] = []
    for await (const page of api.accountPages(ctx)()) {
      for (const row of page) if (wanted.delete(String(row.id))) found.push(row)
      if (wanted.size === 0) break
    }
    return found
  }

  const switchWarmup = (ids: readonly string[], on: boolean, ctx: BulkContext) =>
    runInRounds(ids, [each((id) => api.changeWarmup(id, { warmup_enabled: on }, ctx))], ctx.onOutcome)

  /** Of those that Smartlead says something of: what is missing is unknown, not "no tags". */
  async function tagsOf(rows: readonly AccountBody[], ctx: CallContext): Promise<Map<number, string[]>> {
    const tags = new Map<number, string[]>()
    for (const chunk of chunksOf(rows, addressesAtOnce)) {
      const answer = await api.tagsByAddress(
        chunk.map((row) => row.from_email),
        ctx,
      )
      for (const row of answer?.data ?? [])
        if (row.tags)
          tags.set(
            row.email_account_id,
            row.tags.map((tag) => tag.name),
          )
    }
    return tags
  }

  return {
    kind: 'smartlead',
    pace: {
      allowedPerMinute,
      allowedPerHour,
      callsPerMinute: smartleadLimit(credentials.apiKey).rate.perSecond * 60,
      accountsPerCall: { settings: 1, warmup: 1, tags: mappedAtOnce, signature: 1 },
      accountsPerPage,
    },
    async listAccounts(domains, ctx = {}) {
      const pages = told(api.accountPages(ctx), ctx.onRead)
      const rows =
        domains === 'all'
          ? await listAll(pages, (row) => row.from_email)
          : await listByDomain(domains, pages, (row) => row.from_email)
      return rows.map(toBulkAccount)
    },
    async listNarrowed({ text }, ctx = {}) {
      const pages = told(api.accountPages(ctx), ctx.onRead)
      return (await listAll(pages, (row) => row.from_email, text)).map(toBulkAccount)
    },
    async updateSettings(ids, settings, ctx = {}) {
      checkSmartleadSettings(settings)
      const { warmup, outbound } = settings
      const rounds: Round[] = []
      if (outbound) {
        const body = {
          max_email_per_day: outbound.dailyLimit,
          time_to_wait_in_mins: outbound.sendingGapMinutes,
        }
        rounds.push(each((id) => api.changeAccount(id, body, ctx)))
      }
      if (warmup) {
        // The call demands on or off, so accounts that are to stay as they are have to be read first.
        const warm = warmup.alsoEnable
          ? new Set(ids)
          : new Set(
              (await accountsOf(ids, ctx))
                .filter((row) => isWarm(row.warmup_details))
                .map((row) => String(row.id)),
            )
        rounds.push(each((id) => api.changeWarmup(id, warmupBody(warmup, warm.has(id)), ctx)))
      }
      return runInRounds(ids, rounds, ctx.onOutcome)
    },
    enableWarmup: (ids, ctx = {}) => switchWarmup(ids, true, ctx),
    disableWarmup: (ids, ctx = {}) => switchWarmup(ids, false, ctx),
    setSignature: (ids, html, ctx = {}) =>
      runInRounds(ids, [each((id) => api.changeAccount(id, { signature: html }, ctx))], ctx.onOutcome),
    async setTags(ids, tags, ctx = {}) {
      const tagIds = await ensureTags(api, tags, ctx)
      return runInChunks(
        ids,
        { size: mappedAtOnce, concurrency: callsAtOnce, onOutcome: ctx.onOutcome },
        async (chunk) => {
          await api.addTags(chunk.map(Number), tagIds, ctx)
          return noFailures
        },
      )
    },
    async readBack(ids, ctx = {}) {
      const rows = await accountsOf(ids, ctx)
      const tags = await tagsOf(rows, ctx)
      return rows.map((row): BulkAccount => {
        const listed = toBulkAccount(row)
        return { ...listed, tags: tags.get(row.id) ?? listed.tags }
      })
    },
  }
}

const warmupBody = (warmup: NonNullable<BulkSettings['warmup']>, enabled: boolean) => ({
  warmup_enabled: enabled,
  total_warmup_per_day: warmup.limit,
  reply_rate_percentage: warmup.replyRatePercent,
  ...(warmup.increment !== undefined && { is_rampup_enabled: warmup.increment > 0 }),
  ...(warmup.increment && { daily_rampup: warmup.increment }),
  ...(warmup.tag && { warmup_key_id: warmup.tag }),
})

/** Tags have no unique name there, so a look goes before every creation. */
async function ensureTags(api: SmartleadApi, names: readonly string[], ctx: CallContext): Promise<number[]> {
  const listed = (await api.tags(ctx)) ?? (await tagsInUse(api, ctx))
  const known = new Map(listed.map((tag) => [tag.name, tag.id]))
  const ids: number[] = []
  for (const name of new Set(names)) ids.push(known.get(name) ?? (await api.createTag(name, ctx)).data.id)
  return ids
}

/** Where tags have no list of their own. */
async function tagsInUse(api: SmartleadApi, ctx: CallContext) {
  const found: { id: number; name: string }[] = []
  for await (const page of api.accountPages(ctx)()) found.push(...page.flatMap(({ tags }) => tags ?? []))
  return found
}
