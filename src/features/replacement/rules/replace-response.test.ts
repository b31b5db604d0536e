import { describe, expect, test } from 'vitest'
import { type ReplaceDomainsResponse, replaceDomainsOutcome } from './replace-response.ts'

describe('the answer', () => {
  const answer = (change: Partial<ReplaceDomainsResponse>): ReplaceDomainsResponse => ({
    success: true,
    message: '',
    requiresPayment: false,
    successCount: 0,
    errorCount: 0,
    errors: [],
    results: [],
    ...change,
  })
  const results = [{ originalDomain: 'old.com', newDomain: 'fresh.com' }]

  test('leads to payment, to what was replaced, or to a sentence', () => {
    expect(replaceDomainsOutcome(answer({ requiresPayment: true, checkoutUrl: 'https://pay' }))).toEqual({
      kind: 'pay',
      url: 'https://pay',
    })
    expect(replaceDomainsOutcome(answer({ results, successCount: 1 }))).toEqual({
      kind: 'replaced',
      results,
      warning: undefined,
    })
    expect(replaceDomainsOutcome(answer({ results, successCount: 1, errorCount: 2 }))).toMatchObject({
      warning: '2 domain(s) failed to process. Please check the details.',
    })
    expect(replaceDomainsOutcome(answer({ errorCount: 1 }))).toEqual({
      kind: 'failed',
      message: '1 domain(s) failed to process. Please check the details.',
    })
    expect(replaceDomainsOutcome(answer({ success: false }))).toEqual({
      kind: 'failed',
      message: 'Domain replacement failed. Please try again later.',
    })
    expect(replaceDomainsOutcome(answer({ success: false, message: 'Not now.' }))).toEqual({
      kind: 'failed',
      message: 'Not now.',
    })
    expect(replaceDomainsOutcome(answer({ requiresPayment: true }))).toMatchObject({ kind: 'failed' })
  })
})
