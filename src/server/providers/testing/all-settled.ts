import type { Settled } from '../ports/call-context.ts'

/** The values of outcomes that must all be good; throws the first failure. */
export function allSettled<T>(outcomes: readonly Settled<T>[]): T[] {
  return outcomes.map((outcome) => {
    if (!outcome.ok) throw outcome.error
    return outcome.value
  })
}
