import { setTimeout as delay } from 'node:timers/promises'
import { type ServerType, serve } from '@hono/node-server'
import { createConsole } from './console/console.ts'
import { createControl, type RequestLogEntry } from './control.ts'
import { createFaults } from './faults.ts'
import { cut, playFault } from './play-fault.ts'
import { openStore } from './store.ts'
import { vendorFactories } from './vendors.ts'
import type { OpenPorts, PortPlan, Vendor, World } from './world.ts'

/** Opens an HTTP port; 0 takes a free one. A `cut` answer destroys the connection as a real failure would. */
async function openHttpPort(
  port: number,
  host: string,
  answer: (request: Request) => Promise<Response | typeof cut>,
): Promise<{ port: number; close(): Promise<void> }> {
  let server: ServerType
  const bound = await new Promise<number>((resolve, reject) => {
    server = serve({ port, hostname: host, fetch: answerOrCut }, (info) => resolve(info.port))
    server.on('error', reject)
  })
  return {
    port: bound,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }

  async function answerOrCut(request: Request, env: unknown): Promise<Response> {
    const response = await answer(request)
    if (response !== cut) return response
    ;(env as { outgoing: { destroy(): void } }).outgoing.destroy()
    return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  }
}

export interface SandboxOptions {
  /** SQLite file, `:memory:` for tests. */
  storePath: string
  productUrl?: string
  stripeWebhookSecret?: string
  latencyMs?: number
  limitsScale?: number
  delayScale?: number
  /** Names of the vendors that begin with their accounts; all of them unless given. */
  seeds?: readonly string[]
  /** Carries the vendors' own requests (webhooks) to the product; the global one unless a test answers in-process. */
  fetch?: World['fetch']
  log?: (line: string) => void
}

export type Sandbox = ReturnType<typeof createSandbox>

const requestsKept = 500

/**
 * Every third party in one process. `fetch` answers in-process for tests; `listen` opens the real ports. Vendors
 * share a store, a clock and the ordered faults.
 */
