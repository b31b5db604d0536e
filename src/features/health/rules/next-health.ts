import { type HealthSignal, healthSignals, isKnown, type SignalCode } from './health-signals.ts'
import { type HealthState, returnShares, stateLines } from './health-states.ts'
import type { HealthMemory } from './memory.ts'
import { coverageOf, isAgainst, isLeftOut, isSeenAtRest, isUnknown, scoreOf } from './picture.ts'

/** What the domain is judged by: the last signal of each source; one that was not reached leaves the one before. */
export interface HealthInputs {
  signals: readonly HealthSignal[]
  /** Warm-up so far, its mails where they are counted; `null` where the domain has no warm-up to speak of. */
  warmup: { days: number; mails: number | null } | null
}

export interface HealthVerdict {
  memory: HealthMemory
  /** From 0 to 100. */
  score: number
  /** From 0 to 1: how much of what applies to this domain is known. */
  coverage: number
  /** The share of its cold volume that it should send, from 0 to 1: less than all only where its limits are set to that. */
  share: number
  /** The signal that decided, where one did. */
  cause: SignalCode | null
}

interface Facts extends HealthInputs {
  now: number
  score: number
  /** Known signals, worst first. */
  known: readonly HealthSignal[]
  /** What is ours to mend, and what is said of its whole account, is no fault of the domain: it is left out here. */
  ownScore: number
  lost: HealthSignal | undefined
  rest: HealthSignal | undefined
  repair: HealthSignal | undefined
}

/**
 * What a domain's state is after what was seen of it, from what it was before. It decides by these inputs alone, so that
 * every decision can be repeated from the stored ones. It never acts: how much a domain should send is told as a share.
 */
export function nextHealth(before: HealthMemory, inputs: HealthInputs, now: number): HealthVerdict {
  const facts = factsOf(inputs, now)
  const noted = note(before, facts)
  const { state, cause } = decide(noted, facts)
  const memory = entered(noted, { state, cause }, facts)
  return {
    memory,
    score: facts.score,
    coverage: coverageOf(inputs.signals, now),
    share: shareOf(memory, facts),
    cause: cause ?? null,
  }
}

function factsOf({ signals, warmup }: HealthInputs, now: number): Facts {
  const known = signals
    .filter((signal) => isKnown(signal, now))
    .sort((a, b) => b.points - a.points || a.code.localeCompare(b.code) || a.source.localeCompare(b.source))
  const withGate = (gate: HealthSignal['gate']) => known.find((signal) => signal.gate === gate)
  return {
    signals,
    warmup,
    now,
    known,
    score: scoreOf(signals, now),
    ownScore: scoreOf(
      known.filter((signal) => signal.gate !== 'repair' && !isOfAccount(signal)),
      now,
    ),
    // What was given up does not come back because nobody has looked since.
    lost: [...signals]
      .sort((a, b) => a.code.localeCompare(b.code))
      .find(({ gate, verdict, observedAt }) => gate === 'replace' && verdict === 'bad' && observedAt <= now),
    // What is its own fault before what is its account's.
    rest:
      known.find((signal) => signal.gate === 'rest' && !isOfAccount(signal)) ??
      byPlacement(known) ??
      withGate('rest'),
    repair: withGate('repair'),
  }
}

/** A rest that its account demands, which may get well: it says nothing of what the domain itself is worth. */
const isOfAccount = ({ gate, unit }: HealthSignal): boolean => gate === 'rest' && unit === 'tenant'

/** Probes in junk send a domain to rest once anything else speaks against it too. */
function byPlacement(known: readonly HealthSignal[]): HealthSignal | undefined {
  const junk = known.find(({ code, verdict }) => code === 'placement' && verdict === 'bad')
  const speaks = (other: HealthSignal) =>
    other.code !== 'placement' && isAgainst(other) && !isOfAccount(other)
  return junk && known.some(speaks) ? junk : undefined
}

/** Looks closer together than this are one look. */
const lookEvery = 3_600_000

