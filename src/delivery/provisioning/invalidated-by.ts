import type { Desired, Holding } from './desired.ts'
import type { FactName, Facts } from './facts.ts'
import type { StepId } from './step-ids.ts'
import { stepRules } from './step-rules.ts'

/**
 * What has to be forgotten before a step begins, when it aims at something else than is known. One that only looks
 * again at what has grown old, or was asked for, aims at the same.
 */
export function invalidatedBy(
  step: StepId,
  holding: Holding,
  desired: Desired,
  facts: Facts,
  now: Date,
): FactName[] {
  const { isMissing, invalidates } = stepRules[step]
  const known = invalidates?.filter((name) => facts[name] !== undefined) ?? []
  const at = now.toISOString()
  const young = Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, fact && { ...fact, at }]),
  ) as Facts
  return isMissing(holding, desired, young, { now, recheckBefore: null }) ? known : []
}
