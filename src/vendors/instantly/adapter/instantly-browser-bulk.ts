import type * as z from 'zod'
import { domainOf, listAll, listByDomain, type Pages, told } from '#vendors/client/list-by-domain.ts'
import { watchList } from '#vendors/client/list-end.ts'
import { type Round, runEach, runInRounds } from '#vendors/client/run-each.ts'
import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import type { BulkTool, ListingContext } from '#vendors/ports/bulk-tools.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { browserAccess, type InstantlyBrowserCredentials } from './access.ts'
import { createInstantlyApi, type InstantlyUrls, instantlyConcurrency } from './api.ts'
import { checkInstantlySettings, instantlyPace, setSignature, setTags } from './instantly-bulk.ts'
import {
  anything,
  type BrowserAccountBody,
  browserPage,
  browserSuccess,
  browserToBulkAccount,
} from './wire.ts'

const pageSize = 100

/**
 * Bulk updates with a signed-in browser's cookie and workspace token, on calls that Instantly does not document
 * and may change. Lists, settings and warm-up go through the web app's older calls, which need nothing else.
 * Those ignore a signature in silence, so signatures and tags go through its mirror of the documented API.
 */
export function createInstantlyBrowserBulkTool(
  urls: InstantlyUrls,
  credentials: InstantlyBrowserCredentials,
  dependencies: VendorClientDependencies,
): BulkTool {
  const api = createInstantlyApi(browserAccess(urls, credentials), dependencies)
  const post = <T>(
    operation: string,
    path: string,
    json: Record<string, unknown>,
    answer: z.ZodType<T>,
    ctx: CallContext,
  ) =>
    api.call(
      { operation, method: 'POST', path: `${urls.appUrl}/backend/api/v1/account/${path}`, json, answer },
      ctx,
    )

  const pages = (ctx: CallContext): Pages<BrowserAccountBody> =>
    async function* (search) {
      const expectMore = watchList('instantly', 'listAccounts')
      for (let skip = 0; ; skip += pageSize) {
        const body = {
          search: search ?? '',
          limit: pageSize,
          skip,
          filter: null,
          include_tags: true,
          sort_options: null,
        }
        const rows = await post('listAccounts', 'list', body, browserPage, ctx)
        yield rows
        if (rows.length < pageSize) return
        expectMore(rows)
      }
    }
  const listAccounts = async (domains: readonly string[] | 'all', ctx: ListingContext = {}) => {
    const read = told(pages(ctx), ctx.onRead)
    const rows =
      domains === 'all'
        ? await listAll(read, (row) => row.email)
        : await listByDomain(domains, read, (row) => row.email)
    return rows.map(browserToBulkAccount)
  }

  // One account per call; whether the mirrored job call works with a session is not known.
  const switchWarmup =
    (on: boolean, ctx: CallContext): Round =>
    (ids, onOutcome) => {
      const [operation, path] = on ? ['enableWarmup', 'warmup/enable'] : ['disableWarmup', 'warmup/pause']
      return runEach(
        ids,
        instantlyConcurrency,
        async (email) => void (await post(operation, path, { email }, anything, ctx)),
        onOutcome,
      )
    }

  return {
    kind: 'instantly',
    pace: instantlyPace(1),
    listAccounts,
    async readBack(ids, ctx) {
      const wanted = new Set(ids.map((id) => id.toLowerCase()))
      const found = await listAccounts([...new Set(ids.map(domainOf))], ctx)
      return found.filter((account) => wanted.has(account.email.toLowerCase()))
    },
    async updateSettings(ids, settings, ctx = {}) {
      checkInstantlySettings(settings)
      const { warmup, outbound } = settings
      const fields = {
        ...(outbound && {
          daily_limit: outbound.dailyLimit,
          sending_gap_minutes: outbound.sendingGapMinutes,
        }),
        ...(warmup && {
          warmup_limit: warmup.limit,
          warmup_increment: warmup.increment,
          warmup_reply_rate_percent: warmup.replyRatePercent,
        }),
      }
      const change: Round = (left, onOutcome) =>
        runEach(
          left,
          instantlyConcurrency,
          async (email) =>
            void (await post('updateSettings', 'update', { email, ...fields }, browserSuccess, ctx)),
          onOutcome,
        )
      const rounds = warmup?.alsoEnable ? [change, switchWarmup(true, ctx)] : [change]
      return runInRounds(ids, rounds, ctx.onOutcome)
    },
    enableWarmup: (ids, ctx = {}) => runInRounds(ids, [switchWarmup(true, ctx)], ctx.onOutcome),
    disableWarmup: (ids, ctx = {}) => runInRounds(ids, [switchWarmup(false, ctx)], ctx.onOutcome),
    setSignature: (ids, html, ctx = {}) => setSignature(api, ids, html, ctx),
    setTags: (ids, tags, ctx = {}) => setTags(api, ids, tags, ctx),
  }
}
