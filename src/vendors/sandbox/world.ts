import type { Hono } from 'hono'
import type { ConsoleSection } from './console/sections.ts'
import type { Fault, Faults } from './faults.ts'
import type { Store } from './store.ts'

/** What every simulated vendor is given. */
export interface World {
  store: Store
  faults: Faults
  /** The sandbox's clock, in milliseconds; `POST /_clock` moves it forward. */
  now(): number
  /** Origin of the main port, for addresses in answers: `http://127.0.0.1:3001`. */
  origin(): string
  /** Multiplies every documented limit, as the product's own setting does. */
  limitsScale: number
  /** Multiplies the vendors' propagation delays; 0 makes them instant. */
  delayScale: number
  /** Waits as long as every answer takes: `SANDBOX_LATENCY_MS`. HTTP has waited already when a vendor is asked. */
  latency(): Promise<void>
  /** Where the product listens; webhooks go to paths below it, and nowhere when it is undefined. */
  productUrl: string | undefined
  stripeWebhookSecret: string
  /** For requests that vendors make themselves (webhooks to the product); tests inject an in-process one. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  log(line: string): void
}

/** Opens further ports: at fixed distances from the main port, or any free ones when that one was chosen freely. */
export interface PortPlan {
  host: string
  /** The port number at a distance from the main one; 0 for any free one. */
  port(distance: number): number
  /** An HTTP port that answers as this vendor alone, latency and ordered faults included. */
  openHttp(distance: number): Promise<{ port: number; close(): Promise<void> }>
}
export interface OpenPorts {
  /** By name, e.g. `{ dns: 3003 }`; readable as `sandbox.ports` afterwards. */
  ports: Record<string, number>
  close(): Promise<void>
}

export interface Vendor {
  /** In faults, in the request log and, unless empty, as the path prefix. */
  name: string
  /** Path prefix on the main port, `''` for the root; absent where a port of its own is the only way there. */
  prefix?: string
  app: Hono
  /** In-process requests whose host name starts so go to this vendor as well: `bison.`. */
  hostPrefix?: string
  /** What people and robots do there outside the vendor's API: mounted below `/_<name>`; takes and answers JSON. */
  control?: Hono
  /** Puts accounts there that must exist. Runs once in the life of a store. */
  seed?: () => void
  /** Opens ports besides the main one; called with it. */
  listen?: (plan: PortPlan) => Promise<OpenPorts>
  /** Due work on the sandbox's clock: called after every move of the clock and, once started, every second. */
  tick?: () => void | Promise<void>
  /** What the console page shows of this vendor. */
  sections?: () => ConsoleSection[]
  /**
   * Plays an ordered fault in the vendor's own way (its error body, what it remembers). Undefined leaves it to
   * the sandbox. The request is a copy to read; whether the caller has given up is for `givenUp` to say.
   */
  playFault?: (
    fault: Fault,
    request: Request,
    givenUp: AbortSignal,
  ) => Response | undefined | Promise<Response | undefined>
  /** Background work to start and stop with the sandbox. */
  start?: () => void
  stop?: () => void | Promise<void>
}

export type VendorFactory = (world: World) => Vendor
