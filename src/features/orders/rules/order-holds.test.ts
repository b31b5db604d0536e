import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endsByPaying, holdWords, isDeliberate, renewedUntil, takesPaymentBack } from './order-holds.ts'
import { groupHolds } from './order-status.ts'

const among = (rule: (hold: (typeof groupHolds)[number] | null | undefined) => boolean) =>
  groupHolds.filter(rule)

describe('of the holds', () => {
  test('the last one is shown: the operator before the bank, the bank before a refund, a refund before a pause, all before a renewal', () => {
    expect(groupHolds).toEqual(['past_due', 'paused', 'refund', 'dispute', 'operator'])
  })
  test('all were decided but a refused renewal, which is still to be paid', () => {
    expect(among(isDeliberate)).toEqual(['paused', 'refund', 'dispute', 'operator'])
  })
  test('only one for a refund ends by paying again', () => {
    expect(among(endsByPaying)).toEqual(['refund'])
  })
  test('a refund and a dispute take the payment back', () => {
    expect(among(takesPaymentBack)).toEqual(['refund', 'dispute'])
  })
  test('none means nothing', () => {
    for (const rule of [isDeliberate, endsByPaying, takesPaymentBack]) {
      expect(rule(null)).toBe(false)
      expect(rule(undefined)).toBe(false)
    }
  })
})

test('every hold says that nothing is billed, and where something is still owed it says so', () => {
  for (const hold of groupHolds) {
    expect(holdWords[hold].billing).toMatch(/^It is not billed while it is on hold\./)
    expect(/owed/.test(holdWords[hold].billing)).toBe(!isDeliberate(hold))
  }
})

test('what a customer reads of each hold', () => {
  expect(holdWords).toEqual({
    past_due: {
      why: 'The last renewal could not be charged.',
      billing: 'It is not billed while it is on hold. What was refused before that is still owed.',
      next: 'Pay it, or update your card in the Payment Portal: this order then continues by itself.',
    },
    paused: {
      why: 'Billing for this order is paused.',
      billing: 'It is not billed while it is on hold.',
      next: 'We’re on it, and you don’t have to do anything: the order resumes automatically when billing does.',
    },
    dispute: {
      why: 'A payment for this order is disputed at the bank.',
      billing: 'It is not billed while it is on hold.',
      next: 'It resumes by itself when the dispute is settled in favour of the payment. If it was a mistake, withdraw it at your bank.',
    },
    refund: {
      why: 'This order is no longer paid for.',
      billing: 'It is not billed while it is on hold.',
      next: 'Pay for it again, in its Order Details on the dashboard, and it resumes by itself. Or cancel it.',
      nextInDetails: 'Pay for it again and it resumes by itself, or cancel it below.',
    },
    operator: {
      why: 'Our team has put this order on hold.',
      billing: 'It is not billed while it is on hold.',
      next: 'Please contact support.',
    },
  })
})

test('names are renewed for exactly seven days after the last day that is paid', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, max: new Date('2100-01-01') }), (since) => {
      expect(renewedUntil(since).getTime() - since.getTime()).toBe(7 * 24 * 60 * 60 * 1000)
    }),
  )
})
