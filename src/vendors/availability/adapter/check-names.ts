import { tldOf } from '#features/names/rules/domain-name.ts'
import { createGate } from '#vendors/client/gate.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { AvailabilityHint, Registrar } from '#vendors/ports/names.ts'
import { asCompleted } from './as-completed.ts'
import { createRemembered } from './remembered.ts'

export interface NameAvailability {
  name: string
  /**
   * `premium`: available, but above the price it is sold for. `unsupported`: the registrar does not sell such
   * names. `unknown`: not known yet; asking again in a few seconds helps.
   */
  state: 'available' | 'taken' | 'premium' | 'unsupported' | 'unknown'
  /** What the registrar asks of the operator; customers pay the catalogue's fee. */
  registrationCents?: number
  /** Why it is not available, in words for a person. */
  reason?: string
  /** `unknown` because the registrar does not answer, rather than because it takes its time. */
  registrarAway?: boolean
}

export interface NameCheck {
  /**
   * Each name once, as soon as the registrar has said it. After `deadlineMs` the rest is answered as `unknown`; the checks
   * go on and the next call has them.
   */
  check(names: readonly string[], options?: { deadlineMs?: number }): AsyncIterable<NameAvailability>
  /** Whether a check of the name costs nothing just now: its answer is less than a minute old, or on its way. */
  isKnown(name: string): boolean
}

export interface NameCheckDependencies {
  registrar: Registrar
  /** Says why a name that the registrar refuses is not available, and that it is taken while the registrar is away. */
  hint: AvailabilityHint
  /** The most that the registrar may ask for a name with an ending, in cents. */
  ceilingOf: (tld: string) => number
  /** Milliseconds that only go forward. */
  now?: () => number
}

const defaultDeadlineMs = 10_000
/** Checks under way at once, of all customers of this process. */
const atOnce = 10
/** A check that could not begin within this time is nobody's any more. */
const abandonedAfterMs = 15_000
/** No single check continues for longer. */
const checkTimeoutMs = 20_000
/** A check waits so long for its place in the registrar's limit. */
const patienceMs = 8_000
const priceRememberedMs = 3_600_000

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
 * Whether names can be bought, exactly: asked of the registrar itself, for names that someone is about to take. Its
 * check is slow, and its limit is the one that registrations need.
 */
export function createNameCheck({
  registrar,
  hint,
  ceilingOf,
  now = () => performance.now(),
}: NameCheckDependencies): NameCheck {
  const gate = createGate(atOnce)
  const remembered = createRemembered<NameAvailability>(({ state }) => state !== 'unknown', now)
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

  const isSeenTaken = (name: string, ctx: CallContext) =>
    hint.lookUp(name, ctx).then(
      (seen) => seen === 'taken',
      () => undefined,
    )

  async function confirm(name: string, ctx: CallContext): Promise<NameAvailability> {
    const cents = ordinaryCents(name, ctx)
    // Both are under way at once; when the check fails or says no, nobody waits for the price.
    cents.catch(() => {})
    const { available, premium } = await registrar.check(name, ctx)
    if (!available) {
      const isFree = (await isSeenTaken(name, ctx)) === false
      return { name, state: 'taken', reason: isFree ? reasons.notSold : reasons.taken }
    }
    if (premium) return { name, state: 'premium', reason: reasons.premium }
    const registrationCents = (await cents) ?? (await registrar.price(name, ctx)).registrationCents
    return registrationCents > ceilingOf(tldOf(name))
      ? { name, state: 'premium', registrationCents, reason: reasons.tooDear }
      : { name, state: 'available', registrationCents }
  }

  async function checkName(name: string): Promise<NameAvailability> {
    const signal = AbortSignal.timeout(checkTimeoutMs)
    const ctx: CallContext = { purpose: 'waiting', patienceMs, signal }
    try {
      return await confirm(name, ctx)
    } catch (error) {
      if (!isVendorError(error)) throw error
      if (error.code === 'tld_unsupported') return { name, state: 'unsupported', reason: reasons.unsupported }
      if (await isSeenTaken(name, { purpose: 'waiting', signal }))
        return { name, state: 'taken', reason: reasons.taken }
      if (error.isOverLimit) return stillChecking(name)
      return { name, state: 'unknown', reason: reasons.unreachable, registrarAway: true }
    }
  }

  function begin(name: string): Promise<NameAvailability> {
    const abandonedAt = now() + abandonedAfterMs
    return gate(async () => (now() > abandonedAt ? stillChecking(name) : checkName(name)))
  }

  return {
    check: (names, { deadlineMs = defaultDeadlineMs } = {}) =>
      asCompleted(names, (name) => remembered.recall(name, () => begin(name)), {
        deadlineMs,
        late: stillChecking,
      }),
    isKnown: remembered.has,
  }
}

const stillChecking = (name: string): NameAvailability => ({
  name,
  state: 'unknown',
  reason: reasons.stillChecking,
})
