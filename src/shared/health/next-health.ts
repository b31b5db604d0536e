import {
  type HealthSignal,
  healthSignals,
  isFresh,
  isKnown,
  type SignalCode,
  signalCodes,
} from './health-signals.ts'
import { type HealthState, returnShares, stateLines } from './health-states.ts'

/** What is remembered of a domain between two evaluations. Times are epoch ms. */
export interface HealthMemory {
  state: HealthState
  since: number
  /** Evaluations in a row with something to warn of. */
  warned: number
  /** Since when the score was too low to send on. */
  lowSince: number | null
  /** Since when the score was high enough to leave watch. */
  calmSince: number | null
  /** When a gate was last seen. */
  gateAt: number | null
  /** When its rests began, the oldest first. */
  rests: readonly number[]
  /** When it came back from its last rest; `null` while it has not or once it sends in full again. */
  returningSince: number | null
}

export const newHealth = (now: number): HealthMemory => ({
  state: 'unknown',
  since: now,
  warned: 0,
  lowSince: null,
  calmSince: null,
  gateAt: null,
  rests: [],
  returningSince: null,
})

/** What the domain is judged by. */
export interface HealthInputs {
  signals: readonly HealthSignal[]
  /** Warm-up so far; `null` where the domain has no warm-up to speak of. */
  warmup: { days: number; mails: number } | null
}

export interface HealthVerdict {
  memory: HealthMemory
  /** From 0 to 100. */
  score: number
  /** From 0 to 1: how much of what can be watched of this domain is known. */
  coverage: number
  /** The share of its cold volume that it should send, from 0 to 1. */
  share: number
  /** The signal that decided, where one did. */
  cause: SignalCode | null
}

const worstFirst = (a: HealthSignal, b: HealthSignal) => b.points - a.points

/** 100 less the points of everything that is known; where a code has several sources, the worst of them counts. */
export function scoreOf(signals: readonly HealthSignal[], now: number): number {
  const known = signals.filter((signal) => isKnown(signal, now))
  const taken = signalCodes.map((code) =>
    Math.max(0, ...known.filter((signal) => signal.code === code).map(({ points }) => points)),
  )
  return Math.max(0, 100 - taken.reduce((sum, points) => sum + points, 0))
}

/** The weight of what is known, of the weight of what is watched. A code that nobody has looked at counts as watched. */
export function coverageOf(signals: readonly HealthSignal[], now: number): number {
  let watched = 0
  let known = 0
  for (const code of signalCodes) {
    const of = signals.filter((signal) => signal.code === code)
    if (of.length > 0 && of.every(({ verdict }) => verdict === 'unwatched')) continue
    watched += healthSignals[code].weight
    if (of.some((signal) => isKnown(signal, now))) known += healthSignals[code].weight
  }
  return watched === 0 ? 0 : known / watched
}

/** Those that tell how mail arrives: without any of them nobody knows whether a domain is healthy. */
const tellsOfMail: readonly SignalCode[] = ['placement', 'bounces', 'warmup']
/** Those without which nothing is said; not watched is not the same as not known. */
const mustBeKnown: readonly SignalCode[] = ['blocklist', 'dns']

function isUnknown(signals: readonly HealthSignal[], coverage: number, now: number): boolean {
  if (coverage < stateLines.coverage) return true
  const isMissing = (code: SignalCode) => {
    const of = signals.filter((signal) => signal.code === code)
    return !of.some((signal) => isKnown(signal, now)) && !of.some(({ verdict }) => verdict === 'unwatched')
  }
  if (mustBeKnown.some(isMissing)) return true
  return !signals.some((signal) => tellsOfMail.includes(signal.code) && isKnown(signal, now))
}

/**
 * What a domain's state is after what was seen of it, from what it was before. It decides by these inputs alone, so that
 * every decision can be repeated from the stored ones. It never acts: how much a domain should send is told as a share.
 */
export function nextHealth(
  before: HealthMemory,
  { signals, warmup }: HealthInputs,
  now: number,
): HealthVerdict {
  const known = signals.filter((signal) => isKnown(signal, now)).sort(worstFirst)
  const score = scoreOf(signals, now)
  const coverage = coverageOf(signals, now)
  const gates = known.filter(({ gate }) => gate !== undefined)
  const isWarned = known.some(({ verdict }) => verdict === 'warn' || verdict === 'bad')
  const memory: HealthMemory = {
    ...before,
    warned: isWarned || score < stateLines.healthyFrom ? before.warned + 1 : 0,
    lowSince: score < stateLines.restBelow ? (before.lowSince ?? now) : null,
    calmSince: score >= stateLines.recoveredFrom && !isWarned ? (before.calmSince ?? now) : null,
    gateAt: gates.length > 0 ? now : before.gateAt,
    rests: before.rests.filter((at) => now - at <= stateLines.restsWithin),
  }
  const facts: Facts = { score, coverage, gates, known, warmup, isUnknown: isUnknown(signals, coverage, now) }
  const { state, cause } = decide(memory, facts, now)
  return {
    memory: entered(memory, state, now),
    score,
    coverage,
    share: shareOf(memory, state, facts, now),
    cause: cause ?? null,
  }
}

