import type { CallOutcome } from '#vendors/ports/call-context.ts'

/** The values of outcomes that must all be good; throws the first failure. */
export function allSucceeded<T>(outcomes: readonly CallOutcome<T>[]): T[] {
  return outcomes.map((outcome) => {
    if (!outcome.ok) throw outcome.error
    return outcome.value
  })
}
