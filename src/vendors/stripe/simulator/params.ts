import * as z from 'zod'
import type { FormValue } from './form-body.ts'
import { invalid, type StripeProblem } from './problem.ts'

/** Form values are text; these read them as Stripe does. */
export const text = z.string().min(1).max(5_000)
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)
export const decimal = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,12})?$/)
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const currency = z.string().regex(/^[a-z]{3}$/)
/** Accepted as the real service does, and not acted on. */
export const ignored = z.any()

/** Up to 50 keys of 40 characters with values of 500; an empty value removes its key. */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((value) => Object.keys(value).length <= 50, 'more than 50 keys')

export const expandable = { expand: z.array(z.string()).max(20).optional() }
export const paging = {
  limit: integer.pipe(z.number().min(1).max(100)).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  ...expandable,
}
const bounds = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
})
/** `created=…` or `created[gte]=…`. */
export const timeRange = z.union([
  integer.transform((at): z.output<typeof bounds> => ({ gte: at, lte: at })),
  bounds,
])

/** Checks parameters and refuses unknown, missing and malformed ones in Stripe's words. */
export function readParams<S extends z.ZodType>(schema: S, given: Record<string, FormValue>): z.output<S> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw problemOf(parsed.error.issues[0]!, given)
}

function problemOf(issue: z.core.$ZodIssue, given: Record<string, FormValue>): StripeProblem {
  const param = inBrackets(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = inBrackets([...issue.path, issue.keys[0]!])
    return invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
  }
  const value = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown>)?.[key],
    given,
  )
  if (value === undefined) return invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  if (value === '')
    return invalid(`You passed an empty string for '${param}'.`, param, 'parameter_invalid_empty')
  if (issue.code === 'invalid_format' && /^-?\d*$/.test(String(value)) === false)
    return invalid(`Invalid integer: ${String(value)}`, param, 'parameter_invalid_integer')
  return invalid(`Invalid ${param}: ${issue.message}`, param)
}

const inBrackets = (path: readonly PropertyKey[]) =>
  path.map((key, index) => (index === 0 ? String(key) : `[${String(key)}]`)).join('')
