import * as fc from 'fast-check'
import type { Fetch } from '#vendors/client/vendor-client.ts'
import { createVendors } from '#vendors/client/vendors.ts'
import type { FaultKind } from '#vendors/sandbox/faults.ts'
import type { Dependencies } from '../../dependencies.ts'

/** Something goes wrong at a vendor, once or twice, after some requests went well. */
export interface OrderedFault {
  vendor: string
  kind: FaultKind
  skip: number
  times: number
}

/** Every way to fail that does not take minutes: a time-out looks like a lost answer or a cut connection. */
const kinds = [
  '429',
  '429_bare',
  '500',
  '500_after',
  '503',
  'drop',
  'lost_answer',
  'malformed',
  'html',
  'wrong_types',
  'false_success',
] as const satisfies readonly FaultKind[]
const vendors = ['dnsimple', 'microsoft', 'google', 'instantly', 'smartlead', 'sign-in'] as const

export const orderedFault: fc.Arbitrary<OrderedFault> = fc.record({
  vendor: fc.constantFrom(...vendors),
  kind: fc.constantFrom(...kinds),
  skip: fc.nat(12),
  times: fc.integer({ min: 1, max: 2 }),
})

/** The process stops at one of its requests to a vendor: before it was sent, or after it took effect. */
export interface Kill {
  atRequest: number
  afterEffect: boolean
}
export const kill: fc.Arbitrary<Kill> = fc.record({ atRequest: fc.nat(40), afterEffect: fc.boolean() })

/** One process of the product, which can be stopped in the middle and come back to life much later. */
export interface MortalProcess {
  deps: Dependencies
  /** What carries its requests. */
  fetch: Fetch
  /** Kept when the process stops. */
  stopped: Promise<void>
  /** Lets everything that was frozen go on. */
  thaw(): void
}

/**
 * A process with adapters of its own. From its fatal request on nothing of it moves: neither requests nor
 * statements, and nothing is released.
 */
export function mortalProcess(deps: Dependencies, world: { fetch: Fetch }, kill: Kill): MortalProcess {
  let requests = 0
  let isStopped = false
  let tellStopped = () => {}
  let thaw = () => {}
  const stopped = new Promise<void>((resolve) => {
    tellStopped = resolve
  })
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve
  })
  async function stop(): Promise<void> {
    isStopped = true
    tellStopped()
    await thawed
  }
  // Calls are timed to end before the lease does, on the monotonic clock: what was not sent then never is.
  const timedOut = () => new DOMException('The operation timed out.', 'TimeoutError')
  const fetch: Fetch = async (url, init) => {
    if (isStopped) {
      await thawed
      throw timedOut()
    }
    if (requests++ !== kill.atRequest) return world.fetch(url, init)
    if (!kill.afterEffect) {
      await stop()
      throw timedOut()
    }
    const answer = await world.fetch(url, { ...init, signal: undefined }).catch((error: unknown) => error)
    await stop()
    if (answer instanceof Response) return answer
    throw answer
  }
  // Whatever a worker writes goes through these two.
  const db = new Proxy(deps.db, {
    get(target, key) {
      const value = Reflect.get(target, key)
      if (key !== 'execute' && key !== 'transaction') return value
      return async (...args: unknown[]) => {
        if (isStopped) await thawed
        return (value as (...args: unknown[]) => Promise<unknown>).apply(target, args)
      }
    },
  })
  const { config, brand, prices, secrets, limits, log } = deps
  const vendors = createVendors(config, {
    brand,
    prices,
    db,
    secrets,
    limits,
    log,
    fetch,
    customerFetch: fetch,
  })
  return { deps: { ...deps, db, vendors }, fetch, stopped, thaw }
}
