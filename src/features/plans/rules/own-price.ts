import * as z from 'zod/mini'
import { day, dayOfMoment } from '#base/text/day.ts'

/** How far ahead a price is promised. */
const mostDaysAhead = 730
const dayMs = 86_400_000

const ownPriceMessages = {
  begun: 'Enter a day that is to come; without one the price counts at once.',
  far: 'Enter a day within the next two years.',
} as const

/** The day of UTC with which an own price begins. */
export const ownPriceFrom = day.check(
  z.refine((from) => from > dayOfMoment(new Date()), { error: ownPriceMessages.begun, abort: true }),
  z.refine((from) => Date.parse(from) < Date.now() + mostDaysAhead * dayMs, ownPriceMessages.far),
)
