import type { Pages } from '#vendors/client/list-by-domain.ts'
import { watchList } from '#vendors/client/list-end.ts'
import {
  type Call,
  createVendorClient,
  type VendorClientDependencies,
} from '#vendors/client/vendor-client.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { smartleadCountsLimit, smartleadLimit } from './limit.ts'
import * as wire from './wire.ts'

export interface SmartleadUrls {
  /** The documented API, version included. */
  apiUrl: string
  /** The web app's own API. */
  appUrl: string
  graphqlUrl: string
}
export interface SmartleadKeyCredentials {
  apiKey: string
}

/** One call after the other uses the documented limit up; a second at once would only queue. */
export const smartleadConcurrency = 1
/** Accounts in one call that maps tags. */
export const mappedAtOnce = 25
export const pageSize = 100

export type SmartleadApi = ReturnType<typeof createSmartleadApi>

/** The calls of the documented API, version 1, that we use. The key travels in the address, so no address is ever logged. */
export function createSmartleadApi(
  urls: Pick<SmartleadUrls, 'apiUrl'>,
  { apiKey }: SmartleadKeyCredentials,
  dependencies: VendorClientDependencies,
) {
  const key = apiKey.trim()
  const client = createVendorClient(dependencies, {
    vendor: 'smartlead',
    explain: wire.explainWith('the API key is not valid or was revoked'),
    refusesInside: wire.refusesInside,
    secrets: [key, encodeURIComponent(key)],
  })
  const limit = smartleadLimit(key)

  const call = <T>(
    {
      path,
      query,
      ...request
    }: Omit<Call<T>, 'url' | 'limit'> &
      Partial<Pick<Call<T>, 'limit'>> & { path: string; query?: Record<string, string> },
    ctx: CallContext,
  ) =>
    client(
      {
        limit,
        ...request,
        url: `${urls.apiUrl}${path}?${new URLSearchParams({ ...query, api_key: key })}`,
      },
      ctx,
    )
  const change = (operation: string, path: string, json: unknown, ctx: CallContext) =>
    call({ operation, method: 'POST', path, json, answer: wire.done, answersInWords: true }, ctx)

  return {
    /** `username` matches a part of the address. A short page is the last. */
    accountPages: (ctx: CallContext): Pages<wire.AccountBody> =>
      async function* (username) {
        const expectMore = watchList('smartlead', 'listAccounts')
        for (let offset = 0; ; offset += pageSize) {
          const rows = await call(
            {
              operation: 'listAccounts',
              path: '/email-accounts/',
              query: { offset: String(offset), limit: String(pageSize), ...(username && { username }) },
              answer: wire.accountList,
            },
            ctx,
          )
          yield rows
          if (rows.length < pageSize) return
          expectMore(rows)
        }
      },
    changeAccount: (id: string, json: Record<string, unknown>, ctx: CallContext) =>
      change('changeAccount', `/email-accounts/${encodeURIComponent(id)}`, json, ctx),
    /**
     * Nothing is sent from it any more, campaigns and warm-up, until it is unsuspended. The update call takes
     * `is_suspended` by its page and not by the OpenAPI document, both have these:
     * https://api.smartlead.ai/api-reference/email-accounts/suspend, .../unsuspend
     */
    suspendAccount: (id: string, ctx: CallContext) =>
      call(
        {
          operation: 'suspendAccount',
          method: 'PUT',
          path: `/email-accounts/suspend/${encodeURIComponent(id)}`,
          answer: wire.done,
          answersInWords: true,
        },
        ctx,
      ),
    unsuspendAccount: (id: string, ctx: CallContext) =>
      call(
        {
          operation: 'unsuspendAccount',
          method: 'DELETE',
          path: `/email-accounts/unsuspend/${encodeURIComponent(id)}`,
          answer: wire.done,
          answersInWords: true,
        },
        ctx,
      ),
    changeWarmup: (
      id: string,
      json: { warmup_enabled: boolean } & Record<string, unknown>,
      ctx: CallContext,
    ) => change('changeWarmup', `/email-accounts/${encodeURIComponent(id)}/warmup`, json, ctx),
    deleteAccount: (id: string, ctx: CallContext) =>
      call(
        {
          operation: 'deleteAccount',
          method: 'DELETE',
          path: `/email-accounts/${encodeURIComponent(id)}`,
          answer: wire.done,
          answersInWords: true,
        },
        ctx,
      ),
    /** The least that only a good key is answered. */
    probe: (ctx: CallContext) =>
      call(
        {
          operation: 'probe',
          path: '/email-accounts/',
          query: { offset: '0', limit: '1' },
          answer: wire.accountList,
        },
        ctx,
      ),
    /** A page of the domains that have sent, from one day to another, both included. */
    domainCounts: (
      { from, to }: { from: string; to: string },
      { offset, limit }: { offset: number; limit: number },
      ctx: CallContext,
    ) =>
      call(
        {
          operation: 'domainCounts',
          path: '/analytics/mailbox/domain-wise-health-metrics',
          query: {
            start_date: from,
            end_date: to,
            full_data: 'true',
            offset: String(offset),
            limit: String(limit),
          },
          answer: wire.domainCounts,
          limit: smartleadCountsLimit(key),
        },
        ctx,
      ),
    /** Undefined where the account has no such call. */
    tags: (ctx: CallContext) =>
      whereKnown(call({ operation: 'listTags', path: '/email-accounts/tags', answer: wire.tagList }, ctx)),
    createTag: (name: string, ctx: CallContext) =>
      call(
        { operation: 'createTag', method: 'POST', path: '/tags', json: { name }, answer: wire.createdTag },
        ctx,
      ),
    /** At most `mappedAtOnce` accounts. */
    addTags: (ids: readonly number[], tagIds: readonly number[], ctx: CallContext) =>
      change('addTags', '/email-accounts/tag-mapping', { email_account_ids: ids, tag_ids: tagIds }, ctx),
    /** Undefined where the account has no such call. */
    tagsByAddress: (addresses: readonly string[], ctx: CallContext) =>
      whereKnown(
        call(
          {
            operation: 'readTags',
            method: 'POST',
            path: '/email-accounts/tag-list',
            json: { email_ids: addresses },
            answer: wire.tagsByAddress,
          },
          ctx,
        ),
      ),
  }
}

/**
 * Calls that are documented and that some report missing: a word that Smartlead does not know is taken for an
 * account's id there, and answered with 400 or 404.
 */
async function whereKnown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isVendorError(error) && (error.status === 400 || error.status === 404)) return undefined
    throw error
  }
}
