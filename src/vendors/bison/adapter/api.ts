import type { ZodType } from 'zod'
import { headerValue } from '#vendors/client/header-value.ts'
import { limitKey } from '#vendors/client/limit-key.ts'
import type { Pages } from '#vendors/client/list-by-domain.ts'
import { watchList } from '#vendors/client/list-end.ts'
import {
  type Call,
  createVendorClient,
  type VendorClientDependencies,
} from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import type { Rate } from '#vendors/client/vendor-limits.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { ToolWorkspace } from '#vendors/ports/sending-tools.ts'
import * as wire from './wire.ts'

/** No limit is published; instances are small servers of their own. */
const rate: Rate = { perSecond: 5, burst: 10 }
/** Sign-in pages are opened at most 60 times a minute, by the reference, wherever the minute begins. */
const signInRate: Rate = { perSecond: 0.75, burst: 15 }
export const bisonConcurrency = 4
/** Senders in one call that switches warm-up, or asks what they have sent. */
export const sendersAtOnce = 50

export interface BisonInstance {
  /** The customer's instance; what follows the host is dropped. */
  origin: string
  apiKey: string
}

/** The key to act with; with `refused`, another one than that where one can be had, and the same where none can. */
export type FindsKey = (ctx: CallContext, refused?: string) => Promise<string>

/** An instance is its customer's, who may have it answer whatever they like. Pages hold 15 senders at least. */
export const pagesMost = { all: 10_000, ofDomain: 50 } as const

interface Days {
  from: string
  to: string
}

export type BisonApi = ReturnType<typeof createBisonApi>

/**
 * The calls of one instance that we use. Its address is the customer's, so `dependencies.fetch` has to be a safe
 * one. `findKey` finds the key to act with, where that is not the instance's own.
 */
