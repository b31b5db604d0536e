import * as z from 'zod'
import { catchVendorError, failed, succeeded } from '#vendors/client/call-outcome.ts'
import { chunksOf, isForbidden, refusesAll } from '#vendors/client/run-each.ts'
import type { WithToken } from '#vendors/client/token-cache.ts'
import {
  createVendorClient,
  refusalError,
  type VendorClientDependencies,
  type VendorClientOptions,
} from '#vendors/client/vendor-client.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import type { Rate, Reservation } from '#vendors/client/vendor-limits.ts'
import type { CallContext, CallOutcome } from '#vendors/ports/call-context.ts'
import { explainGraph } from './graph-wire.ts'
import { graphScope, type MicrosoftTenant, type MicrosoftUrls } from './tenant.ts'

/** Documented: 3,000 writes in any 150 s for each app and tenant; 900 + 150 x 14 stays within it. */
const writeRate: Rate = { perSecond: 14, burst: 900 }
/** Documented: 3,500 units in 10 s for the smallest tenants; a request costs one to five. */
const readRate: Rate = { perSecond: 60, burst: 100 }
export const batchMax = 20
export const pagesMax = 1_000
/** A batch does twenty things before it answers. */
const batchTimeoutMs = 40_000

interface GraphCall<T> {
  operation: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the version: `/users/…`. */
  path: string
  headers?: Record<string, string>
  json?: unknown
  body?: Uint8Array<ArrayBuffer>
  answer: z.ZodType<T>
  /** What it counts against, where that is not the tenant's own limit. */
  limit?: Pick<Reservation, 'key' | 'rate' | 'among'>
}

type ListCall<Item> = Pick<GraphCall<Item>, 'operation' | 'path' | 'headers' | 'limit'> & {
  item: z.ZodType<Item>
}

const endless = (operation: string) =>
  new VendorError({
    vendor: 'microsoft',
    operation,
    kind: 'transient',
    reason: 'a list does not end or continues at another address',
  })

export interface BatchItem {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** In the body: a mailbox's password. */
  secret?: string
}

const batchAnswer = z.object({
  responses: z.array(
    z.object({
      id: z.string(),
      status: z.number(),
      headers: z.record(z.string(), z.unknown()).nullish(),
      body: z.unknown().optional(),
    }),
  ),
})

export type Graph = ReturnType<typeof createGraph>