interface Facts {
  score: number
  coverage: number
  gates: readonly HealthSignal[]
  known: readonly HealthSignal[]
  warmup: HealthInputs['warmup']
  isUnknown: boolean
}

interface Decision {
  state: HealthState
  cause?: SignalCode | undefined
}

function decide(memory: HealthMemory, facts: Facts, now: number): Decision {
  if (memory.state === 'replace') return { state: 'replace' }
  const lost = facts.gates.find(({ gate }) => gate === 'replace')
  if (lost) return { state: 'replace', cause: lost.code }
  if (memory.state === 'rest') return whileResting(memory, facts, now)

  const rests = facts.gates.find(({ gate }) => gate === 'rest') ?? byPlacement(facts)
  const isLow = memory.lowSince !== null && now - memory.lowSince >= stateLines.restConfirmedAfter
  if (rests || isLow) {
    const cause = rests?.code ?? facts.known[0]?.code
    return { state: memory.rests.length + 1 >= stateLines.restsMax ? 'replace' : 'rest', cause }
  }
  if (facts.gates.length > 0) return { state: 'watch', cause: facts.gates[0]?.code }
  if (isWarming(memory, facts)) return { state: 'warming' }
  // What is known to be bad is told, however little else is known.
  const worst = facts.known.find(({ verdict }) => verdict === 'bad')
  if (worst && memory.warned >= 2) return { state: 'watch', cause: worst.code }
  if (facts.isUnknown) return { state: 'unknown' }
  if (memory.state === 'watch') {
    const isCalm = memory.calmSince !== null && now - memory.calmSince >= stateLines.recoveredFor
    return isCalm ? { state: 'healthy' } : { state: 'watch', cause: facts.known[0]?.code }
  }
  if (memory.warned >= 2) return { state: 'watch', cause: facts.known[0]?.code }
  return { state: facts.score >= stateLines.healthyFrom ? 'healthy' : 'watch', cause: facts.known[0]?.code }
}

/** Probes in junk send a domain to rest once anything else speaks against it too. */
function byPlacement({ known }: Facts): HealthSignal | undefined {
  const isAgainst = ({ verdict }: HealthSignal) => verdict === 'warn' || verdict === 'bad'
  const junk = known.find(({ code, verdict }) => code === 'placement' && verdict === 'bad')
  return junk && known.some((other) => other.code !== 'placement' && isAgainst(other)) ? junk : undefined
}

function whileResting(memory: HealthMemory, facts: Facts, now: number): Decision {
  const rested = now - memory.since
  const isClear = memory.gateAt === null || now - memory.gateAt >= stateLines.restGatesClearFor
  const isWell = isClear && !facts.isUnknown && facts.score >= stateLines.healthyFrom
  if (rested >= stateLines.restAtLeast && isWell) return { state: 'watch' }
  return { state: rested >= stateLines.restAtMost ? 'replace' : 'rest', cause: facts.known[0]?.code }
}

function isWarming(memory: HealthMemory, { warmup, known }: Facts): boolean {
  if (!warmup || memory.returningSince !== null || memory.rests.length > 0) return false
  if (warmup.days < stateLines.warmingDays || warmup.mails < stateLines.warmingMails) return true
  return warmup.days < stateLines.warmingDaysMost && known.some(({ points }) => points > 0)
}

function entered(memory: HealthMemory, state: HealthState, now: number): HealthMemory {
  const returningSince = isReturned(memory, now) ? null : memory.returningSince
  if (state === memory.state) return { ...memory, returningSince }
  if (state === 'rest')
    return { ...memory, state, since: now, returningSince: null, rests: [...memory.rests, now] }
  if (memory.state === 'rest') return { ...memory, state, since: now, returningSince: now }
  return { ...memory, state, since: now, returningSince }
}

const isReturned = ({ returningSince }: HealthMemory, now: number): boolean =>
  returningSince !== null && now - returningSince >= stateLines.returnStep * (returnShares.length - 1)

function shareOf(memory: HealthMemory, state: HealthState, facts: Facts, now: number): number {
  if (state === 'rest' || state === 'replace' || facts.gates.length > 0) return 0
  const from = memory.state === 'rest' ? now : memory.returningSince
  const step = from === null ? returnShares.length - 1 : Math.floor((now - from) / stateLines.returnStep)
  const returning = returnShares[Math.min(step, returnShares.length - 1)] ?? 1
  return facts.score < stateLines.halfBelow ? Math.min(returning, 0.5) : returning
}

/** Whether an observation of this domain still has to come: what would raise the coverage most, first. */
export function missingSignals(signals: readonly HealthSignal[], now: number): SignalCode[] {
  const isSeen = (code: SignalCode) =>
    signals.some((signal) => signal.code === code && (signal.verdict === 'unwatched' || isFresh(signal, now)))
  return signalCodes
    .filter((code) => healthSignals[code].weight > 0 && !isSeen(code))
    .sort((a, b) => healthSignals[b].weight - healthSignals[a].weight)
}
