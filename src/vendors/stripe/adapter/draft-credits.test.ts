import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { planIds } from '#features/plans/rules/catalog.ts'
import { creditMetadata, creditOf, creditsFor, type PlanLine, takesOffHeld } from './draft-credits.ts'

const plan = fc.constantFrom(...planIds)
/** Prices that divide evenly, as those of a renewal without discounts do. */
const lines = fc.array(
  fc.record({ plan, quantity: fc.integer({ min: 1, max: 40 }), unit: fc.integer({ min: 1, max: 20_000 }) }),
  { maxLength: 5 },
)
const wanted = fc.dictionary(plan, fc.integer({ min: 0, max: 60 })) as fc.Arbitrary<
  Partial<Record<(typeof planIds)[number], number>>
>
const priced = (given: { plan: PlanLine['plan']; quantity: number; unit: number }[]): PlanLine[] =>
  given.map(({ unit, ...line }) => ({ ...line, cents: unit * line.quantity }))
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

test('of each plan no more is billed than is wanted, and nothing else is taken off', async () => {
  await fc.assert(
    fc.property(lines, wanted, (given, quantities) => {
      const credits = creditsFor(priced(given), quantities)
      for (const id of planIds) {
        const billed = sum(given.filter((line) => line.plan === id).map(({ quantity }) => quantity))
        const taken = sum(credits.filter((credit) => credit.plan === id).map(({ quantity }) => quantity))
        expect(billed - taken).toBe(Math.min(billed, quantities[id] ?? 0))
      }
    }),
  )
})

test('where a plan has one price, what is left costs that price times what is wanted', async () => {
  await fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 20_000 }),
      fc.integer({ min: 0, max: 60 }),
      (quantity, unit, left) => {
        const given = priced([{ plan: 'azure', quantity, unit }])
        const credits = creditsFor(given, { azure: left })
        expect(quantity * unit - sum(credits.map(({ cents }) => cents))).toBe(unit * Math.min(left, quantity))
      },
    ),
  )
})

test('no more than what was billed is ever taken off, whatever the discounts', async () => {
  await fc.assert(
    fc.property(
      fc.array(
        fc.record({
          plan,
          quantity: fc.integer({ min: 1, max: 40 }),
          cents: fc.integer({ min: 0, max: 999_999 }),
        }),
      ),
      wanted,
      (given, quantities) => {
        for (const { plan: id, cents } of creditsFor(given, quantities)) {
          expect(cents).toBeGreaterThan(0)
          expect(cents).toBeLessThanOrEqual(
            sum(given.filter((line) => line.plan === id).map((line) => line.cents)),
          )
        }
      },
    ),
  )
})

test('a hold takes something off where more would be billed without it, and what has ended does not', () => {
  const two = priced([{ plan: 'azure', quantity: 2, unit: 5_000 }])
  expect(takesOffHeld(two, { azure: 1 }, { azure: 1 })).toBe(true)
  expect(takesOffHeld(two, { azure: 1 }, {})).toBe(false)
  // On hold since before it was drawn up.
  expect(takesOffHeld(two, { azure: 2 }, { azure: 1, google: 1 })).toBe(false)
  expect(takesOffHeld([{ plan: 'azure', quantity: 2, cents: 0 }], { azure: 1 }, { azure: 1 })).toBe(false)
})

test('a credit is known again by its metadata, and nothing else is one', async () => {
  await fc.assert(
    fc.property(plan, fc.integer({ min: 1, max: 1_000 }), (id, quantity) => {
      expect(creditOf(creditMetadata({ plan: id, quantity }))).toEqual({ plan: id, quantity })
    }),
  )
  const others: Record<string, string>[] = [
    {},
    { credited_plan: 'azure' },
    { credited_plan: 'gold', credited_quantity: '1' },
  ]
  for (const metadata of others) expect(creditOf(metadata)).toBeUndefined()
})
