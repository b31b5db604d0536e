import { expect, test } from 'vitest'
import type { HealthSignal } from './health-signals.ts'
import { accountIsTheMatter, restsAlready, suggestion } from './health-words.ts'

const accused: HealthSignal = {
  ...{ code: 'ban', source: 'alerts', verdict: 'bad', gate: 'rest', points: 60, unit: 'tenant' },
  ...{ evidence: 'Google is about to suspend the whole account.', observedAt: 0 },
}

test('who has a domain in an accused account is told that another takes its place elsewhere, and of any other nothing of it', () => {
  const done = { isConfirmed: true, isMailSeen: true, tool: 'instantly' } as const
  const judged = { state: 'rest', cause: 'ban', signals: [accused] } as const
  expect(suggestion({ ...judged, account: 'stands' }, true)).toContain(accountIsTheMatter)
  expect(restsAlready('rest', { ...done, account: 'stands' })).toContain(accountIsTheMatter)
  expect(suggestion({ ...judged, account: 'none' }, true)).not.toContain(accountIsTheMatter)
  expect(restsAlready('rest', { ...done, account: 'none' })).not.toContain(accountIsTheMatter)
})
