import { registrarPriceCeilingCents } from '#shared/catalog.ts'
import { tldOf } from '#shared/domain-name.ts'
import { createGate } from './gate.ts'
import type { CallContext } from './ports/call-context.ts'
import type { AvailabilityHint, Registrar } from './ports/names.ts'
import { isVendorError } from './vendor-error.ts'

export interface NameAvailability {
  name: string
  /**
   * `premium`: could be had, but above the price it is sold for. `unsupported`: the registrar does not sell such
   * names. `unknown`: not settled; asking again in a few seconds helps.
   */
  state: 'available' | 'taken' | 'premium' | 'unsupported' | 'unknown'
  /** What the registrar asks of the operator; customers pay the catalogue's fee. */
  registrationCents?: number
  /** Why it is not available, in words for a person. */
  reason?: string
  /** `unknown` because the registrar does not answer, rather than because it takes its time. */
  registrarAway?: boolean
}

export interface LookUpOptions {
  /** After so many milliseconds the rest is answered as `unknown`; the look-ups go on and the next call has them. */
  deadlineMs?: number
  /**
   * For names about to be paid for: asks the registrar itself for each name's state and price, and nothing that was
   * remembered.
   */
  exact?: boolean
}

export interface Availability {
  /** Each name once, as it is settled. */
  lookUp(names: readonly string[], options?: LookUpOptions): AsyncIterable<NameAvailability>
}

export interface AvailabilityDependencies {
  hint: AvailabilityHint
  registrar: Registrar
  /** Milliseconds that only go forward. */
  now?: () => number
}

const defaultDeadlineMs = 4_500
/** Look-ups under way at once, of all customers of this process. */
const atOnce = 30
/** A look-up that could not begin within this time is nobody's any more. */
const abandonedAfterMs = 15_000
/** No single look-up goes on for longer. */
const lookUpTimeoutMs = 20_000
const rememberedMs = 60_000
const priceRememberedMs = 3_600_000
/** Names answered to are few; what is remembered stays small. */
const rememberedMax = 5_000

const reasons = {
  taken: 'This name is registered already.',
  notSold: 'The registry does not sell this name.',
  premium: 'This is a premium name, which is not sold here.',
  tooDear: 'This name costs more than names are sold for here.',
  unsupported: 'Names with this ending cannot be registered here.',
  stillChecking: 'Still checking.',
  unreachable: 'The registrar did not answer. Please try again.',
}

/**
 * Whether many names can be bought, quickly: the registries' public look-up sorts out what is taken, the slower
 * and stricter registrar is asked only about the rest. The first name of a call is the one a person waits for: the
 * registrar is asked about it at once.
 */
