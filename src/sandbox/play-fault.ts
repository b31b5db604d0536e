import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { Vendor } from './world.ts'

/** The connection was cut: there is no answer. */
export const cut = Symbol('cut')

/** Meets a request with an ordered fault; the vendor may play it in its own words first. */
export async function playFault(
  fault: Fault,
  vendor: Vendor,
  request: Request,
): Promise<Response | typeof cut> {
  const own = await vendor.playFault?.(fault, request.clone() as Request)
  if (own) return own
  const effect = async () => vendor.app.fetch(request)
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
    case 'timeout':
      await delay(600_000, undefined, { signal: request.signal, ref: false }).catch(() => {})
      return cut
    case 'slow':
      await delay(15_000, undefined, { signal: request.signal, ref: false }).catch(() => {})
      return request.signal.aborted ? cut : effect()
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
      return new Response('x'.repeat(30 * 1024 * 1024), { headers: { 'content-type': 'application/json' } })
    case 'false_success':
      return Response.json({})
  }
}
