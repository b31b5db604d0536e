import { describe, expect, test } from 'vitest'
import {
  type AccountResult,
  type BulkJobResults,
  joinResults,
  outcomeText,
  resultsCsv,
  storyText,
} from './bulk-results.ts'

const job = {
  jobId: 'j',
  operation: 'update-outbound',
  status: 'done' as const,
  total: 2,
  finished: 2,
  failed: 1,
  confirmed: 1,
  failures: [],
}

test('a spreadsheet holds every account with what it had and what it was set to', () => {
  const results: BulkJobResults = {
    job,
    tool: 'smartlead',
    wanted: [{ dailyLimit: 10 }],
    accounts: [
      {
        account: '7',
        email: 'a@b.test',
        outcome: 'updated',
        confirmed: true,
        wanted: 0,
        before: { dailyLimit: 30 },
      },
      { account: '8', outcome: 'failed', reason: '=cmd|"x"', confirmed: false, wanted: 0 },
    ],
  }
  expect(resultsCsv(results)).toBe(
    '"Account","Outcome","Reason","Max emails per day before","Max emails per day set to"\r\n' +
      '"a@b.test","Updated","","30","10"\r\n' +
      '"8","Failed","\'=cmd|""x""","not shown","10"\r\n',
  )
})

test('two parts of an update are one, in which each account keeps what was wanted of it', () => {
  const part = (account: string, dailyLimit: number): BulkJobResults => ({
    job,
    tool: 'instantly',
    wanted: [{ dailyLimit }],
    accounts: [{ account, outcome: 'updated', confirmed: true, wanted: 0, before: { dailyLimit: 5 } }],
  })
  const joined = joinResults(joinResults(part('a', 10), part('b', 20)), part('c', 30))
  expect(joined.accounts.map((result) => storyText(joined, result))).toEqual([
    'Daily limit: 5 → 10',
    'Daily limit: 5 → 20',
    'Daily limit: 5 → 30',
  ])
})

describe('what an undo had to leave', () => {
  const account = {
    account: 'a@b.test',
    outcome: 'skipped' as const,
    confirmed: false,
    wanted: 0,
    before: { dailyLimit: 40 },
    notRestored: ['dailyLimit' as const],
  }
  const resultsOf = (result: AccountResult, wanted = {}): BulkJobResults => ({
    job,
    tool: 'instantly',
    wanted: [wanted],
    accounts: [result],
  })

  test('is told with the value that it has since, in the list and in the file', () => {
    const text = 'Not restored: Daily limit was changed to 40 since.'
    expect(storyText(resultsOf(account), account)).toBe(text)
    expect(resultsCsv(resultsOf(account))).toContain(`"Skipped","${text}"`)
  })

  test('is told beside what it has put back', () => {
    const part = { ...account, outcome: 'updated' as const, before: { dailyLimit: 40, warmupLimit: 6 } }
    expect(outcomeText(part)).toBe('Updated in part')
    expect(storyText(resultsOf(part, { warmupLimit: 5 }), part)).toBe(
      'Warmup limit: 6 → 5. Not restored: Daily limit was changed to 40 since.',
    )
  })

  test('is told where the value cannot be read any more', () => {
    const unread = { ...account, before: {} }
    expect(storyText(resultsOf(unread), unread)).toBe('Not restored: Daily limit cannot be read now.')
  })
})

test('an account that had the values already says which', () => {
  const account = {
    account: 'a@b.test',
    outcome: 'unchanged' as const,
    confirmed: false,
    wanted: 0,
    before: { dailyLimit: 10 },
  }
  const results: BulkJobResults = {
    job,
    tool: 'instantly',
    wanted: [{ dailyLimit: 10 }],
    accounts: [account],
  }
  expect(storyText(results, account)).toBe('Had it already: Daily limit 10')
})
