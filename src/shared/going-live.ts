import * as z from 'zod/mini'
import { keysOf } from './records/keys-of.ts'

/** What stands between a new installation and its first delivered domain, in the order of docs/going-live.md. */
export const goingLiveSteps = {
  registrar: 'Names and DNS',
  host: 'A tenant or Google account that sends',
  probes: 'Two probe mailboxes',
  payments: 'Stripe',
  mail: 'Mail',
  tools: 'Each sending tool, tried with one mailbox',
  order: 'The first domain, ordered and delivered',
} as const
export type GoingLiveStepId = keyof typeof goingLiveSteps

export const goingLiveStep = z.object({
  step: z.enum(keysOf(goingLiveSteps)),
  /** `not_proven`: nothing says that it is wrong, and nothing has shown that it works. */
  state: z.enum(['done', 'missing', 'not_proven']),
  /** What is known, or what to do: whole sentences. */
  about: z.string(),
})
export type GoingLiveStep = z.output<typeof goingLiveStep>

export const goingLiveStates: Record<GoingLiveStep['state'], string> = {
  done: 'Done',
  missing: 'Missing',
  not_proven: 'Not proven',
}
