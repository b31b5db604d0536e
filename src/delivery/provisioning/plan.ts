import type { Desired } from './desired.ts'
import type { Facts, Freshness } from './facts.ts'
import { type StepId, stepsFor } from './step-ids.ts'
import { stepRules } from './step-rules.ts'

/** The steps that are missing between what is wanted and what is known, in order. Empty when all is as wanted. */
export function plan(desired: Desired, facts: Facts, freshness: Freshness): StepId[] {
  const { holding } = desired
  if (!holding) return []
  return stepsFor(holding).filter((id) => stepRules[id].isMissing(holding, desired, facts, freshness))
}

/** The first missing step that can be tried now: it is not stuck itself and needs nothing that is missing. */
export const nextStep = (missing: readonly StepId[], stuck: ReadonlySet<StepId>): StepId | undefined =>
  missing.find((id) => !stuck.has(id) && !stepRules[id].needs.some((need) => missing.includes(need)))
