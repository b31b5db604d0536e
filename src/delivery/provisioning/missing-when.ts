import type { Desired, Holding } from './desired.ts'
import type { FactName, Facts, Freshness } from './facts.ts'

/** Whether something is missing between what is wanted and what is known. */
export type IsMissing = (holding: Holding, desired: Desired, facts: Facts, now: Freshness) => boolean

export const isRunning = (holding: Holding): boolean => holding.want === 'run'
export const isRetiring = (holding: Holding): boolean => holding.want === 'retire'
/** Kept, but nothing may be sent from it: nobody pays, or the customer is suspended. */
export const isPaused = (holding: Holding): boolean => isRunning(holding) && !holding.isServed

/** Only for a name that is to run. */
export const inRun =
  (test: IsMissing): IsMissing =>
  (holding, desired, facts, now) =>
    isRunning(holding) && test(holding, desired, facts, now)

/** Only for what is served: nothing new is bought or made for the rest. */
export const inService = (test: IsMissing): IsMissing =>
  inRun((holding, desired, facts, now) => holding.isServed && test(holding, desired, facts, now))

/** The same; but what stands there already is kept as it is to be. */
export const keeping = (stands: (facts: Facts) => boolean, test: IsMissing): IsMissing =>
  inRun(
    (holding, desired, facts, now) =>
      (holding.isServed || stands(facts)) && test(holding, desired, facts, now),
  )

/** That a fact is known, however old. */
export const has = (fact: FactName) => (facts: Facts) => facts[fact] !== undefined

/** Only for a name that is to go. */
export const inRetire =
  (test: IsMissing): IsMissing =>
  (holding, desired, facts, now) =>
    isRetiring(holding) && test(holding, desired, facts, now)

/** Only for a name that is to stop sending: it is to go, or stands still. */
export const inStop =
  (test: IsMissing): IsMissing =>
  (holding, desired, facts, now) =>
    (isRetiring(holding) || isPaused(holding)) && test(holding, desired, facts, now)
