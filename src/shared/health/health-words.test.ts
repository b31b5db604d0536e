import { expect, test } from 'vitest'
import type { HealthSignal } from './health-signals.ts'
import { accountIsTheMatter, restsAlready, suggestion } from './health-words.ts'

const accused: HealthSignal = {
  ...{ code: 'ban', source: 'alerts', verdict: 'bad', gate: 'rest', points: 60, unit: 'tenant' },
  ...{ evidence: 'Google is about to suspend the whole account.', observedAt: 0 },
}
const itself: HealthSignal = { ...accused, source: 'google', unit: 'domain' }

test('who has a domain in an accused account is told that another takes its place elsewhere, and of any other nothing of it', () => {
  const done = { isConfirmed: true, isMailSeen: true, tool: 'instantly' } as const
  expect(suggestion('rest', 'ban', [accused], true)).toContain(accountIsTheMatter)
  expect(restsAlready('rest', { ...done, isOfAccount: true })).toContain(accountIsTheMatter)
  expect(suggestion('rest', 'ban', [itself], true)).not.toContain(accountIsTheMatter)
  expect(restsAlready('rest', { ...done, isOfAccount: false })).not.toContain(accountIsTheMatter)
})
