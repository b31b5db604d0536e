import { Hono } from 'hono'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { graphError, graphThrottled } from './answers.ts'
import { createConsentRoutes } from './graph-consents.ts'
import { createDomainRoutes } from './graph-domains.ts'
import { createLicenceRoutes } from './graph-licences.ts'
import { createMailRoutes } from './graph-mail.ts'
import { createPolicyRoutes } from './graph-policies.ts'
import type { GraphEnv } from './graph-session.ts'
import { createTraceRoutes } from './graph-trace.ts'
import { createUserRoutes } from './graph-users.ts'
import type { MicrosoftState } from './state.ts'
import type { Tokens } from './tokens.ts'

type Buckets = ReturnType<typeof createBuckets>

const batchMax = 20

interface BatchRequest {
  id: string
  method: string
  url: string
  headers?: Record<string, string>
  body?: unknown
  dependsOn?: string[]
}

/** Graph v1.0 as far as mailboxes need it, with its permissions, limits and JSON batching. */
export function createGraph(world: World, state: MicrosoftState, tokens: Tokens) {
  const graph = new Hono<GraphEnv>()
  // Documented: 3,000 writes in 150 s; resource units in 10 s by the tenant's size.
  const writes = createBuckets(world, 3_000 / 150, 3_000)
  const readBuckets = (units: number) => createBuckets(world, units / 10, units)
  const [smallReads, mediumReads, largeReads] = [readBuckets(3_500), readBuckets(5_000), readBuckets(8_000)]
  const readsOf = (tenantId: string): Buckets => {
    // The 501st user is looked for, not all of them counted: that would slow down every request.
    const has = (users: number) =>
      state.users.list({ parent: tenantId, offset: users - 1, limit: 1 }).length > 0
    return has(501) ? largeReads : has(50) ? mediumReads : smallReads
  }

  graph.onError((error) => graphError(500, 'InternalServerError', error.message))
  graph.notFound((c) =>
    graphError(400, 'BadRequest', `Resource not found for the segment '${new URL(c.req.url).pathname}'.`),
  )
  graph.use(async (c, next) => {
    const session = tokens.session(c.req.header('authorization'), 'https://graph.microsoft.com')
    if (!session) return graphError(401, 'InvalidAuthenticationToken', 'Access token validation failure.')
    c.set('session', session)
    if (c.req.path.endsWith('/$batch')) return next()
    const { tenantId } = session.tenant
    const taken = (c.req.method === 'GET' ? readsOf(tenantId) : writes)(tenantId).take()
    return taken.ok ? next() : graphThrottled(taken.retryAfterSeconds)
  })

  addOrganization(graph, state)
  graph.route('/', createDomainRoutes(world, state))
  graph.route('/', createUserRoutes(world, state))
  graph.route('/', createLicenceRoutes(world, state))
  graph.route('/', createConsentRoutes(world, state))
  graph.route('/', createPolicyRoutes(state))
  graph.route('/', createMailRoutes(world, state))
  graph.route('/', createTraceRoutes(world, state))

  addBatch(graph)
  return graph
}

function addOrganization(graph: Hono<GraphEnv>, state: MicrosoftState): void {
  graph.get('/organization', (c) => {
    const { tenant, claims } = c.get('session')
    if (!claims.roles.includes('Organization.Read.All'))
      return graphError(
        403,
        'Authorization_RequestDenied',
        'Insufficient privileges to complete the operation.',
      )
    const verified = state.domains.list({ parent: tenant.tenantId }).filter((domain) => domain.isVerified)
    return c.json({
      value: [
        {
          id: tenant.tenantId,
          displayName: tenant.displayName,
          verifiedDomains: verified.map((domain) => ({
            name: domain.name,
            type: 'Managed',
            isDefault: domain.isDefault,
            isInitial: domain.isInitial,
            capabilities: domain.supportedServices.join(', '),
          })),
        },
      ],
    })
  })
}

/** Requests that come in one are carried out one after the other, each as if it had come alone. */
function addBatch(graph: Hono<GraphEnv>): void {
  graph.post('/$batch', async (c) => {
    const body = (await c.req.json().catch(() => ({}))) as { requests?: BatchRequest[] }
    const { requests } = body
    if (!Array.isArray(requests))
      return graphError(400, 'BadRequest', 'Invalid batch payload format: requests is required.')
    if (requests.length > batchMax)
      return graphError(
        400,
        'BadRequest',
        `Invalid batch payload format: the number of requests exceeds ${batchMax}.`,
      )
    const authorization = c.req.header('authorization') ?? ''
    const statuses = new Map<string, number>()
    const responses: unknown[] = []
    for (const request of requests) {
      const failed = request.dependsOn?.some((id) => (statuses.get(id) ?? 500) >= 400)
      const response = failed
        ? graphError(424, 'FailedDependency', 'A request it depends on failed.')
        : await graph.fetch(itemRequest(request, authorization))
      statuses.set(request.id, response.status)
      const text = await response.text()
      const retryAfter = response.headers.get('retry-after')
      responses.push({
        id: request.id,
        status: response.status,
        headers: { ...(retryAfter && { 'Retry-After': retryAfter }), 'Content-Type': 'application/json' },
        ...(text && { body: JSON.parse(text) }),
      })
    }
    // Graph answers in any order: callers must go by id.
    return c.json({ responses: responses.reverse() })
  })
}

function itemRequest({ method, url, headers, body }: BatchRequest, authorization: string): Request {
  const isBinary = typeof body === 'string'
  const hasBody = body !== undefined && method !== 'GET'
  return new Request(new URL(url.startsWith('/') ? url : `/${url}`, 'http://batch.invalid'), {
    method,
    headers: { ...headers, authorization },
    ...(hasBody && { body: isBinary ? Buffer.from(body, 'base64') : JSON.stringify(body) }),
  })
}
