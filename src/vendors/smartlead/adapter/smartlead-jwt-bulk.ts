import type * as z from 'zod'
import { headerValue } from '#vendors/client/header-value.ts'
import { domainOf } from '#vendors/client/list-by-domain.ts'
import { watchList } from '#vendors/client/list-end.ts'
import { noFailures, type Round, runInChunks, runInRounds } from '#vendors/client/run-each.ts'
import {
  type Call,
  createVendorClient,
  type VendorClientDependencies,
} from '#vendors/client/vendor-client.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import type { BulkContext, BulkSettings, BulkTool, ListingContext } from '#vendors/ports/bulk-tools.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { SmartleadUrls } from './api.ts'
import { smartleadWebAppLimit } from './limit.ts'
import * as wire from './wire.ts'

/** Accounts in one call, as others were seen to send. */
const accountsAtOnce = 250
const pageSize = 500
/** No server was seen to cut pages below this, so a shorter one is the last whatever was asked for. */
const shortestFullPage = 100

/**
 * Bulk updates with a signed-in browser's token, on calls that Smartlead does not document and may change:
 * many accounts in one call, and a ramp-up below 5. How it takes a signature in bulk is not known; the obvious
 * field is sent, and what it does can only be seen in Smartlead itself.
 */
export function createSmartleadJwtBulkTool(
  urls: Pick<SmartleadUrls, 'appUrl' | 'graphqlUrl'>,
  credentials: { jwt: string },
  dependencies: VendorClientDependencies,
): BulkTool {
  const jwt = credentials.jwt.trim().replace(/^(authorization:\s*)?bearer\s+/i, '')
  const client = createVendorClient(dependencies, {
    vendor: 'smartlead',
    explain: wire.explainWith(
      'the token has expired or is not valid; copy it again from a signed-in browser',
    ),
    refusesInside: wire.refusesInside,
    secrets: [jwt],
  })
  const limit = smartleadWebAppLimit(jwt)
  const call = async <T>(request: Omit<Call<T>, 'limit'>, ctx: CallContext) => {
    const authorization = `Bearer ${headerValue('smartlead', 'token', jwt)}`
    return client({ ...request, headers: { authorization }, limit }, ctx)
  }

  /** The list comes in two parts: accounts that campaigns use, and the rest. */
  async function accounts(ctx: ListingContext): Promise<wire.WebAppAccountBody[]> {
    const found = new Map<number, wire.WebAppAccountBody>()
    for (const isInUse of ['true', 'false']) {
      const expectMore = watchList('smartlead', 'listAccounts')
      for (let offset = 0; ; ) {
        const query = new URLSearchParams({ offset: String(offset), limit: String(pageSize), isInUse })
        const rows = await call(
          {
            operation: 'listAccounts',
            url: `${urls.appUrl}/email-account/get-total-email-accounts?${query}`,
            answer: wire.webAppAccounts,
          },
          ctx,
        )
        ctx.onRead?.(rows.length)
        for (const row of rows) found.set(row.id, row)
        if (rows.length < shortestFullPage) break
        expectMore(rows)
        offset += rows.length
      }
    }
    return [...found.values()]
  }

  /** One kind of setting for all; kinds are not mixed, since some mixtures are refused. */
  const change =
    (operation: string, update: Record<string, unknown>, ctx: CallContext): Round =>
    (ids, onOutcome) =>
      runInChunks(ids, { size: accountsAtOnce, concurrency: 2, onOutcome }, async (chunk) => {
        await call(
          {
            operation,
            method: 'POST',
            url: `${urls.appUrl}/email-account/bulk-update-email-account-config`,
            json: {
              emailAccountIds: chunk.map(Number),
              // The web app sends this with every change.
              updateData: { dailyReplyLimit: null, ...update },
              excludeEmailAccountIds: [],
            },
            answer: wire.done,
            answersInWords: true,
          },
          ctx,
        )
        return noFailures
      })

  const graphql = <T>(
    operation: string,
    name: string,
    query: string,
    variables: Record<string, unknown>,
    answer: z.ZodType<T>,
    ctx: CallContext,
  ) =>
    call(
      {
        operation,
        method: 'POST',
        url: urls.graphqlUrl,
        json: { operationName: name, query, variables },
        answer,
      },
      ctx,
    )

  async function createTag(name: string, ctx: CallContext): Promise<number> {
    const { data } = await graphql(
      'createTag',
      'createTag',
      createTagMutation,
      { object: { name, color: '#B1FCFA' } },
      wire.graphqlCreatedTag,
      ctx,
    )
    return data.insert_tags_one.id
  }

  async function ensureTags(names: readonly string[], ctx: CallContext): Promise<number[]> {
    const unique = [...new Set(names)]
    const { data } = await graphql(
      'listTags',
      'getPaginatedTags',
      tagsQuery,
      { offset: 0, limit: 1_000, where: { name: { _in: unique } } },
      wire.graphqlTags,
      ctx,
    )
    const known = new Map(data.tags.map((tag) => [tag.name, tag.id]))
    const ids: number[] = []
    for (const name of unique) ids.push(known.get(name) ?? (await createTag(name, ctx)))
    return ids
  }

  const switchWarmup = (ids: readonly string[], status: 'ACTIVE' | 'INACTIVE', ctx: BulkContext) =>
    runInRounds(
      ids,
      [change(status === 'ACTIVE' ? 'enableWarmup' : 'disableWarmup', { status }, ctx)],
      ctx.onOutcome,
    )

  return {
    kind: 'smartlead',
    pace: {
      callsPerMinute: limit.rate.perSecond * 60,
      accountsPerCall: {
        settings: accountsAtOnce,
        warmup: accountsAtOnce,
        tags: accountsAtOnce,
        signature: accountsAtOnce,
      },
      accountsPerPage: pageSize,
    },
    outboundTogether: true,
    async listAccounts(domains, ctx = {}) {
      const wanted = domains === 'all' ? undefined : new Set(domains.map((domain) => domain.toLowerCase()))
      return (await accounts(ctx))
        .filter((row) => !wanted || wanted.has(domainOf(row.from_email)))
        .map(wire.webAppToBulkAccount)
    },
    updateSettings: async (ids, settings, ctx = {}) =>
      runInRounds(
        ids,
        updatesOf(settings).map((update) => change('updateSettings', update, ctx)),
        ctx.onOutcome,
      ),
    enableWarmup: (ids, ctx = {}) => switchWarmup(ids, 'ACTIVE', ctx),
    disableWarmup: (ids, ctx = {}) => switchWarmup(ids, 'INACTIVE', ctx),
    setSignature: (ids, html, ctx = {}) =>
      runInRounds(ids, [change('setSignature', { signature: html }, ctx)], ctx.onOutcome),
    async setTags(ids, tags, ctx = {}) {
      const tagIds = await ensureTags(tags, ctx)
      return runInRounds(ids, [change('setTags', { tags: tagIds }, ctx)], ctx.onOutcome)
    },
    async readBack(ids, ctx = {}) {
      const wanted = new Set(ids)
      return (await accounts(ctx)).filter((row) => wanted.has(String(row.id))).map(wire.webAppToBulkAccount)
    },
  }
}

