import type { Fault } from '#vendors/sandbox/faults.ts'
import { serverErrorBody } from './api.ts'
import type { Idempotency } from './idempotency.ts'

/**
 * Stripe's own way to fail: its error bodies, and a 500 that is remembered under the request's idempotency key,
 * whether the effect happened or not. A request that hangs is at work, so its key is refused meanwhile.
 */
export function createStripeFaults(
  idempotency: Idempotency,
  effect: (request: Request) => Promise<Response>,
) {
  return async (fault: Fault, request: Request, givenUp: AbortSignal): Promise<Response | undefined> => {
    if (!new URL(request.url).pathname.startsWith('/v1/')) return undefined
    const key = memoryKey(request)
    switch (fault.kind) {
      case '429':
        return answer(429, rateLimitBody, { 'retry-after': String(fault.retryAfter ?? 1) })
      case '429_bare':
        return answer(429, rateLimitBody)
      case '500':
        await rememberFailure(request, key)
        return answer(500, serverErrorBody)
      case '500_after':
        await effect(request.clone())
        await rememberFailure(request, key)
        return answer(500, serverErrorBody)
      case 'timeout':
        if (key) {
          idempotency.begin(key)
          givenUp.addEventListener('abort', () => idempotency.end(key), { once: true })
        }
        return undefined
      default:
        return undefined
    }
  }

  async function rememberFailure(request: Request, key: string | undefined) {
    if (!key) return
    const fingerprint = idempotency.fingerprint(
      request.method,
      new URL(request.url).pathname,
      await request.text(),
    )
    idempotency.remember(key, { status: 500, body: serverErrorBody, requestId: 'req_failed', fingerprint })
  }
}

function memoryKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  const apiKey = request.headers.get('authorization')?.replace(/^Bearer /, '')
  return request.method === 'POST' && key ? `${apiKey} ${key}` : undefined
}

const rateLimitBody = {
  error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
}

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })
