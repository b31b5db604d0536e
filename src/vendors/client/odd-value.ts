import * as z from 'zod'

/**
 * A number that a list shows beside what matters more. Digits in quotes are one; whatever else stands there is as if it was
 * not told, so that one odd account does not take the others of its page with it.
 */
export const shownNumber = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,15}(?:\.\d{1,6})?$/)
      .transform(Number),
  ])
  .nullish()
  .catch(undefined)
