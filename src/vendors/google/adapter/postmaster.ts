import * as z from 'zod'
import type { Purpose } from '#vendors/client/budgets.ts'
import { probing } from '#vendors/client/probing.ts'
import { createTokenCache } from '#vendors/client/token-cache.ts'
import {
  createVendorClient,
  type Explanation,
  type Refusal,
  type VendorClientDependencies,
} from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import { vendorWords } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { type DayRate, type Postmaster, postmasterBatch } from '#vendors/ports/postmaster.ts'
import type { GoogleUrls } from './account.ts'
import { explainGoogle } from './google-wire.ts'
import { batchAnswer, domainsPage, ratesIn, readableDomain, spamRateMetric } from './postmaster-wire.ts'

const missing = (what: string) => `Use the ${what}`
const secret = (what: string) =>
  z.string(missing(what)).trim().min(1, missing(what)).max(2_000, missing(what))

/**
 * A person's sign-in to an OAuth client of the operator's, which stays good until it is revoked:
 * https://developers.google.com/identity/protocols/oauth2/web-server#offline
 */
export const postmasterSignInSchema = z.object({
  clientId: secret('OAuth client’s id'),
  clientSecret: secret('OAuth client’s secret'),
  refreshToken: secret('refresh token'),
})
export type PostmasterSignIn = z.infer<typeof postmasterSignInSchema>

