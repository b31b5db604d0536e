import { limitKey } from '#vendors/client/limit-key.ts'
import type { Rate } from '#vendors/client/vendor-limits.ts'

/**
 * Instantly allows 100 calls a second and 6,000 a minute for a workspace, all keys and sessions together. Burst
 * and rate are chosen so that no second holds more than 100 and no minute more than 6,000, wherever it begins.
 */
const rate: Rate = { perSecond: 92, burst: 8 }

/**
 * Besides the limit of all calls, sign-in pages are opened at most 75 times a minute for a workspace and 150 times
 * from one internet address (https://developer.instantly.ai/guides/oauth-connection-flow), wherever the minute begins.
 */
export const signInLimits = (account: string) => [
  { key: limitKey('instantly', 'sign-ins'), rate: { perSecond: 2, burst: 30 } satisfies Rate },
  { key: limitKey('instantly', `${account}:sign-ins`), rate: { perSecond: 1, burst: 15 } satisfies Rate },
]

/** Test mails have a limit of their own: 10 a minute for a workspace, the one at once counted. */
const testMailRate: Rate = { perSecond: 9 / 60, burst: 1 }
export const testMailLimit = (account: string) => ({
  key: limitKey('instantly', `${account}:test-mails`),
  rate: testMailRate,
})

/** `account` is the workspace's id or, where that is unknown, the credential that reaches it. */
export const instantlyLimit = (account: string) => ({ key: limitKey('instantly', account), rate })
