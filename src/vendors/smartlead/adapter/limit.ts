import { limitKey } from '#vendors/client/limit-key.ts'
import type { Rate } from '#vendors/client/vendor-limits.ts'

/**
 * The guide's Standard plan: 10 calls in a second, 60 a minute, 1,000 an hour, "to your API key across all endpoints
 * combined" (https://api.smartlead.ai/guides/rate-limits); older documentation: 10 in two seconds. Bursts and rates of
 * both limits together keep every second, two seconds and minute inside, wherever they begin. The hour depends on the
 * plan, so it is left to the 429 that tells how long to wait.
 */
const documented: Rate = { perSecond: 48 / 60, burst: 6 }
/**
 * Counts have a limit of their own, as others report: ten a minute. They take a tenth of the account's 60: two at once,
 * which is what a list of one page takes.
 */
const counts: Rate = { perSecond: 4 / 60, burst: 2 }
/** The web app's own calls have no published limit; others pace themselves at about three a second. */
const webApp: Rate = { perSecond: 2, burst: 4 }

export const smartleadLimit = (apiKey: string) => ({ key: limitKey('smartlead', apiKey), rate: documented })
export const smartleadCountsLimit = (apiKey: string) => ({
  key: limitKey('smartlead', `counts of ${apiKey}`),
  rate: counts,
  // Nobody else asks for them: divided, it would let one through a minute.
  among: ['looks'] as const,
})
export const smartleadWebAppLimit = (jwt: string) => ({ key: limitKey('smartlead', jwt), rate: webApp })