interface PostmasterUrls extends Pick<GoogleUrls, 'tokenUrl'> {
  postmasterUrl: string
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const tokenRefusal = z.object({ error: z.string(), error_description: z.string().optional() })

function explainSignIn({ status, body }: Refusal): Explanation {
  const parsed = tokenRefusal.safeParse(body)
  if (!parsed.success || status === 429 || status >= 500) return {}
  const { error: code, error_description: description = code } = parsed.data
  return { kind: 'unauthorised', code, reason: `Google refused the sign-in: ${vendorWords(description)}` }
}

/** Not published. Nobody waits for it, so it is not divided with what people wait for. */
const rate = { perSecond: 1, burst: 20 }
const purpose: Purpose = 'looks'
export const pageSize = 200
export const pagesMost = 50

const dateOf = (day: string) => {
  const [year, month, date] = day.split('-').map(Number)
  return { year, month, day: date }
}

/** Calls in the person's name, with a token that is kept. */
function createCalls(urls: PostmasterUrls, signIn: PostmasterSignIn, dependencies: VendorClientDependencies) {
  const secrets = [signIn.clientSecret, signIn.refreshToken]
  const ask = createVendorClient(dependencies, { vendor: 'google', explain: explainGoogle, secrets })
  const askToken = createVendorClient(dependencies, { vendor: 'google', explain: explainSignIn, secrets })
  const withToken = createTokenCache(async (_, ctx) => {
    const form = {
      grant_type: 'refresh_token',
      client_id: signIn.clientId,
      client_secret: signIn.clientSecret,
      refresh_token: signIn.refreshToken,
    }
    const request = {
      operation: 'signIn',
      method: 'POST',
      url: urls.tokenUrl,
      form,
      answer: tokenAnswer,
    } as const
    const answer = await askToken(request, ctx)
    return { value: answer.access_token, expiresInSeconds: answer.expires_in }
  })
  return <T>(
    request: { operation: string; path: string; json?: unknown; answer: z.ZodType<T> },
    ctx: CallContext = {},
  ) =>
    withToken('postmaster', ctx, (token) =>
      ask(
        {
          operation: request.operation,
          method: request.json === undefined ? 'GET' : 'POST',
          url: `${urls.postmasterUrl}${request.path}`,
          ...(request.json !== undefined && { json: request.json }),
          headers: { authorization: `Bearer ${token}` },
          answer: request.answer,
          limit: { key: 'google:postmaster', rate, among: [purpose] },
        },
        { ...ctx, purpose },
      ),
    )
}

/** Calls for one list of names: enough to find one of a hundred by halves, and what may be asked at once. */
const callsMost = 16
/** A domain that was denied is not asked about again so soon. Figures are of whole days. */
const deniedForMs = 24 * 3_600_000

/** One of the domains is not ours to read; that nothing may be read at all has a reason of its own. */
const isOfADomain = (error: VendorError): boolean =>
  error.status === 403 && error.kind !== 'transient' && (error.code ?? 'forbidden') === 'forbidden'

type Rates = Map<string, DayRate[]>

/**
 * A batch with one denied domain is refused as a whole, without saying which: it is halved until that one stands alone.
 * What no call is left for is in neither; next time those that were found by now are not among the names.
 */
async function byHalves(names: readonly string[], ask: (part: readonly string[]) => Promise<Rates>) {
  const rates: Rates = new Map()
  const denied: string[] = []
  const parts = names.length > 0 ? [names] : []
  for (let calls = 0; calls < callsMost; calls++) {
    const part = parts.pop()
    if (!part) break
    try {
      for (const [name, of] of await ask(part)) rates.set(name, of)
    } catch (error) {
      if (!isVendorError(error)) throw error
      if (!isOfADomain(error)) {
        // Nothing of that makes what was learned before it less true.
        if (rates.size + denied.length > 0) break
        throw error
      }
      const half = Math.ceil(part.length / 2)
      if (part.length > 1) parts.push(part.slice(half), part.slice(0, half))
      else denied.push(...part)
    }
  }
  return { rates, denied }
}

const failed = (operation: string, reason: string) =>
  new VendorError({ vendor: 'google', operation, kind: 'transient', reason })

/** https://developers.google.com/workspace/gmail/postmaster/reference/rest (v2). It keeps its token. */
export function createPostmaster(
  urls: PostmasterUrls,
  signIn: PostmasterSignIn,
  dependencies: VendorClientDependencies,
): Postmaster {
  const call = createCalls(urls, signIn, dependencies)
  const deniedAt = new Map<string, number>()
  const listPage = (size: number, pageToken: string | undefined, ctx: CallContext = {}) => {
    const query = new URLSearchParams({
      pageSize: String(size),
      ...(pageToken !== undefined && { pageToken }),
    })
    return call({ operation: 'listPostmasterDomains', path: `/domains?${query}`, answer: domainsPage }, ctx)
  }

  /** All of the names in one call, which is refused as a whole where one of them may not be read. */
  async function batch(
    names: readonly string[],
    { from, to }: Parameters<Postmaster['spamRates']>[1],
    ctx: CallContext | undefined,
  ): Promise<Rates> {
    const operation = 'readSpamRates'
    const requests = names.map((name) => ({
      parent: `domains/${name}`,
      metricDefinitions: [{ name: spamRateMetric, baseMetric: { standardMetric: 'SPAM_RATE' } }],
      timeQuery: { dateRanges: { dateRanges: [{ start: dateOf(from), end: dateOf(to) }] } },
      aggregationGranularity: 'DAILY',
      pageSize,
    }))
    const { results } = await call(
      { operation, path: '/domainStats:batchQuery', json: { requests }, answer: batchAnswer },
      ctx,
    )
    if (results.length !== names.length)
      throw failed(operation, 'the answer has more or fewer parts than were asked for')
    return new Map(
      names.flatMap((name, place) => {
        const rates = ratesIn(results[place])
        return rates ? [[name, rates] as const] : []
      }),
    )
  }

  const tools: Postmaster = {
    async domains(ctx) {
      const names = new Set<string>()
      let pageToken: string | undefined
      for (let page = 0; page < pagesMost; page++) {
        const got: z.output<typeof domainsPage> = await listPage(pageSize, pageToken, ctx)
        for (const each of got.domains ?? []) {
          const name = readableDomain(each)
          if (name !== undefined) names.add(name)
        }
        pageToken = got.nextPageToken || undefined
        if (!pageToken) return names
      }
      throw failed('listPostmasterDomains', 'a list does not end')
    },

    async spamRates(names, days, ctx) {
      if (names.length > postmasterBatch)
        throw new Error(`At most ${postmasterBatch} domains are asked for at once.`)
      const now = Date.now()
      const isDenied = (name: string) => now - (deniedAt.get(name) ?? Number.NEGATIVE_INFINITY) < deniedForMs
      const may = names.filter((name) => !isDenied(name))
      const { rates, denied } = await byHalves(may, (part) => batch(part, days, ctx))
      for (const name of denied) deniedAt.set(name, now)
      return rates
    },

    probe: (ctx) =>
      probing(async () => {
        const { domains = [] } = await listPage(pageSize, undefined, ctx)
        const name = domains.map(readableDomain).find((each) => each !== undefined)
        // Without a domain there is no figure to ask for.
        if (name === undefined) return
        const days = { from: daysAgo(7), to: daysAgo(1) }
        const rates = await batch([name], days, ctx)
        if (!rates.has(name)) throw failed('readSpamRates', `the figures of ${name} cannot be read`)
      }),
  }
  return tools
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