export function createSandbox(options: SandboxOptions) {
  const store = openStore(options.storePath)
  const faults = createFaults()
  const settings = store.collection<number>('sandbox.settings')
  const requests: RequestLogEntry[] = []
  let answered = 0
  const ports: Record<string, number> = {}
  const opened: OpenPorts[] = []
  let clockOffsetMs = settings.get('clockOffsetMs') ?? 0
  let latencyMs = options.latencyMs ?? 0
  let origin = 'http://sandbox.invalid'
  let ticking: NodeJS.Timeout | undefined

  const world: World = {
    store,
    faults,
    now: () => Date.now() + clockOffsetMs,
    origin: () => origin,
    limitsScale: options.limitsScale ?? 1,
    delayScale: options.delayScale ?? 1,
    latency: async () => {
      if (latencyMs > 0) await delay(latencyMs)
    },
    productUrl: options.productUrl,
    stripeWebhookSecret: options.stripeWebhookSecret ?? 'whsec_sandbox',
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    log: options.log ?? (() => {}),
  }
  const vendors: Vendor[] = vendorFactories.map((create) => create(world))
  const seeded = store.collection<true>('sandbox.seeded')
  for (const vendor of vendors) {
    if (!vendor.seed || seeded.get(vendor.name)) continue
    if (options.seeds && !options.seeds.includes(vendor.name)) continue
    store.transaction(() => {
      vendor.seed?.()
      seeded.put(vendor.name, true)
    })
  }

  const setLatency = (ms: number) => {
    latencyMs = ms
  }
  /** Moves the clock and lets everything happen that has fallen due. */
  async function advance(ms: number) {
    clockOffsetMs += ms
    settings.put('clockOffsetMs', clockOffsetMs)
    await tick()
  }
  async function tick() {
    for (const vendor of vendors) {
      try {
        await vendor.tick?.()
      } catch (error) {
        world.log(`${vendor.name}: ${String(error)}`)
      }
    }
  }

  const control = createControl({
    store,
    faults,
    vendors,
    requests,
    now: world.now,
    advance,
    setLatency,
  })
  const console = createConsole({ world, vendors, requests, latencyMs: () => latencyMs, ports })

  // Longest prefix first, so that the vendor at the root comes last.
  const byPrefix = vendors
    .flatMap((vendor) => (vendor.prefix === undefined ? [] : [{ vendor, prefix: vendor.prefix }]))
    .sort((a, b) => b.prefix.length - a.prefix.length)
  const vendorAt = (url: URL) =>
    vendors.find((vendor) => vendor.hostPrefix && url.hostname.startsWith(vendor.hostPrefix)) ??
    byPrefix.find(({ prefix }) => url.pathname === prefix || url.pathname.startsWith(`${prefix}/`))?.vendor

  async function answer(request: Request): Promise<Response | typeof cut> {
    const url = new URL(request.url)
    if (url.pathname === '/' || url.pathname.startsWith('/_console/')) return console.fetch(request)
    if (url.pathname.startsWith('/_')) return control.fetch(request)
    const vendor = vendorAt(url)
    if (!vendor) return new Response('No vendor lives here.', { status: 404 })
    if (!vendor.prefix || !url.pathname.startsWith(`${vendor.prefix}`)) return answerAs(vendor, request)
    const inner = new URL(url.pathname.slice(vendor.prefix.length) || '/', url.origin)
    inner.search = url.search
    return answerAs(vendor, new Request(inner, request), url)
  }

  /** One vendor's answer, with latency, ordered faults and a line in the request log. */
  async function answerAs(
    vendor: Vendor,
    request: Request,
    url = new URL(request.url),
  ): Promise<Response | typeof cut> {
    const started = performance.now()
    await world.latency()
    const fault = faults.take(vendor.name, request.method, url.pathname + url.search)
    const response = fault ? await playFault(fault, vendor, request) : await vendor.app.fetch(request)
    answered++
    requests.push({
      at: Date.now(),
      vendor: vendor.name,
      method: request.method,
      path: url.pathname,
      status: response === cut ? 'cut' : response.status,
      durationMs: Math.round(performance.now() - started),
    })
    if (requests.length > requestsKept) requests.splice(0, requests.length - requestsKept)
    return response
  }

  return {
    world,
    store,
    faults,
    vendors,
    /** The vendors' further ports by name (`dns`, `smtp`, `bison`), once listening. */
    ports,
    /** The origin that in-process requests are addressed to; the main port's once listening. */
    get origin() {
      return origin
    },
    setLatency,
    advance,
    tick,
    requests: (): readonly RequestLogEntry[] => requests,
    /** How many requests to vendors there have been. */
    answered: () => answered,
    /** In-process: behaves like the global `fetch` against this sandbox, cut connections included. */
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init)
      // The request's own signal follows this one by a weak reference only, and may be collected meanwhile.
      const signal = init?.signal ?? (input instanceof Request ? input.signal : request.signal)
      const response = await Promise.race([answer(request), aborted(signal)])
      if (response === cut) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
      return response
    },
    /** Starts the vendors' background work: webhook deliveries and whatever falls due on the clock. */
    start() {
      for (const vendor of vendors) vendor.start?.()
      ticking = setInterval(() => void tick(), 1_000)
      ticking.unref()
    },
    /** Opens the main port and the vendors' own; 0 takes free ones. Returns the main port. */
    async listen(port: number, host = '127.0.0.1'): Promise<number> {
      const main = await openHttpPort(port, host, answer)
      opened.push({ ports: {}, close: main.close })
      origin = `http://${host}:${main.port}`
      for (const vendor of vendors) {
        if (!vendor.listen) continue
        const plan: PortPlan = {
          host,
          port: (distance) => (port === 0 ? 0 : port + distance),
          openHttp: (distance) =>
            openHttpPort(plan.port(distance), host, (request) => answerAs(vendor, request)),
        }
        const open = await vendor.listen(plan)
        opened.push(open)
        Object.assign(ports, open.ports)
      }
      return main.port
    },
    async close() {
      clearInterval(ticking)
      for (const vendor of vendors) await vendor.stop?.()
      for (const open of opened.splice(0)) await open.close()
      store.close()
    },
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
