import { Hono } from 'hono'
import * as z from 'zod'
import { bodyOf, controlBody } from '#vendors/sandbox/json-body.ts'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { googleError, tokenError } from './answers.ts'
import { demoPostmaster } from './demo-postmaster.ts'
import type { GoogleState } from './state.ts'

const lifetimeSeconds = 3_599
const bearer = `ya29.${demoPostmaster.refreshToken}`
/** .../rest/v2/domains/list: "if unspecified, at most 10", and no more than 200; it may be fewer, and is. */
const pageMost = 50
/** .../rest/v2/domainStats/batchQuery: "a maximum of 100 requests". */
const batchMost = 100
/** Not published. */
const quota = { perSecond: 2, burst: 40 }

/** https://developers.google.com/identity/protocols/oauth2/web-server#offline: a refresh token becomes an access token. */
export function refreshedToken(form: URLSearchParams): Response {
  const isClient =
    form.get('client_id') === demoPostmaster.clientId &&
    form.get('client_secret') === demoPostmaster.clientSecret
  if (!isClient) return tokenError(401, 'invalid_client', 'The OAuth client was not found.')
  if (form.get('refresh_token') !== demoPostmaster.refreshToken)
    return tokenError(400, 'invalid_grant', 'Token has been expired or revoked.')
  return Response.json({ access_token: bearer, expires_in: lifetimeSeconds, token_type: 'Bearer' })
}

const date = z.object({ year: z.number(), month: z.number(), day: z.number() })
type CalendarDate = z.output<typeof date>
const dayText = ({ year, month, day }: CalendarDate) =>
  [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')

/** The one query that the product makes; every other is refused, since what it would answer is not known. */
const query = z.strictObject({
  parent: z.string().regex(/^domains\/[^/]+$/),
  metricDefinitions: z.tuple([
    z.strictObject({
      name: z.string(),
      baseMetric: z.strictObject({ standardMetric: z.literal('SPAM_RATE') }),
    }),
  ]),
  timeQuery: z.strictObject({
    dateRanges: z.strictObject({ dateRanges: z.tuple([z.strictObject({ start: date, end: date })]) }),
  }),
  aggregationGranularity: z.literal('DAILY'),
  pageSize: z.number().max(200),
})

/**
 * Gmail's Postmaster Tools, v2: https://developers.google.com/workspace/gmail/postmaster/reference/rest. Domains and figures
 * are there once a person has put them there (`/_google/postmaster`); a day without figures is not answered.
 */
export function createPostmasterTools(world: World, state: GoogleState) {
  const bucket = createBuckets(world, quota.perSecond, quota.burst)
  const routes = new Hono()
  routes.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${bearer}`)
      return googleError(401, 'authError', 'Request had invalid authentication credentials.')
    if (!bucket('postmaster').take().ok)
      return googleError(429, 'rateLimitExceeded', "Quota exceeded for quota metric 'Requests'.")
    return next()
  })

  routes.get('/domains', (c) => {
    const size = Math.min(pageMost, Number(c.req.query('pageSize') ?? 10))
    const offset = Number(Buffer.from(c.req.query('pageToken') ?? '', 'base64url').toString() || 0)
    if (!(size >= 1 && offset >= 0)) return googleError(400, 'invalidArgument', 'Invalid page.')
    const page = state.postmasterDomains.list({ limit: size + 1, offset })
    return c.json({
      ...(page.length > 0 && {
        domains: page.slice(0, size).map(({ name, isVerified }) => ({
          name: `domains/${name}`,
          permission: isVerified ? 'OWNER' : 'NONE',
          verificationState: isVerified ? 'VERIFIED' : 'UNVERIFIED',
        })),
      }),
      ...(page.length > size && { nextPageToken: Buffer.from(String(offset + size)).toString('base64url') }),
    })
  })

  routes.post('/domainStats:batchQuery', async (c) => {
    const { requests = [] } = await bodyOf(c, z.object({ requests: z.array(z.unknown()) }).partial())
    if (requests.length > batchMost)
      return googleError(400, 'invalidArgument', 'Too many requests in a batch.')
    const read = z.array(query).safeParse(requests)
    if (!read.success) return googleError(400, 'invalidArgument', 'The sandbox knows SPAM_RATE by day.')
    // "Returns PERMISSION_DENIED if you don't have permission to access DomainStats for any of the requested domains":
    // https://developers.google.com/workspace/gmail/postmaster/reference/rest/v2/domainStats/batchQuery
    if (read.data.some(({ parent }) => !state.postmasterDomains.get(nameOf(parent))?.isVerified))
      return googleError(403, 'forbidden', 'The caller does not have permission')
    return c.json({ results: read.data.map((each) => resultOf(state, each)) })
  })
  return routes
}

const nameOf = (parent: string) => parent.slice('domains/'.length)

function resultOf(state: GoogleState, { parent, timeQuery, metricDefinitions }: z.output<typeof query>) {
  const [{ start, end }] = timeQuery.dateRanges.dateRanges
  const stats = state.postmasterRates
    .list({ parent: nameOf(parent) })
    .filter(({ day }) => day >= dayText(start) && day <= dayText(end))
    .map(({ day, rate }) => {
      const [year, month, date] = day.split('-').map(Number)
      const metric = metricDefinitions[0].name
      return {
        name: `${parent}/domainStats/${day}`,
        metric,
        date: { year, month, day: date },
        value: { doubleValue: rate },
      }
    })
  return { response: stats.length > 0 ? { domainStats: stats } : {} }
}

/** What a person does in the Postmaster Tools, and what Gmail's users do. */
export function createPostmasterControl(state: GoogleState) {
  return new Hono()
    .post('/postmaster/domain', async (c) => {
      const { domain, isVerified } = await controlBody(
        c,
        z.object({ domain: z.string(), isVerified: z.boolean() }),
      )
      state.postmasterDomains.put(domain, { name: domain, isVerified })
      return c.json({ domain, isVerified })
    })
    .post('/postmaster/rate', async (c) => {
      const { domain, day, rate } = await controlBody(
        c,
        z.object({ domain: z.string(), day: z.iso.date(), rate: z.number().min(0).max(1) }),
      )
      state.postmasterRates.put(`${domain}/${day}`, { day, rate }, domain)
      return c.json({ domain, day, rate })
    })
}
