import * as z from 'zod/mini'
import { boundedText } from './outcome.ts'

const dayMissing = 'Please enter a day like 2027-03-31.'

/** A day of UTC as it is typed and stored: `2027-03-31`. */
export const day = z.pipe(
  boundedText(10, dayMissing),
  z.string().check(
    z.regex(/^20\d\d-\d\d-\d\d$/, { error: dayMissing, abort: true }),
    z.refine((text) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true, dayMissing),
  ),
)

/** The day of UTC that a moment is on. */
export const dayOfMoment = (at: Date): string => at.toISOString().slice(0, 10)