function note(before: HealthMemory, { now, score, ownScore, known, rest, signals }: Facts): HealthMemory {
  const isWarned = known.some(isAgainst)
  const isNewLook = before.warnedAt === null || now - before.warnedAt >= lookEvery
  const isLow = ownScore < stateLines.restBelow
  const isCalm = score >= stateLines.recoveredFrom && !isWarned && !isUnknown(signals, now)
  const isClear = !rest && !isLow && isSeenAtRest(signals, now)
  return {
    ...before,
    warned: isWarned ? before.warned + (isNewLook ? 1 : 0) : 0,
    warnedAt: isWarned && !isNewLook ? before.warnedAt : isWarned ? now : null,
    lowSince: isLow ? (before.lowSince ?? now) : null,
    calmSince: isCalm ? (before.calmSince ?? now) : null,
    clearSince: isClear ? (before.clearSince ?? now) : null,
    rests: before.rests.filter((at) => isLately(at, now) || at === notOverSince(before)),
  }
}

interface Decision {
  state: HealthState
  cause?: SignalCode | undefined
}

const lasts = (since: number | null, now: number, time: number): boolean =>
  since !== null && now - since >= time

/** What gave a domain up does not age. Only a list can take its word back: itself, and where nothing else gave the domain up. */
const isListedNoMore = ({ lostTo }: HealthMemory, { lost, signals, now }: Facts): boolean =>
  lost === undefined &&
  signals.some(
    (signal) =>
      signal.code === 'blocklist' &&
      signal.source === lostTo &&
      signal.verdict === 'ok' &&
      isKnown(signal, now),
  )

/** The list that a domain is given up to, as long as no other kind of signal has given it up as well. */
function lostToAfter({ state, lostTo }: HealthMemory, { lost }: Facts): string | undefined {
  const wasFinal = state === 'replace' && lostTo === undefined
  if (wasFinal || (lost && lost.code !== 'blocklist')) return undefined
  return lost?.source ?? lostTo
}

/** Whether it has to rest by its own fault, and not only by its account's. */
const isOwnRest = (memory: HealthMemory, { rest, now }: Facts): boolean =>
  (rest !== undefined && !isOfAccount(rest)) || lasts(memory.lowSince, now, stateLines.restConfirmedAfter)

/** Since when a domain that rests does so by its own fault: a rest for its account is not among those that count. */
const ownRestSince = ({ state, since, rests }: HealthMemory): number | undefined =>
  state === 'rest' ? rests.find((at) => at >= since) : undefined

/** When the last rest of its own began, however long ago, of a domain that is not well again since. */
const notOverSince = (memory: HealthMemory): number | undefined =>
  memory.isDoubted ? memory.rests.at(-1) : ownRestSince(memory)

/** A rest that counts among those that a domain may have. */
const isLately = (at: number, now: number): boolean => now - at <= stateLines.restsWithin

function decide(memory: HealthMemory, facts: Facts): Decision {
  const { now, known, lost, rest, repair } = facts
  if (memory.state === 'replace')
    return isListedNoMore(memory, facts) ? { state: 'rest', cause: 'blocklist' } : { state: 'replace' }
  if (lost) return { state: 'replace', cause: lost.code }
  if (memory.state === 'rest') return whileResting(memory, facts)

  const against = known.find(isAgainst)?.code
  const isOwn = isOwnRest(memory, facts)
  if (rest || isOwn)
    return { state: isOwn && isLastRest(memory, now) ? 'replace' : 'rest', cause: rest?.code ?? against }
  if (repair) return { state: 'watch', cause: repair.code }
  if (isWarming(memory, facts)) return { state: 'warming' }
  // What is known to be bad is told, however little else is known.
  const worst = known.find(({ verdict }) => verdict === 'bad')
  if (worst && memory.warned >= 2) return { state: 'watch', cause: worst.code }
  if (isUnknown(facts.signals, now)) return { state: 'unknown' }
  if (memory.isDoubted) {
    const isCalm = lasts(memory.calmSince, now, stateLines.recoveredFor)
    return isCalm && memory.returningSince === null
      ? { state: 'healthy' }
      : { state: 'watch', cause: against }
  }
  const isOff = memory.warned >= 2 || facts.score < stateLines.healthyFrom
  return isOff ? { state: 'watch', cause: against } : { state: 'healthy' }
}

/**
 * Whether its last rest, which it was to begin at `since`, was for what its account is accused of and never for anything of
 * its own.
 * @param since epoch ms
 */
export const restedForAccountAlone = ({ restCause, rests }: HealthMemory, since: number): boolean =>
  restCause !== null && !rests.some((at) => at >= since)

/** Whether a domain is to rest for what its account is accused of, and for nothing of its own. */
export const restsForAccountAlone = (memory: HealthMemory): boolean =>
  memory.state === 'rest' && restedForAccountAlone(memory, memory.since)

