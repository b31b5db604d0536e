import { setTimeout as delay } from 'node:timers/promises'
import { type Fault, isOfSignIn } from './faults.ts'
import type { Vendor } from './world.ts'

/** The connection was cut: there is no answer. */
export const cut = Symbol('cut')

/**
 * Answers after so long, and whether the caller is still waiting; at once when they give up. The request is needed
 * to the end: its signal follows theirs only as long as it exists (a copy's may be gone even before).
 */
async function hang(request: Request, ms: number): Promise<boolean> {
  await delay(ms, undefined, { signal: request.signal, ref: false }).catch(() => {})
  return !request.signal.aborted
}

/** Meets a request with an ordered fault; the vendor may play it in its own words first. */
export async function playFault(
  fault: Fault,
  vendor: Vendor,
  request: Request,
): Promise<Response | typeof cut> {
  const own = await vendor.playFault?.(fault, request.clone(), request.signal)
  if (own) return own
  const effect = async () => vendor.app.fetch(request)
  // Never handed here: the sign-in pages ask for theirs by kind.
  if (isOfSignIn(fault.kind)) return effect()
  const retry: Record<string, string> = { 'retry-after': String(fault.retryAfter ?? 1) }
  switch (fault.kind) {
    case '429':
      return Response.json({ message: 'quota exceeded' }, { status: 429, headers: retry })
    case '429_bare':
      return Response.json({ message: 'quota exceeded' }, { status: 429 })
    case '500':
      return Response.json({ message: 'Internal error' }, { status: 500 })
    case '500_after':
      await effect()
      return Response.json({ message: 'Internal error' }, { status: 500 })
    case '503':
      return new Response('Service Unavailable', { status: 503, headers: retry })
    case 'conflict':
      return Response.json({ message: 'Conflict' }, { status: 409 })
    case 'timeout':
      await hang(request, 600_000)
      return cut
    case 'slow':
      return (await hang(request, 15_000)) ? effect() : cut
    case 'drop':
      return cut
    case 'lost_answer':
      await effect()
      return cut
    case 'malformed': {
      const response = await effect()
      const text = await response.text()
      return new Response(`${text.slice(0, Math.floor(text.length / 2))}{"`, {
        status: response.status,
        headers: { 'content-type': 'application/json' },
      })
    }
    case 'html':
      return new Response('<!doctype html><title>Bad gateway</title><h1>502</h1>', {
        headers: { 'content-type': 'text/html' },
      })
    case 'wrong_types':
      return Response.json({ data: 7, items: 'no', id: [], value: null, error: false })
    case 'extra_fields': {
      const response = await effect()
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined)
      if (body === undefined) return response
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return Response.json(body)
      return Response.json(
        { ...body, brand_new_field: { since: 'today', list: [1, 'two', null] } },
        { status: response.status },
      )
    }
    case 'huge':
      return new Response(megabytes(30), { headers: { 'content-type': 'application/json' } })
    case 'false_success':
      return Response.json({})
  }
}

/** Made as it is read: a caller who has had enough leaves the rest unmade. */
function megabytes(count: number): ReadableStream<Uint8Array> {
  const one = new Uint8Array(1024 * 1024).fill(0x78)
  let left = count
  return new ReadableStream({
    pull(stream) {
      if (left-- > 0) stream.enqueue(one)
      else stream.close()
    },
  })
}
