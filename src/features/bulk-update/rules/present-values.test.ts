import { expect, test } from 'vitest'
import type { AccountResult, BulkJobResults } from './bulk-results.ts'
import { valuesAfter } from './present-values.ts'

const job = {
  jobId: 'j',
  operation: 'update-accounts',
  status: 'done' as const,
  total: 1,
  finished: 1,
  failed: 0,
  confirmed: 1,
  failures: [],
}
const after = (wanted: BulkJobResults['wanted'], account: Partial<AccountResult>) =>
  valuesAfter({
    job,
    tool: 'instantly',
    wanted,
    accounts: [{ account: 'a@b.test', confirmed: true, wanted: 0, ...account }],
  }).get('a@b.test')

const before = { dailyLimit: 77, tags: ['old'] }

test('an account that was updated has what was set, as far as the tool shows it', () => {
  expect(after([{ dailyLimit: 33, sendingGapMinutes: 5 }], { outcome: 'updated', before })).toEqual({
    dailyLimit: 33,
  })
})

test('one that was unchanged has what was wanted, whatever the page had read before', () => {
  expect(after([{ dailyLimit: 77 }], { outcome: 'unchanged', before })).toEqual({ dailyLimit: 77 })
})

test('tags stand beside those that were there', () => {
  expect(after([{ tags: ['new'] }], { outcome: 'updated', before })).toEqual({ tags: ['old', 'new'] })
})

test('of one that failed or was left out nothing new is known', () => {
  for (const outcome of ['failed', 'skipped', undefined] as const)
    expect(after([{ dailyLimit: 33 }], { outcome, before })).toBeUndefined()
})

test('of one that an undo left as it was changed since, that value is known', () => {
  expect(
    after([{}], { outcome: 'skipped', before: { dailyLimit: 40 }, notRestored: ['dailyLimit'] }),
  ).toEqual({ dailyLimit: 40 })
})

test('an account that had none of a value which others show has what was set', () => {
  const account = { confirmed: true, wanted: 0, outcome: 'updated' as const }
  const results: BulkJobResults = {
    job,
    tool: 'instantly',
    wanted: [{ dailyLimit: 33, sendingGapMinutes: 5 }],
    accounts: [
      { ...account, account: 'a@b.test', before },
      { ...account, account: 'c@b.test', before: {} },
    ],
  }
  expect(valuesAfter(results).get('c@b.test')).toEqual({ dailyLimit: 33 })
})
