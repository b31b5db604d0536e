import {
  type HealthSignal,
  healthSignals,
  isFresh,
  isKnown,
  type SignalCode,
  signalCodes,
} from './health-signals.ts'
import { stateLines } from './health-states.ts'

/** Whether a signal speaks against the domain. */
export const isAgainst = ({ verdict }: HealthSignal): boolean => verdict === 'warn' || verdict === 'bad'

const ofCode = (signals: readonly HealthSignal[], code: SignalCode) =>
  signals.filter((each) => each.code === code)

/** 100 less the points of everything that is known; where a code has several sources, the worst of them counts. */
export function scoreOf(signals: readonly HealthSignal[], now: number): number {
  const known = signals.filter((signal) => isKnown(signal, now))
  const taken = signalCodes.map((code) => Math.max(0, ...ofCode(known, code).map(({ points }) => points)))
  return Math.max(0, 100 - taken.reduce((sum, points) => sum + points, 0))
}

/** Nobody looks at it, and it is one of those that may be left out. */
export function isLeftOut(signals: readonly HealthSignal[], code: SignalCode): boolean {
  const may = 'mayBeUnwatched' in healthSignals[code]
  const of = ofCode(signals, code)
  return may && of.length > 0 && of.every(({ verdict }) => verdict === 'unwatched')
}

/** The weight of what is known, of the weight of what applies to the domain, from 0 to 1. */
export function coverageOf(signals: readonly HealthSignal[], now: number): number {
  let applies = 0
  let known = 0
  for (const code of signalCodes) {
    const of = ofCode(signals, code)
    if (isLeftOut(signals, code)) continue
    applies += healthSignals[code].weight
    if (of.some((signal) => isKnown(signal, now))) known += healthSignals[code].weight
  }
  return known / applies
}

/** Whether every source of a kind that somebody watches has said something, or the kind may be left out. */
export function isSeen(signals: readonly HealthSignal[], code: SignalCode, now: number): boolean {
  const of = ofCode(signals, code)
  if (isLeftOut(signals, code)) return true
  const watched = of.filter(({ verdict }) => verdict !== 'unwatched')
  return watched.length > 0 && watched.every((signal) => isKnown(signal, now))
}

const tellsOfMail = signalCodes.filter((code) => healthSignals[code].tellsOfMail)
const tellsAtRest = tellsOfMail.filter((code) => healthSignals[code].seenAtRest)

const areListsAndRecordsSeen = (signals: readonly HealthSignal[], now: number) =>
  isSeen(signals, 'blocklist', now) && isSeen(signals, 'dns', now)
/** What may be left out tells nothing where it is: one of them has to have said something. */
const isAnySeen = (signals: readonly HealthSignal[], codes: readonly SignalCode[], now: number) =>
  codes.some((code) => !isLeftOut(signals, code) && isSeen(signals, code, now))

/**
 * With both of these left out, what is left would be enough without the host's word, which is most of what is known then.
 * One of the ways to hear it is enough.
 */
const isHostMissed = (signals: readonly HealthSignal[], now: number): boolean =>
  isLeftOut(signals, 'placement') &&
  isLeftOut(signals, 'spamRate') &&
  !ofCode(signals, 'ban').some((signal) => isKnown(signal, now))

/** Too little is known to say how the domain is. A list that is switched off is not missed; one that is away is. */
export const isUnknown = (signals: readonly HealthSignal[], now: number): boolean =>
  coverageOf(signals, now) < stateLines.coverage ||
  !areListsAndRecordsSeen(signals, now) ||
  isHostMissed(signals, now) ||
  !isAnySeen(signals, tellsOfMail, now)

/** Something tells how mail of a domain that sends no cold mail arrives: without, its rest does not end by itself. */
export const isMailSeenAtRest = (signals: readonly HealthSignal[], now: number): boolean =>
  isAnySeen(signals, tellsAtRest, now)

/** Enough is known to say that a domain which sends nothing has recovered. */
export const isSeenAtRest = (signals: readonly HealthSignal[], now: number): boolean =>
  areListsAndRecordsSeen(signals, now) && isMailSeenAtRest(signals, now)

/** What has not been looked at: what would raise the coverage most, first. */
export function missingSignals(signals: readonly HealthSignal[], now: number): SignalCode[] {
  const isLookedAt = (code: SignalCode) =>
    isLeftOut(signals, code) ||
    ofCode(signals, code).some((signal) => signal.verdict !== 'unwatched' && isFresh(signal, now))
  return signalCodes
    .filter((code) => healthSignals[code].weight > 0 && !isLookedAt(code))
    .sort((a, b) => healthSignals[b].weight - healthSignals[a].weight)
}
