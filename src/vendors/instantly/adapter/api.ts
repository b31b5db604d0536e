import type * as z from 'zod'
import type { Pages } from '#vendors/client/list-by-domain.ts'
import { watchList } from '#vendors/client/list-end.ts'
import {
  type Call,
  createVendorClient,
  type VendorClientDependencies,
} from '#vendors/client/vendor-client.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { instantlyLimit, signInLimits, testMailLimit } from './limit.ts'
import * as wire from './wire.ts'

export interface InstantlyUrls {
  /** The documented API, version included. */
  apiUrl: string
  /** The web app's origin. */
  appUrl: string
}

/** How many calls are under way at once: at 150 ms each this uses the rate up. */
export const instantlyConcurrency = 20
/** Addresses in one call of warm-up and tags. */
export const addressesAtOnce = 100
/** How many such calls are under way at once, with the background jobs they start. */
export const jobsAtOnce = 10
export const pageSize = 100

export interface InstantlyAccess {
  /** Where the documented API, or the web app's mirror of it, is reached. */
  baseUrl: string
  headers(ctx: CallContext): Promise<Record<string, string>>
  secrets: readonly string[]
  /** What the limit is counted by: a workspace, as far as we know it. */
  limitedBy: string
  /** Said when the vendor answers 401. */
  signedOut: string
  /** What the credential may do is limited by scopes. */
  isScoped: boolean
}

/** The scope that covers a call, by the first part of its path: each call's page names those that allow it. */
const scopeOf: Readonly<Record<string, string>> = {
  accounts: 'accounts:all',
  oauth: 'accounts:all',
  'background-jobs': 'background-jobs:read',
  'custom-tags': 'custom_tags:all',
  workspaces: 'workspaces:read',
  emails: 'emails:create',
}

/** A refusal for want of a scope is told with the scope's name. */
function withScope(error: unknown, path: string): unknown {
  const scope = scopeOf[path.split('/')[1] ?? '']
  return isVendorError(error, 'unauthorised') && error.status === 403 && scope !== undefined
    ? reworded(
        error,
        { kind: 'unauthorised', waitsFor: 'customer' },
        `${error.reason}. The API key needs the scope ${scope} for it`,
      )
    : error
}

export type InstantlyApi = ReturnType<typeof createInstantlyApi>

