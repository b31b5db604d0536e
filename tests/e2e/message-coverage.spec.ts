import { expect, test } from '@playwright/test'
import { messageCoverage } from './product/message-coverage.ts'

for (const { part, provoked, gaps, stale } of messageCoverage())
  test(`every message that ${part} can show is provoked by a test`, () => {
    expect(gaps).toEqual([])
    expect(stale).toEqual([])
    expect(provoked.length).toBeGreaterThan(80)
  })
