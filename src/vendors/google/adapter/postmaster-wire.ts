import * as z from 'zod'
import type { DayRate } from '#vendors/ports/postmaster.ts'

/** https://developers.google.com/workspace/gmail/postmaster/reference/rest/v2/domains/list: no field is required. */
export const domainsPage = z
  .looseObject({ domains: z.array(z.unknown()).optional(), nextPageToken: z.string().max(8_000).optional() })
  .refine(
    (page) =>
      page.domains !== undefined || page.nextPageToken !== undefined || Object.keys(page).length === 0,
    'no domains',
  )

const readable = z.object({
  name: z.string().regex(/^domains\/[^/\s]{1,253}$/),
  permission: z.enum(['OWNER', 'READER']),
  verificationState: z.literal('VERIFIED'),
})

/** The domain's name, where its figures may be read; of everything else nobody knows that they may. */
export const readableDomain = (value: unknown): string | undefined =>
  readable.safeParse(value).data?.name.slice('domains/'.length).toLowerCase()

/** .../rest/v2/domainStats/batchQuery: as many results as there were requests, in their order. */
export const batchAnswer = z.looseObject({ results: z.array(z.unknown()) })

/** Our name for the figure that is asked for, by which it is found in the answer. */
export const spamRateMetric = 'spam_rate'

const result = z.object({
  error: z.undefined().optional(),
  response: z.looseObject({
    domainStats: z.array(z.unknown()).optional(),
    nextPageToken: z.undefined().or(z.literal('')).optional(),
  }),
})

const rate = z.number().min(0).max(1)
const stat = z.object({
  metric: z.literal(spamRateMetric),
  date: z.object({
    year: z.int().min(2000).max(2200),
    month: z.int().min(1).max(12),
    day: z.int().min(1).max(31),
  }),
  /** Which of the two it is, the reference does not say. */
  value: z.union([z.object({ doubleValue: rate }), z.object({ floatValue: rate })]),
})

/**
 * A domain's rates by day, from one result of a batch. Undefined where any part of it cannot be read: what is left out
 * might be the day that counts.
 */
export function ratesIn(value: unknown): DayRate[] | undefined {
  const read = result.safeParse(value)
  if (!read.success) return undefined
  const { domainStats } = read.data.response
  if (domainStats === undefined && Object.keys(read.data.response).length > 0) return undefined
  const rates: DayRate[] = []
  for (const each of domainStats ?? []) {
    const one = stat.safeParse(each)
    if (!one.success) return undefined
    const { date, value } = one.data
    const day = [date.year, date.month, date.day].map((part) => String(part).padStart(2, '0')).join('-')
    rates.push({ day, rate: 'doubleValue' in value ? value.doubleValue : value.floatValue })
  }
  return rates
}
