import { expect, test } from 'vitest'
import { accountMatter, isTakenBack } from './account-matter.ts'
import type { HealthSignal } from './health-signals.ts'
import { newHealth } from './memory.ts'

const since = 1_000
const accused: HealthSignal = {
  ...{ code: 'ban', source: 'alerts', verdict: 'bad', gate: 'rest', points: 60, unit: 'tenant' },
  ...{ evidence: 'Google is about to suspend the account that we keep it in.', observedAt: since },
}
const atRest = { ...newHealth(since), state: 'rest', restCause: 'ban' } as const
const resting = { state: 'rest', cause: 'ban', memory: atRest, signals: [accused] } as const
const ofItself = { ...atRest, rests: [since + 5] }

test('an accusation is the matter while it stands, was the matter afterwards, and is not that of a rest of the domain’s own', () => {
  expect(accountMatter(resting)).toBe('stands')
  expect(accountMatter({ ...resting, cause: null, signals: [] })).toBe('over')
  expect(accountMatter({ ...resting, memory: ofItself })).toBe('none')
  expect(accountMatter({ ...resting, memory: ofItself, cause: null, signals: [] })).toBe('none')
})

test('a rest is taken back by what its account says now, never where the domain itself is to rest', () => {
  const of = { ...resting, isOutdated: false }
  expect(isTakenBack(of)).toBe(false)
  expect(isTakenBack({ ...of, isOutdated: true })).toBe(true)
  expect(isTakenBack({ ...of, signals: [] })).toBe(true)
  expect(isTakenBack({ ...of, signals: [], memory: ofItself })).toBe(false)
  expect(isTakenBack({ ...of, signals: [], memory: null })).toBe(false)
})
