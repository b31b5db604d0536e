import { type HealthSignal, signalCodes, type verdicts } from './health-signals.ts'
import { type HealthState, healthStateNames } from './health-states.ts'

/** A verdict in one letter, by which it is kept for ever. */
const letters: Record<(typeof verdicts)[number], string> = {
  bad: 'b',
  warn: 'w',
  ok: 'o',
  unknown: 'u',
  unwatched: 'n',
}
/** Where several sources speak of one thing, the first of these that one of them says. */
const worstFirst = ['bad', 'warn', 'unknown', 'ok', 'unwatched'] as const

/** How a day is kept: numbers for the states (their places, which never change) and a letter for each signal. */
export const packedDay = {
  stateNumber: (state: HealthState): number => healthStateNames.indexOf(state),
  stateOf: (number: number): HealthState => healthStateNames[number] ?? 'unknown',
  /** From this number on a state asks for something to be done. */
  demandsFrom: healthStateNames.indexOf('watch'),
  /** One letter for each kind of signal; a dash where no source spoke of it. */
  verdicts: (signals: readonly HealthSignal[]): string =>
    signalCodes
      .map((code) => {
        const said = new Set(signals.filter((each) => each.code === code).map(({ verdict }) => verdict))
        const worst = worstFirst.find((verdict) => said.has(verdict))
        return worst === undefined ? '-' : letters[worst]
      })
      .join(''),
}
