import type { SpareOfDomain } from '#shared/health/health-view.ts'
import { readyAtOf, type WarmupFacts } from '#shared/health/spares.ts'

/** How a delivered domain of the reserve is told of. */
export function spareOfDomain(facts: WarmupFacts, isSpent: boolean): SpareOfDomain {
  const { readyAt } = readyAtOf(facts, Date.now())
  return { readyAt: readyAt === null ? null : new Date(readyAt).toISOString(), isSpent }
}