export function createAvailability({
  hint,
  registrar,
  now = () => performance.now(),
}: AvailabilityDependencies): Availability {
  const gate = createGate(atOnce)
  const remembered = new Map<string, { until: number; result: Promise<NameAvailability> }>()
  const prices = new Map<string, { until: number; cents: Promise<number | undefined> }>()

  /**
   * What the ordinary names of a TLD cost: the same for all of them, so asked once an hour. Undefined when the name
   * it was asked for turned out to be a premium one, whose price says nothing about the others.
   */
  function ordinaryCents(name: string, ctx: CallContext): Promise<number | undefined> {
    const tld = tldOf(name)
    const known = prices.get(tld)
    if (known && known.until > now()) return known.cents
    const cents = registrar
      .price(name, ctx)
      .then(({ premium, registrationCents }) => (premium ? undefined : registrationCents))
    prices.set(tld, { until: now() + priceRememberedMs, cents })
    const forget = () => prices.delete(tld)
    cents.then((value) => value ?? forget(), forget)
    return cents
  }

  const ownCents = async (name: string, ctx: CallContext) =>
    (await registrar.price(name, ctx)).registrationCents

  async function confirm(
    name: string,
    how: { exact: boolean; pricedAtOnce: boolean; whenNot: string },
    ctx: CallContext,
  ): Promise<NameAvailability> {
    const cents = how.exact ? ownCents(name, ctx) : how.pricedAtOnce ? ordinaryCents(name, ctx) : undefined
    // Both are under way at once; when the check fails or says no, nobody waits for the price.
    cents?.catch(() => {})
    const { available, premium } = await registrar.check(name, ctx)
    if (!available) return { name, state: 'taken', reason: how.whenNot }
    if (premium) return { name, state: 'premium', reason: reasons.premium }
    const registrationCents = (await (cents ?? ordinaryCents(name, ctx))) ?? (await ownCents(name, ctx))
    return registrationCents > registrarPriceCeilingCents(tldOf(name))
      ? { name, state: 'premium', registrationCents, reason: reasons.tooDear }
      : { name, state: 'available', registrationCents }
  }

  /** A registry that cannot be asked just now leaves the question to the registrar. */
  const look = (name: string, ctx: CallContext) => hint.look(name, ctx).catch(() => 'unknown' as const)

  async function settle(
    name: string,
    first: 'registry' | 'registrar',
    exact: boolean,
  ): Promise<NameAvailability> {
    const ctx = { interactive: true, signal: AbortSignal.timeout(lookUpTimeoutMs) }
    const taken: NameAvailability = { name, state: 'taken', reason: reasons.taken }
    const seen = first === 'registry' ? await look(name, ctx) : 'unknown'
    if (seen === 'taken') return taken
    const whenNot = seen === 'probably_free' ? reasons.notSold : reasons.taken
    try {
      return await confirm(name, { exact, pricedAtOnce: first === 'registrar', whenNot }, ctx)
    } catch (error) {
      if (!isVendorError(error)) throw error
      if (error.code === 'tld_unsupported') return { name, state: 'unsupported', reason: reasons.unsupported }
      if (first === 'registrar' && (await look(name, ctx)) === 'taken') return taken
      // Our own limit or a 429; a 503 is an outage, even one that says when to come back.
      const isBusy = error.retryAfterMs !== undefined && (error.status ?? 429) < 500
      if (isBusy) return stillChecking(name)
      return { name, state: 'unknown', reason: reasons.unreachable, registrarAway: true }
    }
  }

  function begin(name: string, first: 'registry' | 'registrar', exact: boolean): Promise<NameAvailability> {
    const abandonedAt = now() + abandonedAfterMs
    return gate(async () => (now() > abandonedAt ? stillChecking(name) : settle(name, first, exact)))
  }

  function lookUpOne(name: string, first: 'registry' | 'registrar'): Promise<NameAvailability> {
    const known = remembered.get(name)
    if (known && known.until > now()) return known.result
    const result = begin(name, first, false)
    const entry = { until: Number.POSITIVE_INFINITY, result }
    remembered.delete(name)
    remembered.set(name, entry)
    result.then(
      ({ state }) => {
        if (state === 'unknown') remembered.delete(name)
        else entry.until = now() + rememberedMs
      },
      () => remembered.delete(name),
    )
    for (const oldest of remembered.keys()) {
      if (remembered.size <= rememberedMax) break
      remembered.delete(oldest)
    }
    return result
  }

  return {
    async *lookUp(names, { deadlineMs = defaultDeadlineMs, exact = false } = {}) {
      const pending = new Set(names)
      const settled: NameAvailability[] = []
      let failure: unknown
      let changed = Promise.withResolvers<void>()
      let late = false
      const timer = setTimeout(() => {
        late = true
        changed.resolve()
      }, deadlineMs)
      for (const [index, name] of [...pending].entries()) {
        const first = index === 0 || exact ? 'registrar' : 'registry'
        const result = exact ? begin(name, first, true) : lookUpOne(name, first)
        result
          .then((each) => settled.push(each))
          .catch((error) => {
            failure ??= error
          })
          .finally(() => changed.resolve())
      }
      try {
        while (pending.size > 0) {
          await changed.promise
          changed = Promise.withResolvers()
          if (failure !== undefined) throw failure
          for (const each of settled.splice(0)) {
            pending.delete(each.name)
            yield each
          }
          if (late && settled.length === 0) break
        }
        for (const name of pending) yield stillChecking(name)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

const stillChecking = (name: string): NameAvailability => ({
  name,
  state: 'unknown',
  reason: reasons.stillChecking,
})
