import { Hono } from 'hono'
import * as z from 'zod'
import { demoCredentials } from './demo-credentials.ts'
import { type Fault, type Faults, faultKinds } from './faults.ts'
import { controlBody } from './json-body.ts'
import type { Store } from './store.ts'
import type { Vendor } from './world.ts'

export interface RequestLogEntry {
  at: number
  vendor: string
  method: string
  path: string
  status: number | 'cut'
  durationMs: number
}

interface Controlled {
  store: Store
  faults: Faults
  vendors: readonly Vendor[]
  requests: readonly RequestLogEntry[]
  now(): number
  advance(ms: number): Promise<void>
  setLatency(ms: number): void
}

/**
 * The sandbox's own calls, all below `/_`: faults, clock, latency, request log, and what each vendor adds for
 * people and robots. They take JSON only, so that a page elsewhere on the web cannot post to them.
 */
export function createControl(sandbox: Controlled): Hono {
  const control = new Hono()
  control.onError((error, c) => c.json({ message: error.message }, 400))
  control.use(async (c, next) => {
    // Over HTTP even a request without a body has an empty stream: its headers tell.
    const { 'content-type': type, 'content-length': length, 'transfer-encoding': chunks } = c.req.header()
    const isEmpty = length === '0' || (length === undefined && chunks === undefined && type === undefined)
    if (c.req.method !== 'GET' && !isEmpty && !type?.startsWith('application/json'))
      return c.json({ message: 'Send JSON, with its content type.' }, 415)
    await next()
  })
  control
    .get('/_faults', (c) => c.json({ faults: sandbox.faults.list(), kinds: faultKinds }))
    .post('/_faults', async (c) => {
      const body: Fault | Fault[] = await c.req.json()
      for (const fault of Array.isArray(body) ? body : [body]) {
        if (!faultKinds.includes(fault.kind))
          return c.json({ message: `kind must be one of ${faultKinds.join(', ')}` }, 422)
        sandbox.faults.add(fault)
      }
      return c.json({ faults: sandbox.faults.list() })
    })
    .delete('/_faults', (c) => {
      sandbox.faults.clear()
      return c.json({ faults: [] })
    })
    .post('/_clock', async (c) => {
      const { advanceMs } = await controlBody(c, z.object({ advanceMs: z.number() }))
      if (!Number.isFinite(advanceMs) || advanceMs < 0)
        return c.json({ message: 'advanceMs must be a number of milliseconds, not negative' }, 422)
      await sandbox.advance(advanceMs)
      return c.json({ now: sandbox.now() })
    })
    .get('/_clock', (c) => c.json({ now: sandbox.now() }))
    .post('/_latency', async (c) => {
      const { ms } = await controlBody(c, z.object({ ms: z.number() }))
      sandbox.setLatency(ms)
      return c.json({ ms })
    })
    .get('/_demo/credentials', (c) => c.json(demoCredentials))
    .get('/_requests', (c) => c.json({ requests: sandbox.requests }))
  for (const vendor of sandbox.vendors) if (vendor.control) control.route(`/_${vendor.name}`, vendor.control)
  return control
}
