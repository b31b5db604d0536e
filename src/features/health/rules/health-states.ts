import { keysOf } from '#base/records/keys-of.ts'

/** The states of a domain, worst last. Each has a letter beside its colour, for who cannot tell the colours apart. */
export const healthStates = {
  unknown: { label: 'Unknown', letter: '?', about: 'Too little is seen of it to say how it is.' },
  warming: { label: 'Warming', letter: 'W', about: 'It is new and warms up.' },
  healthy: { label: 'Healthy', letter: 'H', about: 'Everything seen of it is in order.' },
  watch: { label: 'Watch', letter: '!', about: 'Something is off; it may send less.' },
  rest: { label: 'Rest', letter: 'R', about: 'It should send no cold mail until it has recovered.' },
  replace: {
    label: 'Replace',
    letter: 'X',
    about: 'It will not recover; another domain should take its place.',
  },
} as const satisfies Record<string, { label: string; letter: string; about: string }>
export type HealthState = keyof typeof healthStates
export const healthStateNames = keysOf(healthStates)

const statesByLetter = new Map<string, HealthState>(
  healthStateNames.map((state) => [healthStates[state].letter, state]),
)
/** The state that a letter stands for; undefined where nothing was seen. */
export const stateOfLetter = (letter: string): HealthState | undefined => statesByLetter.get(letter)

const hour = 3_600_000
const day = 24 * hour

/** The lines between the states. Times are ms. */
export const stateLines = {
  /** Less of the picture than this is known: nothing can be said. */
  coverage: 0.6,
  healthyFrom: 85,
  /** From watch back to healthy. */
  recoveredFrom: 90,
  recoveredFor: 3 * day,
  /** Below, a domain that returns from a rest sends half. */
  halfBelow: 75,
  restBelow: 60,
  /** Between the two evaluations that send a domain to rest by its score. */
  restConfirmedAfter: 12 * hour,
  restAtLeast: 14 * day,
  restGatesClearFor: 7 * day,
  restAtMost: 30 * day,
  restsMax: 3,
  restsWithin: 90 * day,
  warmingDays: 14,
  warmingDaysMost: 21,
  warmingMails: 100,
  /** How long each step of a return lasts. */
  returnStep: 5 * day,
} as const

/** Shares of its cold volume that a domain sends after a rest, one step after the other. */
export const returnShares = [0.25, 0.5, 1] as const
