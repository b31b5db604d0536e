import { createGate } from '#vendors/client/gate.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { AvailabilityHint, Dns } from '#vendors/ports/names.ts'
import { asCompleted } from './as-completed.ts'
import { createRemembered } from './remembered.ts'

/** What anybody can ask of names, and by which clock: milliseconds that only go forward. */
export interface LookUpSources {
  hint: AvailabilityHint
  dns: Pick<Dns, 'nameServers'>
  now?: () => number
}

export interface LookUpOptions {
  /** After so long the rest is told as not known yet; its look-ups continue, and the next call has them. */
  deadlineMs?: number
  /** Looked up now, whatever was seen within the last minute. */
  isFresh?: boolean
}

const defaultDeadlineMs = 4_500
/** Look-ups of one kind under way at once, of all customers of this process. */
const atOnce = 30
/** A look-up that could not begin within this time is nobody's any more. */
const abandonedAfterMs = 15_000
/** No single look-up continues for longer. */
const lookUpTimeoutMs = 10_000

interface LookUps<Seen> {
  see(name: string, ctx: CallContext): Promise<Seen>
  /** What is told of a name of which nothing is known yet. */
  notSeen(name: string): Seen
  /** Whether it may be remembered. */
  isFinal(seen: Seen): boolean
  now?: (() => number) | undefined
}

/** Looks names up, some at a time; each name once for all who ask at the same moment or soon after. */
export function createLookUps<Seen extends { name: string }>({
  see,
  notSeen,
  isFinal,
  now = () => performance.now(),
}: LookUps<Seen>) {
  const gate = createGate(atOnce)
  const remembered = createRemembered<Seen>(isFinal, now)

  function begin(name: string): Promise<Seen> {
    const abandonedAt = now() + abandonedAfterMs
    return gate(async () =>
      now() > abandonedAt
        ? notSeen(name)
        : see(name, { purpose: 'waiting', signal: AbortSignal.timeout(lookUpTimeoutMs) }),
    )
  }

  return {
    lookUp: (names: readonly string[], { deadlineMs = defaultDeadlineMs, isFresh }: LookUpOptions = {}) =>
      asCompleted(names, (name) => remembered.recall(name, () => begin(name), { isFresh }), {
        deadlineMs,
        late: notSeen,
      }),
    isKnown: remembered.has,
  }
}