/** Whether one more rest of its own is one too many. */
const isLastRest = ({ rests }: HealthMemory, now: number): boolean =>
  rests.filter((at) => isLately(at, now)).length + 1 >= stateLines.restsMax

/**
 * Where nobody probes any more nothing will ever say where its mail arrives: then what else is seen decides. Of a list that
 * is switched off it is known that the domain was on it.
 */
const isEnded = (signals: readonly HealthSignal[], cause: SignalCode): boolean =>
  cause === 'placement' && isLeftOut(signals, cause)

const hasAnswer = (signals: readonly HealthSignal[], code: SignalCode, now: number): boolean =>
  signals.some((signal) => signal.code === code && isKnown(signal, now))

/** A rest is left by what is seen, and given up by what is seen: silence neither heals nor condemns. */
function whileResting(memory: HealthMemory, facts: Facts): Decision {
  const { now, signals, known } = facts
  const rested = now - memory.since
  const against = known.find((signal) => isAgainst(signal) && signal.gate !== 'repair')?.code
  const cause = memory.restCause
  const isCauseSeen =
    cause === null ||
    !healthSignals[cause].seenAtRest ||
    hasAnswer(signals, cause, now) ||
    isEnded(signals, cause)
  const isWell =
    lasts(memory.clearSince, now, stateLines.restGatesClearFor) &&
    isCauseSeen &&
    facts.ownScore >= stateLines.healthyFrom
  if (rested >= stateLines.restAtLeast && isWell && !facts.repair) return { state: 'watch' }
  const own = ownRestSince(memory)
  const isOwnFault = known.some(
    (signal) => isAgainst(signal) && signal.gate !== 'repair' && !isOfAccount(signal),
  )
  const isGivenUp =
    own === undefined
      ? isOwnRest(memory, facts) && isLastRest(memory, now)
      : now - own >= stateLines.restAtMost && isOwnFault && !isWell
  return { state: isGivenUp ? 'replace' : 'rest', cause: against }
}

function isWarming({ isWarmed }: HealthMemory, { warmup, known }: Facts): boolean {
  if (!warmup || isWarmed) return false
  const isEnough = warmup.mails === null || warmup.mails >= stateLines.warmingMails
  // However little was counted: a tool that counts badly would keep a domain from ever sending.
  if (warmup.days >= stateLines.warmingDaysMost) return false
  return warmup.days < stateLines.warmingDays || !isEnough || known.some(isAgainst)
}

function entered(memory: HealthMemory, { state, cause }: Decision, facts: Facts): HealthMemory {
  const { now, repair, score } = facts
  const sendsLess = repair !== undefined || score < stateLines.halfBelow
  const isOwn = isOwnRest(memory, facts) || memory.state === 'replace'
  const isOwnBegun = state === 'rest' && ownRestSince(memory) === undefined && isOwn
  const steps = stateLines.returnStep * (returnShares.length - 1)
  const next: HealthMemory = {
    ...memory,
    // Records that are gone for an hour end no warm-up.
    isWarmed:
      memory.isWarmed ||
      state === 'healthy' ||
      state === 'rest' ||
      (state === 'watch' && repair === undefined),
    isDoubted: state !== 'healthy' && (memory.isDoubted || state === 'watch' || state === 'rest'),
    returningSince: lasts(memory.returningSince, now, steps) && !sendsLess ? null : memory.returningSince,
    rests: isOwnBegun ? [...memory.rests, now] : memory.rests,
    restCause: isOwnBegun ? (facts.rest?.code ?? cause ?? null) : memory.restCause,
    lostTo: state === 'replace' ? lostToAfter(memory, facts) : undefined,
  }
  if (state === memory.state) return next
  if (state === 'rest')
    return {
      ...next,
      state,
      since: now,
      restCause: cause ?? null,
      returningSince: null,
    }
  return { ...next, state, since: now, returningSince: memory.state === 'rest' ? now : next.returningSince }
}

/** What is on its way back sends less, and by half at most as long as that is doubtful; a domain that warms up sends no cold mail. */
function shareOf({ state, returningSince }: HealthMemory, { now, score, repair }: Facts): number {
  if (state === 'rest' || state === 'replace' || state === 'warming') return 0
  if (returningSince === null) return 1
  if (repair) return 0
  const step = Math.floor(Math.max(0, now - returningSince) / stateLines.returnStep)
  const returning = returnShares[Math.min(step, returnShares.length - 1)] ?? 1
  return score < stateLines.halfBelow ? Math.min(returning, 0.5) : returning
}
