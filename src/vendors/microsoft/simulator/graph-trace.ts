import { Hono } from 'hono'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { graphError, graphThrottled } from './answers.ts'
import { type GraphContext, type GraphEnv, lacksPermission } from './graph-session.ts'
import { type MicrosoftState, transportDataPlatform } from './state.ts'
import { matches, shownAfterMs, type TracedMail, type TraceFilter, traceFilter } from './trace.ts'

/** https://learn.microsoft.com/graph/api/messagetracingroot-list-messagetraces */
const path = '/admin/exchange/tracing/messageTraces'
const pageMax = 5_000
const pageDefault = 1_000
const dayMs = 24 * 3_600_000
/** Not described: Graph may page any collection. */
const detailsPerPage = 10

/**
 * The message trace of the same page: for an app with the permission, in a tenant that has an entry for the service behind
 * it, within 100 requests in 5 minutes. Whether lists and details are counted apart is not said, so they are not.
 */
export function createTraceRoutes(world: World, state: MicrosoftState) {
  const asked = createBuckets(world, 100 / 300, 100)
  const routes = new Hono<GraphEnv>()

  const refusal = (c: GraphContext): Response | undefined => {
    const { tenant } = c.get('session')
    const lacks = lacksPermission(c, 'ExchangeMessageTrace.Read.All')
    if (lacks) return lacks
    // The words of https://office365itpros.com/2026/01/27/message-trace-api
    if (!tenant.hasTransportDataPlatform)
      return graphError(
        401,
        'Unauthorized',
        `Service principal-less Authentication failed: the service principal for App ID ${transportDataPlatform} was not found. Please create a service principal for this app in your tenant. Provisioning may take several hours to complete.`,
      )
    const taken = asked(tenant.tenantId).take()
    return taken.ok ? undefined : graphThrottled(taken.retryAfterSeconds)
  }
  const shown = (tenantId: string) =>
    state.traces
      .list({ parent: tenantId })
      .filter(({ receivedAt }) => receivedAt + shownAfterMs * world.delayScale <= world.now())

  routes.get(path, (c) => {
    const refused = refusal(c)
    if (refused) return refused
    const question = readQuestion(c, world.now())
    if (question instanceof Response) return question
    const { filter, top, skip } = question
    const found = shown(c.get('session').tenant.tenantId)
      .filter((mail) => matches(mail, filter))
      .sort((a, b) => b.receivedAt - a.receivedAt)
    return c.json({
      ...(found.length > skip + top && { '@odata.nextLink': linkFrom(c, skip + top) }),
      value: found.slice(skip, skip + top).map(present),
    })
  })

  // https://learn.microsoft.com/graph/api/exchangemessagetrace-getdetailsbyrecipient
  routes.get(`${path}/:id/:call{getDetailsByRecipient\\(recipientAddress='.+'\\)}`, (c) => {
    const refused = refusal(c)
    if (refused) return refused
    const call = c.req.param('call')
    const quoted = call.slice(call.indexOf("'") + 1, -2)
    const recipient = quoted.replaceAll("''", "'").toLowerCase()
    const mail = shown(c.get('session').tenant.tenantId).find(
      ({ id, recipientAddress }) => id === c.req.param('id') && recipientAddress.toLowerCase() === recipient,
    )
    const skip = Number(c.req.query('$skiptoken') ?? 0)
    if (!Number.isInteger(skip) || skip < 0) return badRequest('The skip token is invalid.')
    // What is answered for one that is not there is not described; others saw an empty list.
    const events = mail?.events ?? []
    const end = skip + detailsPerPage
    return c.json({
      ...(events.length > end && { '@odata.nextLink': linkFrom(c, end) }),
      value: events.slice(skip, end).map((event) => ({ id: mail?.id, messageId: mail?.messageId, ...event })),
    })
  })
  return routes
}

/** Where a list goes on: https://learn.microsoft.com/graph/paging */
function linkFrom(c: GraphContext, skip: number): string {
  const next = new URL(c.req.url)
  next.pathname = next.pathname.replace(/^.*\/admin\//, '/microsoft/graph/v1.0/admin/')
  next.searchParams.set('$skiptoken', String(skip))
  return next.href
}

const present = ({ raw, events: _, receivedAt, ...mail }: TracedMail) =>
  raw ?? { ...mail, receivedDateTime: new Date(receivedAt).toISOString().replace(/\.\d+Z$/, 'Z') }

const badRequest = (message: string) => graphError(400, 'BadRequest', message)

interface Question {
  filter: TraceFilter
  top: number
  skip: number
}

/** Without a time it is the last 48 hours; with one it has both ends, at most 10 days, the first 90 days ago at most. */
function readQuestion(c: GraphContext, now: number): Question | Response {
  const top = Number(c.req.query('$top') ?? pageDefault)
  const skip = Number(c.req.query('$skiptoken') ?? 0)
  const others = Object.keys(c.req.query()).filter(
    (name) => !['$filter', '$top', '$skiptoken'].includes(name),
  )
  if (others.length > 0) return badRequest(`The query option ${others[0]} is not supported.`)
  if (!Number.isInteger(top) || top < 1 || top > pageMax || !Number.isInteger(skip) || skip < 0)
    return badRequest('ResultSize is invalid.')
  const filter = traceFilter(c.req.query('$filter') ?? '')
  if (!filter) return badRequest('Invalid filter clause.')
  if ((filter.from === undefined) !== (filter.to === undefined))
    return badRequest('EndDate is required when a StartDate is entered.')
  const { from = now - 2 * dayMs, to = now } = filter
  if (to - from > 10 * dayMs)
    return badRequest('The interval between StartDate and EndDate can’t be longer than 10 days.')
  if (from < now - 90 * dayMs)
    return badRequest('Invalid StartDate value. The StartDate can’t be older than 90 days from today.')
  if (to > now) return badRequest('The EndDate can’t be later than today.')
  return { filter: { ...filter, from, to }, top, skip }
}
