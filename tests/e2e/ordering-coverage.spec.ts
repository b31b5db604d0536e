import { expect, test } from '@playwright/test'
import { messageCoverage } from './ordering/message-coverage.ts'

test('every message that ordering can show is provoked by a test', () => {
  const { provoked, gaps, stale } = messageCoverage()
  expect(gaps).toEqual([])
  expect(stale).toEqual([])
  expect(provoked.length).toBeGreaterThan(80)
})
