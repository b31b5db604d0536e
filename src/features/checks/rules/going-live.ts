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

/** `not_proven`: nothing says that it is wrong, and nothing has shown that it works. */
export const goingLiveStates = {
  done: 'Done',
  missing: 'Missing',
  not_proven: 'Not proven',
} as const

export interface GoingLiveStep {
  step: GoingLiveStepId
  state: keyof typeof goingLiveStates
  /** What is known, or what to do: whole sentences. */
  about: string
}
