import { dayText } from '#ui/time-texts.ts'
import type { SpareOfDomain } from '../../rules/health-view.ts'

/** "Spare, ready on 12 Dec 2026": how far a domain of the reserve is. */
export function spareText({ isSpent, readyAt, receivesUntil }: SpareOfDomain, now: number): string {
  if (isSpent)
    return receivesUntil
      ? `In the reserve; receives until ${dayText(receivesUntil)}`
      : 'In the reserve, to be replaced'
  if (readyAt === null) return 'Spare, warming up'
  return Date.parse(readyAt) <= now
    ? `Spare, warm since ${dayText(readyAt)}`
    : `Spare, ready on ${dayText(readyAt)}`
}
