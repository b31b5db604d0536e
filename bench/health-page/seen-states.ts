import type { HealthSignal, SignalCode } from '#features/health/rules/health-signals.ts'
import type { HealthState } from '#features/health/rules/health-states.ts'
import { type HealthMemory, newHealth } from '#features/health/rules/memory.ts'

/** What some domains of a thousand are found to be, and what is kept of each. */
export interface SeenState {
  /** Those of a thousand, from the first number to before the second. */
  from: number
  to: number
  state: HealthState
  cause: SignalCode | null
  score: number
  coverage: number
  signals: HealthSignal[]
  memory: HealthMemory
}

type Against = Omit<HealthSignal, 'observedAt'>

const bad = { verdict: 'bad', points: 25 } as const
const warn = { verdict: 'warn', points: 15 } as const
const listed = { ...bad, code: 'blocklist', source: 'dbl', evidence: 'Listed by Spamhaus DBL.' } as const
const bounced = (share: string) =>
  ({ code: 'bounces', source: 'instantly', unit: 'list', evidence: `${share} came back in 7 days.` }) as const

/** How many of a thousand are so: an agency's domains on an ordinary day, most of them well. */
const mix: { count: number; state: HealthState; score: number; against?: Against }[] = [
  { count: 5, state: 'replace', score: 20, against: { ...listed, gate: 'replace' } },
  { count: 12, state: 'rest', score: 45, against: { ...listed, gate: 'rest' } },
  {
    ...{ count: 8, state: 'rest', score: 55 },
    against: { ...bad, ...bounced('31 of 340 (9.1 %)'), gate: 'rest' },
  },
  { count: 30, state: 'watch', score: 78, against: { ...warn, ...bounced('14 of 360 (3.9 %)') } },
  {
    ...{ count: 20, state: 'watch', score: 80 },
    against: {
      ...{ ...warn, code: 'placement', source: 'probes', unit: 'domain' },
      evidence: '5 of 14 (35.7 %) probes of 7 days lie in junk at Microsoft.',
    },
  },
  {
    ...{ count: 10, state: 'watch', score: 80 },
    against: {
      ...{ ...warn, code: 'replies', source: 'instantly', unit: 'domain' },
      evidence: '1 of 610 (0.2 %) were answered in 14 days; comparable domains 9 of 1,240 (0.7 %).',
    },
  },
  { count: 30, state: 'unknown', score: 100 },
  { count: 100, state: 'warming', score: 100 },
  { count: 785, state: 'healthy', score: 100 },
]

const well: [code: SignalCode, source: string, evidence: string][] = [
  ['blocklist', 'dbl', 'Not listed by Spamhaus DBL.'],
  ['blocklist', 'surbl', 'Not listed by SURBL.'],
  ['ban', 'microsoft', 'Its mailboxes may send.'],
  ['dns', 'dns', 'All records are as they should be.'],
  ['placement', 'probes', '14 of 14 (100 %) probes of 7 days lie in the inbox.'],
  ['bounces', 'instantly', '3 of 360 (0.8 %) came back in 7 days.'],
  ['spamRate', 'postmaster', '0.02 % were marked as spam at Gmail.'],
  ['replies', 'instantly', '8 of 610 (1.3 %) were answered in 14 days; comparable domains 0.7 %.'],
  ['warmup', 'instantly', '196 of 200 (98 %) warm-up mails arrived in the inbox in 7 days.'],
  ['dmarc', 'reports', '402 of 404 (99.5 %) passed DMARC in the reports of 3 receivers.'],
  ['mailboxes', 'instantly', '0 of 15 (0 %) mailboxes are cut off for what they sent.'],
]

/** Everything that is seen of each, worst first. */
export function seenStates(now: number): SeenState[] {
  let from = 0
  return mix.map(({ count, state, score, against }) => {
    const begin = from
    from += count
    return {
      ...{ from: begin, to: from, state, score, cause: against?.code ?? null },
      coverage: state === 'unknown' ? 45 : 92,
      memory: { ...newHealth(now), state },
      signals: well
        .filter(([, source]) => state !== 'unknown' || source !== 'instantly')
        .map(([code, source, evidence]) =>
          code === against?.code && source === against.source
            ? { ...against, observedAt: now }
            : { code, source, evidence, verdict: 'ok', points: 0, observedAt: now },
        ),
    }
  })
}
