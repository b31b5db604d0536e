import { createGate } from '../gate.ts'
import type { CallContext } from '../ports/call-context.ts'
import type { AvailabilityHint, Dns } from '../ports/names.ts'
import { asSettled } from './as-settled.ts'
import { couldBePremium } from './could-be-premium.ts'
import { createRemembered } from './remembered.ts'

/**
 * What anybody can see of a name. `check`: only the registrar can say, since its registry has no dependable public
 * look-up, does not answer, or may ask a premium price. `checking`: not known yet; asking again in a second helps.
 */
export interface SeenName {
  name: string
  state: 'available' | 'taken' | 'check' | 'checking'
}

export interface NameLookUp {
  /**
   * Each name once, as it is seen. After `deadlineMs` the rest is `checking`; the look-ups go on and the next call has
   * them.
   */
  lookUp(names: readonly string[], options?: { deadlineMs?: number }): AsyncIterable<SeenName>
}

export interface NameLookUpDependencies {
  hint: AvailabilityHint
  dns: Pick<Dns, 'nameServers'>
  /** Milliseconds that only go forward. */
  now?: () => number
}

const defaultDeadlineMs = 4_500
/** Look-ups under way at once, of all customers of this process. */
const atOnce = 30
/** A look-up that could not begin within this time is nobody's any more. */
const abandonedAfterMs = 15_000
/** No single look-up continues for longer. */
const lookUpTimeoutMs = 10_000

/**
 * What lists of names are answered from: the registries' public look-up, and DNS where that says nothing. The
 * registrar's own check is for the one name that someone takes, so nothing here ever asks it.
 */
export function createNameLookUp({
  hint,
  dns,
  now = () => performance.now(),
}: NameLookUpDependencies): NameLookUp {
  const gate = createGate(atOnce)
  const remembered = createRemembered<SeenName & { isFinal: boolean }>(({ isFinal }) => isFinal, now)

  async function see(name: string): Promise<SeenName & { isFinal: boolean }> {
    const ctx: CallContext = { purpose: 'waiting', signal: AbortSignal.timeout(lookUpTimeoutMs) }
    let isFinal = true
    const seen = await hint.lookUp(name, ctx).catch(() => {
      isFinal = false
      return 'unknown' as const
    })
    if (seen === 'taken') return { name, state: 'taken', isFinal }
    if (seen === 'probably_free')
      return { name, state: couldBePremium(name) ? 'check' : 'available', isFinal }
    // A delegation shows that someone has the name; that there is none shows nothing.
    const delegation = await dns.nameServers(name, ctx)
    return { name, state: delegation.state === 'found' ? 'taken' : 'check', isFinal }
  }

  function begin(name: string) {
    const abandonedAt = now() + abandonedAfterMs
    return gate(async () => (now() > abandonedAt ? { ...checking(name), isFinal: false } : see(name)))
  }

  return {
    async *lookUp(names, { deadlineMs = defaultDeadlineMs } = {}) {
      const seen = asSettled<SeenName>(names, (name) => remembered.recall(name, () => begin(name)), {
        deadlineMs,
        late: checking,
      })
      for await (const { name, state } of seen) yield { name, state }
    },
  }
}

const checking = (name: string): SeenName => ({ name, state: 'checking' })
