import { readyAtOf, receivesUntilOf, type WarmupFacts } from '#features/reserve/rules/spares.ts'
import type { SpareOfDomain } from '../../rules/health-view.ts'

const iso = (time: number | null | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time).toISOString()

/** How a delivered domain of the reserve is told of. */
export function spareOfDomain(facts: WarmupFacts, spentAt: Date | null): SpareOfDomain {
  const now = Date.now()
  return {
    readyAt: iso(readyAtOf(facts, now).readyAt),
    isSpent: spentAt !== null,
    receivesUntil: iso(spentAt && receivesUntilOf(spentAt.getTime(), now)),
  }
}