/** Of the two outbound values both are sent: a missing one would be reset. Switching on goes alone. */
function updatesOf({ warmup, outbound }: BulkSettings): Record<string, unknown>[] {
  const updates: Record<string, unknown>[] = []
  if (outbound) updates.push(bothOf(outbound))
  const config = {
    ...(warmup?.increment !== undefined && {
      isRampupEnabled: warmup.increment > 0,
      rampupValue: Math.max(1, warmup.increment),
    }),
    ...(warmup?.limit !== undefined && { maxEmailPerDay: warmup.limit }),
    ...(warmup?.replyRatePercent !== undefined && { replyRate: warmup.replyRatePercent }),
    ...(warmup?.tag && { warmupTagIdentifier: warmup.tag }),
  }
  if (Object.keys(config).length > 0) updates.push(config)
  if (warmup?.alsoEnable) updates.push({ status: 'ACTIVE' })
  return updates
}

function bothOf({ dailyLimit, sendingGapMinutes }: NonNullable<BulkSettings['outbound']>) {
  if (dailyLimit !== undefined && sendingGapMinutes !== undefined)
    return { messagePerDay: dailyLimit, minTimeToWaitInMins: sendingGapMinutes }
  throw new VendorError({
    vendor: 'smartlead',
    operation: 'updateSettings',
    kind: 'rejected',
    reason: 'with a token it resets the outbound setting that is left out, so both have to be set',
  })
}

const tagsQuery = `query getPaginatedTags($offset: Int!, $limit: Int!, $where: tags_bool_exp!) {
  tags(where: $where, offset: $offset, limit: $limit) { id name }
}`
const createTagMutation = `mutation createTag($object: tags_insert_input!) {
  insert_tags_one(object: $object) { id name }
}`
