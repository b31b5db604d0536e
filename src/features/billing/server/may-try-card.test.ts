import { expect, test } from 'vitest'
import { mayTryCard } from './may-try-card.ts'

/** `a` is a try of card a, `A` one that was refused for good. */
const tries = (cards: string, invoiceId = 'in_1') =>
  [...cards].map((card, at) => ({
    invoiceId,
    cardId: card.toLowerCase(),
    attempt: at + 1,
    isFinal: card !== card.toLowerCase(),
  }))

test.each([
  // Tried for the invoice, for another one, chosen just now: may `a` be tried?
  ['', '', true, true],
  ['b', '', true, true],
  ['a', '', true, false],
  ['ab', '', true, true],
  ['ba', '', true, false],
  ['Ab', '', true, false],
  ['b', 'A', true, false],
  ['b', 'a', true, true],
  ['', '', false, true],
  ['b', '', false, true],
  ['ab', '', false, false],
  ['b', 'a', false, true],
  ['b', 'A', false, false],
  ['bcbcbcbcbcb', '', true, true],
  ['bcbcbcbcbcbc', '', true, false],
] as const)(
  'after tries of %j, and %j for another renewal, chosen now %s: %s',
  (made, others, isNow, may) => {
    // In any order.
    const known = [...tries(made), ...tries(others, 'in_2')].toReversed()
    expect(mayTryCard({ cardId: 'a', invoiceId: 'in_1' }, known, isNow)).toBe(may)
  },
)
