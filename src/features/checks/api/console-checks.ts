import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { finding } from '../rules/checks.ts'
import { goingLiveStates, goingLiveSteps } from '../rules/going-live.ts'

const access = 'staff:customers.read'

const lastLook = z.object({
  lookedAt: z.string(),
  /** A person of the staff, or the command line. */
  lookedBy: z.string(),
  findings: z.array(finding),
})
export type LastLook = z.output<typeof lastLook>

const goingLiveStep = z.object({
  step: z.enum(keysOf(goingLiveSteps)),
  state: z.enum(keysOf(goingLiveStates)),
  about: z.string(),
})

const checks = z.object({
  look: z.nullable(lastLook),
  /** How far a new installation is; null from the first delivered domain on. */
  goingLive: z.nullable(z.array(goingLiveStep)),
})
export type Checks = z.output<typeof checks>

export const readChecks = endpoint({
  method: 'GET',
  path: '/api/operator/checks',
  summary: 'What the last look at third parties, accounts and debts found',
  access,
  response: checks,
})

export const runChecks = endpoint({
  method: 'POST',
  path: '/api/operator/checks',
  summary:
    'Look at every third party and every account now; the last look answers where it is a minute old at most',
  access: 'staff:work.do',
  limit: 'staff',
  response: z.extend(checks, { look: lastLook }),
})
