import { expect, test } from 'vitest'
import { type BulkJobResults, resultsCsv } from './bulk-results.ts'

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