export function createBisonApi(
  { origin, apiKey }: BisonInstance,
  dependencies: VendorClientDependencies,
  findKey: FindsKey = async () => apiKey,
) {
  const baseUrl = `${URL.parse(origin)?.origin ?? origin}/api`
  const clientWith = (explain: typeof wire.explain) =>
    createVendorClient(dependencies, {
      vendor: 'bison',
      explain,
      refusesInside: wire.refusesInside,
      secrets: [apiKey],
    })
  const aboutRecords = clientWith(wire.explain)
  const aboutLists = clientWith(wire.explainList)
  const limit = { key: limitKey('bison', `${baseUrl} ${apiKey}`), rate }
  const signInLimit = { key: limitKey('bison', `${baseUrl} ${apiKey}:sign-ins`), rate: signInRate }

  const call = async <T>(
    { path, ...request }: Omit<Call<T>, 'url'> & { path: string },
    ctx: CallContext,
    client = aboutRecords,
  ) => {
    const callWith = (key: string) =>
      client(
        {
          limit,
          ...request,
          url: baseUrl + path,
          headers: { authorization: `Bearer ${headerValue('bison', 'API key', key)}` },
          secrets: [...(request.secrets ?? []), key],
        },
        ctx,
      )
    const key = await findKey(ctx)
    try {
      return await callWith(key)
    } catch (error) {
      if (!isVendorError(error, 'unauthorised') || error.status !== 401) throw error
      const other = await findKey(ctx, key)
      if (other === key) throw error
      return callWith(other)
    }
  }
  /** Where `per_page` is ignored a page holds 15; what counts is the number of pages it says there are. */
  const pagesOf = <T>(
    operation: string,
    path: string,
    params: Record<string, string>,
    answer: ZodType<{ data: T[]; meta: { last_page: number } }>,
    most: number,
    ctx: CallContext,
  ): Pages<T> =>
    async function* (search) {
      const expectMore = watchList('bison', operation)
      for (let page = 1, last = 1; page <= last; page++) {
        const query = new URLSearchParams({
          ...params,
          page: String(page),
          per_page: '100',
          ...(search && { search }),
        })
        const { data, meta } = await call({ operation, path: `${path}?${query}`, answer }, ctx, aboutLists)
        yield data
        last = meta.last_page
        if (page < last) expectMore(data)
        if (last > most)
          throw new VendorError({
            vendor: 'bison',
            operation,
            kind: 'transient',
            reason: 'a list does not end',
          })
      }
    }
  const senderPath = (id: string) => `/sender-emails/${encodeURIComponent(id)}`

  return {
    senderPages: (ctx: CallContext): Pages<wire.SenderBody> =>
      pagesOf('listMailboxes', '/sender-emails', {}, wire.senderPage, pagesMost.all, ctx),
    /** Senders of a domain with what they have sent for warm-up from one day to another, both included. */
    warmupPages: ({ from, to }: Days, ctx: CallContext): Pages<wire.WarmupBody> =>
      pagesOf(
        'readWarmup',
        '/warmup/sender-emails',
        { start_date: from, end_date: to },
        wire.warmupPage,
        pagesMost.ofDomain,
        ctx,
      ),
    /**
     * What campaigns have sent from these senders together, day by day: "Breakdown of events by date" of the reference
     * that each instance serves. Without any sender it would be of the whole workspace.
     */
    eventsByDate: (senders: readonly [number, ...number[]], { from, to }: Days, ctx: CallContext) => {
      const query = new URLSearchParams({ start_date: from, end_date: to })
      for (const id of senders) query.append('sender_email_ids[]', String(id))
      return call(
        { operation: 'readEvents', path: `/campaign-events/stats?${query}`, answer: wire.eventsByDate },
        ctx,
      )
    },
    setDailyLimit: (id: string, dailyLimit: number, ctx: CallContext) =>
      call(
        {
          operation: 'setDailyLimit',
          method: 'PATCH',
          path: senderPath(id),
          json: { daily_limit: dailyLimit },
          answer: wire.oneSender,
        },
        ctx,
      ),
    setWarmup: (ids: readonly string[], on: boolean, ctx: CallContext) =>
      call(
        {
          operation: on ? 'enableWarmup' : 'disableWarmup',
          method: 'PATCH',
          path: `/warmup/sender-emails/${on ? 'enable' : 'disable'}`,
          json: { sender_email_ids: ids.map(Number) },
          answer: wire.done,
        },
        ctx,
      ),
    /** Replies follow the number of warm-up mails by themselves. */
    setWarmupLimit: (ids: readonly string[], limit: number, ctx: CallContext) =>
      call(
        {
          operation: 'setWarmupLimit',
          method: 'PATCH',
          path: '/warmup/sender-emails/update-daily-warmup-limits',
          json: { sender_email_ids: ids.map(Number), daily_limit: limit, daily_reply_limit: 'auto' },
          answer: wire.done,
        },
        ctx,
      ),
    async deleteSender(id: string, ctx: CallContext): Promise<void> {
      try {
        await call(
          { operation: 'disconnect', method: 'DELETE', path: senderPath(id), answer: wire.done },
          ctx,
        )
      } catch (error) {
        if (!isVendorError(error, 'not_found')) throw error
      }
    },
    /** A page to sign in on. Instances that are not up to date have none: `not_found`. */
    async beginSignIn(
      provider: 'microsoft' | 'google',
      ctx: CallContext,
    ): Promise<{ id: string; url: string }> {
      const operation = 'beginSignIn'
      const { id, url } = await call(
        {
          operation,
          method: 'POST',
          path: `/oauth-sessions/${provider}`,
          json: {},
          answer: wire.oneSignInSession,
          limit: [limit, signInLimit],
        },
        ctx,
      )
      if (!url)
        throw new VendorError({
          vendor: 'bison',
          operation,
          kind: 'transient',
          reason: 'it gave no page to sign in on',
        })
      return { id: String(id), url }
    },
    /** Undefined where it is not known any more. */
    async signInSession(id: string, ctx: CallContext): Promise<wire.SignInSessionBody | undefined> {
      try {
        return await call(
          {
            operation: 'signInStatus',
            path: `/oauth-sessions/${encodeURIComponent(id)}`,
            answer: wire.oneSignInSession,
          },
          ctx,
        )
      } catch (error) {
        if (isVendorError(error, 'not_found')) return undefined
        throw error
      }
    },
    /** The older call is marked deprecated, and the newer one is not on every instance yet. */
    async workspaces(ctx: CallContext): Promise<ToolWorkspace[]> {
      const read = (path: string) =>
        call({ operation: 'lookUpWorkspaces', path, answer: wire.workspaces }, ctx, aboutLists)
      try {
        return await read('/workspaces/v1.1')
      } catch (error) {
        if (!isVendorError(error, 'not_found')) throw error
        return read('/workspaces')
      }
    },
    /** A key of one workspace alone; only a super-admin key may make it. */
    createWorkspaceToken: (workspaceId: string, ctx: CallContext) =>
      call(
        {
          operation: 'createWorkspaceToken',
          method: 'POST',
          path: `/workspaces/v1.1/${encodeURIComponent(workspaceId)}/api-tokens`,
          json: { name: 'Mailbox provisioning' },
          answer: wire.newToken,
        },
        ctx,
      ),
  }
}
