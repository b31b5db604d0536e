import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backText, isServed } from './payment-served.ts'

const paid = { totalCents: 81_00, backCents: 0, notNeeded: null }

test('a payment of which nothing goes back is served, and nothing is said', () => {
  expect(isServed(paid)).toBe(true)
  expect(backText(paid)).toBeNull()
})

test('a free order is served although none of its nothing is left', () => {
  expect(isServed({ ...paid, totalCents: 0 })).toBe(true)
})

test('a payment that was not needed is said to go back, and why', () => {
  const surplus = { ...paid, backCents: 81_00, notNeeded: { cause: 'paid', whole: true } } as const
  expect(isServed(surplus)).toBe(false)
  expect(backText(surplus)).toBe(
    'The $81.00 that you paid go back to your card, because it had been paid for already. Nothing is set up for this payment, and it is not billed again.',
  )
})

test('what was free and not needed was not charged', () => {
  const free = { totalCents: 0, backCents: 0, notNeeded: { cause: 'over', whole: true } } as const
  expect(isServed(free)).toBe(false)
  expect(backText(free)).toMatch(/^Nothing was charged, because what it was for had been cancelled/)
})

test('where a part goes back the rest is served', () => {
  const part = { ...paid, backCents: 15_50, notNeeded: { cause: 'over', whole: false } } as const
  expect(isServed(part)).toBe(true)
  expect(backText(part)).toMatch(
    /^\$15\.50 of it go back to your card, because .+ The rest is being set up\.$/,
  )
})

test('a payment that was refunded later does not read as being set up', () => {
  expect(isServed({ ...paid, backCents: 81_00 })).toBe(false)
  expect(backText({ ...paid, backCents: 81_00 })).toMatch(/^\$81\.00 of it went back to you\./)
})

test('a payment is served as long as a cent of it is kept, or none was paid', () => {
  const amount = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(amount, amount, (totalCents, backCents) => {
      const isKept = totalCents === 0 ? backCents === 0 : backCents < totalCents
      expect(isServed({ totalCents, backCents, notNeeded: null })).toBe(isKept)
      expect(isServed({ totalCents, backCents, notNeeded: { cause: 'paid', whole: true } })).toBe(false)
      expect(isServed({ totalCents, backCents, notNeeded: { cause: 'paid', whole: false } })).toBe(isKept)
      expect(backText({ totalCents, backCents, notNeeded: null }) === null).toBe(backCents === 0)
    }),
  )
})

test('what is said of a payment of which something goes back, word for word', () => {
  expect(backText({ ...paid, backCents: 15_50 })).toBe(
    '$15.50 of it went back to you. Your dashboard shows what that means for your order.',
  )
  expect(backText({ ...paid, backCents: 15_50, notNeeded: { cause: 'disputed', whole: false } })).toBe(
    '$15.50 of it go back to your card, because another payment for it is disputed at the bank. The rest is being set up.',
  )
  expect(backText({ ...paid, notNeeded: { cause: 'closed', whole: false } })).toBe(
    'Nothing was charged, because the account is closed. The rest is being set up.',
  )
})
