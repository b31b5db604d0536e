import { Hono } from 'hono'
import { createSeconds } from '#vendors/sandbox/rate-limit.ts'
import { apiVersion, type StripeAccount } from './account.ts'
import { present } from './expand.ts'
import { parseForm } from './form-body.ts'
import type { Idempotency } from './idempotency.ts'
import { readParams } from './params.ts'
import { StripeProblem } from './problem.ts'
import type { Route } from './route.ts'

/** In a test account, "requests per second": https://docs.stripe.com/rate-limits */
const requestsPerSecond = 25

interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** What stands between a request and its route. */
interface Guards {
  account: StripeAccount
  idempotency: Idempotency
  secondOf: ReturnType<typeof createSeconds>
}

/** `/v1`: keys, rate limit, idempotency and parameters in front of the routes. */
export function createApi(account: StripeAccount, routes: readonly Route[], idempotency: Idempotency): Hono {
  const api = new Hono()
  const secondOf = createSeconds(account.world, requestsPerSecond)
  const guards = { account, idempotency, secondOf }

  for (const route of routes) {
    api.on(route.method, route.path, async (c) => {
      const requestId = account.id('req', 14)
      const given = route.method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1)
      const key = route.method === 'POST' ? c.req.header('idempotency-key') : undefined
      const { status, body, headers } = answer(guards, route, given, c.req.param(), {
        requestId,
        key,
        path: c.req.path,
        authorization: c.req.header('authorization'),
      })
      return new Response(JSON.stringify(body, null, 2), {
        status,
        headers: {
          'content-type': 'application/json',
          'request-id': requestId,
          'stripe-version': c.req.header('stripe-version') ?? apiVersion,
          ...(key ? { 'idempotency-key': key } : {}),
          ...headers,
        },
      })
    })
  }
  api.all('/v1/*', (c) =>
    c.json(
      {
        error: {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
        },
      },
      404,
    ),
  )
  return api
}

function answer(
  { account, idempotency, secondOf }: Guards,
  route: Route,
  given: string,
  path: Record<string, string>,
  request: { requestId: string; key: string | undefined; path: string; authorization: string | undefined },
): Answer {
  const { key, requestId } = request
  try {
    const apiKey = authenticate(request.authorization)
    refuseForbidden(account, apiKey, request.path)
    if (!secondOf(apiKey).take().ok) throw tooManyRequests()
    const fingerprint = idempotency.fingerprint(route.method, request.path, given)
    const remembered = key === undefined ? undefined : idempotency.recall(`${apiKey} ${key}`, fingerprint)
    if (remembered)
      return {
        status: remembered.status,
        body: remembered.body,
        headers: { 'idempotent-replayed': 'true', 'original-request': remembered.requestId },
      }
    const params = readParams(route.params, parseForm(given)) as { expand?: string[] }
    try {
      account.cause = { id: requestId, idempotency_key: key ?? null }
      return account.world.store.transaction(() => {
        const result = route.answer(params, path)
        const { status, body } =
          result instanceof StripeProblem
            ? result
            : { status: 200, body: present(account, result, params.expand) }
        if (key !== undefined)
          idempotency.remember(`${apiKey} ${key}`, { status, body, requestId, fingerprint })
        return { status, body }
      })
    } finally {
      account.cause = { id: null, idempotency_key: null }
    }
  } catch (error) {
    if (error instanceof StripeProblem) return { status: error.status, body: error.body }
    account.world.log(`stripe: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return { status: 500, body: serverErrorBody }
  }
}

export const serverErrorBody = {
  error: { type: 'api_error', message: 'Sorry! There was an error while talking to one of our backends.' },
}

const tooManyRequests = () =>
  new StripeProblem(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
  })

/**
 * A restricted key is refused what it has no permission for, whatever the call names, in the words of
 * https://github.com/tylerjrichards/st-paywall/issues/45. Which permission that is:
 * https://docs.stripe.com/keys/permissions-reference
 */
function refuseForbidden(account: StripeAccount, key: string, path: string): void {
  if (!key.startsWith('rk_')) return
  const lacking = account.forbidden.entries().find(({ id }) => path === id || path.startsWith(`${id}/`))
  if (lacking)
    throw new StripeProblem(403, {
      type: 'invalid_request_error',
      message: `The provided key '${key.slice(0, 8)}***' does not have the required permissions for this endpoint on account 'acct_sandbox'. Having the '${lacking.value}' permission would allow this request to continue.`,
    })
}

/** Test-mode secret and restricted keys are taken as they come; `sk_test_bad…` and `…revoked…` play a wrong one. */
function authenticate(authorization: string | undefined): string {
  const key = authorization?.match(/^Bearer (.+)$/)?.[1]
  if (!key)
    throw new StripeProblem(401, {
      type: 'invalid_request_error',
      message:
        'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    })
  if (!/^[rs]k_test_(?!bad|revoked)\w{4,}$/.test(key))
    throw new StripeProblem(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(4, key.length - 12))}${key.slice(-4)}`,
    })
  return key
}
