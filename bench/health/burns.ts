import type { Random } from './random.ts'

const hour = 3_600_000
const day = 24 * hour

interface Burn {
  /** Of all burnt domains. */
  share: number
  /** How soon after it began the domain has to be noticed, in ms. */
  noticedWithin: number
}

/** What domains burn of, how often by the field's reports, and the time in which what tells of it can be known. */
export const burns = {
  // Looked at hourly, believed at the second answer; a list may be away for some hours.
  listed: { share: 0.25, noticedWithin: 6 * hour },
  // Five probes at one provider; two a day.
  junk: { share: 0.33, noticedWithin: 7 * day },
  // Whole days of the tools' counts, in a week's sum that begins with days that were well.
  bounces: { share: 0.12, noticedWithin: 4 * day },
  banned: { share: 0.06, noticedWithin: 3 * hour },
  tenant: { share: 0.04, noticedWithin: 3 * hour },
  // Google tells a day two days late, and not of every day.
  marked: { share: 0.08, noticedWithin: 6 * day },
  'cut off': { share: 0.07, noticedWithin: 12 * hour },
  // Read daily.
  registry: { share: 0.05, noticedWithin: 27 * hour },
} as const satisfies Record<string, Burn>
export type BurnCause = keyof typeof burns
const burnCauses = Object.keys(burns) as BurnCause[]

/** A month of the field's reports: 15 % of the domains that send burn. */
export const burnPerMonth = 0.15

export function pickCause(random: Random, hasGmailData: boolean): BurnCause {
  let left = random.next()
  for (const cause of burnCauses) {
    left -= burns[cause].share
    if (left < 0) return cause === 'marked' && !hasGmailData ? 'junk' : cause
  }
  return 'junk'
}