/** The calls of the documented API, version 2, that we use. */
export function createInstantlyApi(access: InstantlyAccess, dependencies: VendorClientDependencies) {
  const client = createVendorClient(dependencies, {
    vendor: 'instantly',
    explain: wire.explainWith(access.signedOut),
    refusesInside: wire.refusesInside,
    secrets: access.secrets,
  })
  const limit = instantlyLimit(access.limitedBy)

  /** `path` is below the base address, or a whole address. */
  const call = async <T>(
    {
      path,
      headers,
      ...request
    }: Omit<Call<T>, 'url' | 'limit'> & Partial<Pick<Call<T>, 'limit'>> & { path: string },
    ctx: CallContext,
  ) => {
    const url = path.startsWith('/') ? access.baseUrl + path : path
    const all = { ...(await access.headers(ctx)), ...headers }
    try {
      return await client({ limit, ...request, url, headers: all }, ctx)
    } catch (error) {
      throw access.isScoped ? withScope(error, path) : error
    }
  }
  const accountPath = (email: string) => `/accounts/${encodeURIComponent(email)}`

  /** A cursor may come with the last page too, so only an empty page or a missing cursor ends a list. */
  async function* pages<T>(
    operation: string,
    path: string,
    item: z.ZodType<T>,
    query: Record<string, string>,
    ctx: CallContext,
  ): AsyncGenerator<T[]> {
    const expectMore = watchList('instantly', operation)
    let after: string | undefined
    for (;;) {
      const search = new URLSearchParams({ ...query, limit: String(pageSize) })
      if (after) search.set('starting_after', after)
      const { items, next_starting_after } = await call(
        { operation, path: `${path}?${search}`, answer: wire.page(item) },
        ctx,
      )
      if (items.length === 0) return
      yield items
      if (!next_starting_after) return
      expectMore(items)
      if (next_starting_after === after) return
      after = next_starting_after
    }
  }

  return {
    call,
    accountPages:
      (
        ctx: CallContext,
        { withTags, tagIds = [] }: { withTags?: boolean; tagIds?: readonly string[] } = {},
      ): Pages<wire.AccountBody> =>
      (search) =>
        pages(
          'listAccounts',
          '/accounts',
          wire.account,
          {
            ...(search && { search }),
            ...(withTags && { include_tags: 'true' }),
            // Accounts that have one of them or more.
            ...(tagIds.length > 0 && { tag_ids: tagIds.join(',') }),
          },
          ctx,
        ),
    tagPages: (ctx: CallContext) => pages('listTags', '/custom-tags', wire.tag, {}, ctx),

    /** Undefined when there is none. */
    async findAccount(email: string, ctx: CallContext): Promise<wire.AccountBody | undefined> {
      try {
        return await call({ operation: 'findAccount', path: accountPath(email), answer: wire.account }, ctx)
      } catch (error) {
        if (isVendorError(error, 'not_found')) return undefined
        throw error
      }
    },
    /** A page that is good for ten minutes. */
    beginSignIn: (provider: 'microsoft' | 'google', ctx: CallContext) =>
      call(
        {
          operation: 'beginSignIn',
          method: 'POST',
          path: `/oauth/${provider}/init`,
          json: {},
          answer: wire.signInPage,
          limit: [limit, ...signInLimits(access.limitedBy)],
        },
        ctx,
      ),
    /** Undefined where it is not known any more: its end is told once. */
    async signInStatus(session: string, ctx: CallContext): Promise<wire.SignInStatus | undefined> {
      try {
        return await call(
          {
            operation: 'signInStatus',
            path: `/oauth/session/status/${encodeURIComponent(session)}`,
            answer: wire.signInStatus,
            mayHoldError: true,
          },
          ctx,
        )
      } catch (error) {
        if (isVendorError(error, 'not_found')) return undefined
        throw error
      }
    },
    /** A failure comes as a success with an error in it. */
    sendTestMail: (from: string, to: string, ctx: CallContext) =>
      call(
        {
          operation: 'sendTestMail',
          method: 'POST',
          path: '/emails/test',
          json: {
            eaccount: from,
            to_address_email_list: to,
            subject: 'Connection check',
            body: { text: 'This mailbox can send.', html: '<p>This mailbox can send.</p>' },
          },
          answer: wire.testMail,
          mayHoldError: true,
          limit: testMailLimit(access.limitedBy),
        },
        ctx,
      ),
    changeAccount: (
      email: string,
      body: Record<string, unknown>,
      ctx: CallContext,
    ): Promise<wire.AccountBody> =>
      call(
        {
          operation: 'changeAccount',
          method: 'PATCH',
          path: accountPath(email),
          json: body,
          answer: wire.account,
        },
        ctx,
      ),
    /** At most `addressesAtOnce`. Returns those that could not be paused. */
    async pauseAccounts(emails: readonly string[], ctx: CallContext): Promise<string[]> {
      const { failed_emails } = await call(
        {
          operation: 'pauseAccounts',
          method: 'POST',
          path: '/accounts/pause',
          json: { emails },
          answer: wire.pausing,
        },
        ctx,
      )
      return failed_emails
    },
    /** One that failed meanwhile, because its mailbox was blocked, continues only when it is marked as fixed. */
    async resumeAccount(email: string, ctx: CallContext): Promise<void> {
      const post = (operation: string, action: string) =>
        call(
          {
            operation,
            method: 'POST',
            path: `${accountPath(email)}/${action}`,
            answer: wire.account,
          },
          ctx,
        )
      const { status } = await post('resumeAccount', 'resume')
      if (status && status < 0) await post('markFixed', 'mark-fixed')
    },
    /** Success when it is gone already. */
    async deleteAccount(email: string, ctx: CallContext): Promise<void> {
      try {
        await call(
          { operation: 'deleteAccount', method: 'DELETE', path: accountPath(email), answer: wire.deleted },
          ctx,
        )
      } catch (error) {
        if (!isVendorError(error, 'not_found')) throw error
      }
    },
    /** At most 200 addresses, of 31 days. https://developer.instantly.ai/api-reference/account/get-daily-account-analytics */
    dailyCounts(emails: readonly string[], { from, to }: { from: string; to: string }, ctx: CallContext) {
      const query = new URLSearchParams({ start_date: from, end_date: to })
      for (const email of emails) query.append('emails', email)
      return call(
        { operation: 'dailyCounts', path: `/accounts/analytics/daily?${query}`, answer: wire.dailyCounts },
        ctx,
      )
    },
    /** At most `addressesAtOnce`, of the last days. https://developer.instantly.ai/api-reference/account/get-warmup-analytics */
    warmupCounts: (emails: readonly string[], ctx: CallContext) =>
      call(
        {
          operation: 'warmupCounts',
          method: 'POST',
          path: '/accounts/warmup-analytics',
          json: { emails },
          answer: wire.warmupCounts,
        },
        ctx,
      ),
    /** At most `addressesAtOnce`; done in the background. */
    startWarmup: (emails: readonly string[], on: boolean, ctx: CallContext): Promise<wire.JobBody> =>
      call(
        {
          operation: on ? 'enableWarmup' : 'disableWarmup',
          method: 'POST',
          path: `/accounts/warmup/${on ? 'enable' : 'disable'}`,
          json: { emails },
          answer: wire.job,
        },
        ctx,
      ),
    readJob: (id: string, ctx: CallContext): Promise<wire.JobBody> =>
      call(
        {
          operation: 'readJob',
          path: `/background-jobs/${encodeURIComponent(id)}?data_fields=success_count,failed_count`,
          answer: wire.job,
        },
        ctx,
      ),
    createTag: (label: string, ctx: CallContext) =>
      call(
        { operation: 'createTag', method: 'POST', path: '/custom-tags', json: { label }, answer: wire.tag },
        ctx,
      ),
    /** At most `addressesAtOnce`. */
    addTags: (tagIds: readonly string[], emails: readonly string[], ctx: CallContext): Promise<unknown> =>
      call(
        {
          operation: 'addTags',
          method: 'POST',
          path: '/custom-tags/toggle-resource',
          json: { tag_ids: tagIds, resource_type: 1, resource_ids: emails, assign: true },
          answer: wire.anything,
        },
        ctx,
      ),
  }
}