/** Graph v1.0 with this tenant's token and limits: single calls, whole lists, and many things at once. */
export function createGraph(
  urls: Pick<MicrosoftUrls, 'graphUrl'>,
  tenant: Pick<MicrosoftTenant, 'tenantId'>,
  dependencies: VendorClientDependencies,
  withToken: WithToken,
) {
  const options: VendorClientOptions = { vendor: 'microsoft', explain: explainGraph }
  const client = createVendorClient(dependencies, options)
  const limits = {
    writes: { key: `microsoft:${tenant.tenantId}:writes`, rate: writeRate },
    reads: { key: `microsoft:${tenant.tenantId}:reads`, rate: readRate },
  }

  function call<T>(request: GraphCall<T>, ctx: CallContext = {}) {
    const {
      path,
      headers,
      method = 'GET',
      limit = method === 'GET' ? limits.reads : limits.writes,
      ...rest
    } = request
    return withToken(graphScope, ctx, (token) =>
      client(
        {
          ...rest,
          method,
          url: `${urls.graphUrl}${path}`,
          headers: { ...headers, authorization: `Bearer ${token}` },
          limit,
        },
        ctx,
      ),
    )
  }

  /**
   * The first pages of a list, `most` of them at most; `isWhole`: there are no more. Its links are followed as given, but
   * never with our token to another server.
   */
  async function firstPages<Item>(
    request: ListCall<Item>,
    most: number,
    ctx: CallContext = {},
  ): Promise<{ items: Item[]; isWhole: boolean }> {
    const { operation, headers, item, limit } = request
    const answer = z.object({ value: z.array(item), '@odata.nextLink': z.string().nullish() })
    const items: Item[] = []
    let path = request.path
    for (let page = 0; page < most; page++) {
      const got: z.output<typeof answer> = await call({ operation, path, headers, answer, limit }, ctx)
      items.push(...got.value)
      const next = got['@odata.nextLink']
      if (!next) return { items, isWhole: true }
      if (!next.startsWith(`${urls.graphUrl}/`)) throw endless(operation)
      path = next.slice(urls.graphUrl.length)
    }
    return { items, isWhole: false }
  }

  /** Every page of a list. */
  async function list<Item>(request: ListCall<Item>, ctx: CallContext = {}): Promise<Item[]> {
    const { items, isWhole } = await firstPages(request, pagesMax, ctx)
    if (!isWhole) throw endless(request.operation)
    return items
  }

  /**
   * Many small requests, twenty in each round trip; returns them in the order given. Each has its own outcome, and
   * is throttled on its own. Throws when the credentials are refused, or the first twenty are forbidden: one that is
   * forbidden alone is that one's own matter.
   */
  async function batch(
    operation: string,
    items: readonly BatchItem[],
    ctx: CallContext = {},
  ): Promise<CallOutcome<unknown>[]> {
    const outcomes: CallOutcome<unknown>[] = []
    let notNow: { ok: false; error: VendorError } | undefined
    for (const chunk of chunksOf(items, batchMax)) {
      const done = notNow ?? (await catchVendorError(sendBatch(operation, chunk, ctx)))
      const answers = done.ok ? done.value : chunk.map(() => done)
      outcomes.push(...answers)
      for (const answer of answers) {
        if (answer.ok) continue
        // Nothing more can succeed with these credentials; and a call that is told to wait waits with all of them.
        if (refusesAll(answer.error)) throw answer.error
        if (answer.error.kind === 'transient' && (!done.ok || answer.error.retryAfterMs !== undefined))
          notNow ??= answer
      }
      const [first] = outcomes
      if (first && !first.ok && outcomes.length >= batchMax && outcomes.every(isForbidden)) throw first.error
    }
    return outcomes
  }

  async function sendBatch(
    operation: string,
    chunk: readonly BatchItem[],
    ctx: CallContext,
  ): Promise<CallOutcome<unknown>[]> {
    const limit = chunk.every((item) => item.method === 'GET') ? limits.reads : limits.writes
    const answer = await withToken(graphScope, ctx, (token) =>
      client(
        {
          operation,
          method: 'POST',
          url: `${urls.graphUrl}/$batch`,
          headers: { authorization: `Bearer ${token}` },
          json: {
            requests: chunk.map(({ method, path, body }, index) => ({
              id: String(index),
              method,
              url: path,
              ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body }),
            })),
          },
          answer: batchAnswer,
          timeoutMs: batchTimeoutMs,
          limit: { ...limit, cost: chunk.length },
        },
        ctx,
      ),
    )
    const secrets = chunk.flatMap(({ secret }) => secret ?? [])
    const byId = new Map(answer.responses.map((response) => [response.id, response]))
    const outcomes = chunk.map((_, index): CallOutcome<unknown> => {
      const response = byId.get(String(index))
      if (!response)
        return failed(
          new VendorError({
            vendor: 'microsoft',
            operation,
            kind: 'transient',
            reason: 'a batch was answered in part only',
          }),
        )
      const { status, body } = response
      if (status >= 200 && status < 300) return succeeded(body)
      return failed(
        refusalError({ ...options, secrets }, operation, {
          status,
          body,
          headers: textHeaders(response.headers),
        }),
      )
    })
    const [longest] = outcomes
      .flatMap((outcome) => (!outcome.ok && outcome.error.isOverLimit ? [outcome.error] : []))
      .map(({ retryAfterMs = 1_000, doubted }) => ({ retryAfterMs, doubted }))
      .toSorted((a, b) => b.retryAfterMs - a.retryAfterMs)
    if (longest) await dependencies.limits.block(limit.key, longest.retryAfterMs, longest.doubted)
    return outcomes
  }

  return { call, list, firstPages, batch }
}

function textHeaders(headers: Record<string, unknown> | null | undefined): Headers {
  const text = new Headers()
  for (const [name, value] of Object.entries(headers ?? {}))
    if (typeof value === 'string' || typeof value === 'number') text.set(name, String(value))
  return text
}
