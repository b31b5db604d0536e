import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planIds, plans, platforms, requiredDomains } from './catalog.ts'
import {
  type Contents,
  countDelivered,
  inboxTable,
  provisionedPerDomain,
  shownPerDomain,
  splitEvenly,
  withoutSpare,
} from './inbox-split.ts'

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
const people = fc.integer({ min: 1, max: 10 })
const platform = fc.constantFrom(...platforms)
const contents: fc.Arbitrary<Contents> = fc
  .record({
    azure: fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 5 })),
    google: fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 1 })),
  })
  .map(({ azure: [sold, spare], google: [googleSold, googleSpare] }) => ({
    azure: { soldPerDomain: sold, mailboxesPerDomain: sold + spare },
    google: { soldPerDomain: googleSold, mailboxesPerDomain: googleSold + googleSpare },
  }))

describe('dividing', () => {
  test('loses nothing, is even to one, and favours the first', () => {
    fc.assert(
      fc.property(fc.nat(1000), people, (total, parts) => {
        const shares = splitEvenly(total, parts)
        expect(sum(shares)).toBe(total)
        expect(shares).toHaveLength(parts)
        expect(shares[0]! - shares.at(-1)!).toBeLessThanOrEqual(1)
        expect(shares).toEqual(shares.toSorted((a, b) => b - a))
      }),
    )
  })
})

describe('the mailboxes of a domain', () => {
  test.each([
    [1, [52], [50]],
    [2, [26, 26], [25, 25]],
    [3, [18, 17, 17], [17, 17, 16]],
    [5, [11, 11, 10, 10, 10], [10, 10, 10, 10, 10]],
    [10, [6, 6, 5, 5, 5, 5, 5, 5, 5, 5], [5, 5, 5, 5, 5, 5, 5, 5, 5, 5]],
  ])('on Entra, for %i people, are %j of which %j are shown', (count, provisioned, shown) => {
    expect(provisionedPerDomain('azure', count)).toEqual(provisioned)
    expect(shownPerDomain('azure', count)).toEqual(shown)
  })

  test('on Google all belong to the first person', () => {
    expect(provisionedPerDomain('google', 3)).toEqual([3, 0, 0])
    expect(shownPerDomain('google', 1)).toEqual([3])
  })

  test('sum to what is made and to what is sold, and nobody is shown more than they have', () => {
    fc.assert(
      fc.property(platform, people, contents, (each, count, table) => {
        const provisioned = provisionedPerDomain(each, count, table)
        const shown = shownPerDomain(each, count, table)
        expect(sum(provisioned)).toBe(table[each].mailboxesPerDomain)
        expect(sum(shown)).toBe(table[each].soldPerDomain)
        for (const [index, number] of shown.entries()) expect(number).toBeLessThanOrEqual(provisioned[index]!)
      }),
    )
  })

  test('are shown of each person so that they are as many as count in all, what is spare taken from the fullest', () => {
    expect(withoutSpare('azure', [28, 30])).toEqual([25, 25])
    expect(withoutSpare('azure', [28, 24])).toEqual([26, 24])
    expect(withoutSpare('azure', [20, 4])).toEqual([20, 4])
    fc.assert(
      fc.property(platform, fc.array(fc.nat(70), { maxLength: 10 }), contents, (each, counts, table) => {
        const shown = withoutSpare(each, counts, table)
        expect(sum(shown)).toBe(countDelivered(each, sum(counts), table).shown)
        for (const [at, count] of shown.entries()) {
          expect(count).toBeGreaterThanOrEqual(0)
          expect(count).toBeLessThanOrEqual(counts[at]!)
        }
      }),
    )
  })

  test('are counted up to what is sold, the rest is spare', () => {
    expect(countDelivered('azure', 52)).toEqual({ shown: 50, spare: 2 })
    expect(countDelivered('azure', 31)).toEqual({ shown: 31, spare: 0 })
    expect(countDelivered('google', 3)).toEqual({ shown: 3, spare: 0 })
    fc.assert(
      fc.property(platform, fc.nat(70), contents, (each, standing, table) => {
        const { shown, spare } = countDelivered(each, standing, table)
        expect(shown + spare).toBe(standing)
        expect(shown).toBeLessThanOrEqual(table[each].soldPerDomain)
        // Nothing is spare before all that was sold is there.
        if (spare > 0) expect(shown).toBe(table[each].soldPerDomain)
      }),
    )
  })
})

describe('the table of the review', () => {
  test('shows two Entra orders for three people', () => {
    const table = inboxTable({ orderCount: 2, domains: { azure: 4, google: 0 }, people: 3 })
    expect(table.rows.map((row) => row.azure)).toEqual([
      { perDomain: 17, total: 68, perOrder: 34 },
      { perDomain: 17, total: 68, perOrder: 34 },
      { perDomain: 16, total: 64, perOrder: 32 },
    ])
    expect(table.totals.azure).toEqual({ perDomain: 50, total: 200, perOrder: 100 })
  })

  test('adds up: its rows are its totals, and a full order is what the plan is sold with', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...planIds),
        fc.integer({ min: 1, max: 10 }),
        people,
        contents,
        (plan, orderCount, count, table) => {
          const domains = requiredDomains(plan, orderCount)
          const { rows, totals } = inboxTable({ orderCount, domains, people: count }, table)
          for (const each of platforms) {
            expect(sum(rows.map((row) => row[each].perDomain))).toBe(totals[each].perDomain)
            expect(sum(rows.map((row) => row[each].total))).toBe(totals[each].total)
            expect(totals[each].total).toBe(totals[each].perOrder * orderCount)
          }
          const sold = platforms.map((each) => plans[plan].domains[each] * table[each].soldPerDomain)
          expect(totals.azure.perOrder + totals.google.perOrder).toBe(sum(sold))
        },
      ),
    )
  })

  test('has no rows and still its totals while nobody is named', () => {
    const table = inboxTable({ orderCount: 1, domains: { azure: 3, google: 3 }, people: 0 })
    expect(table.rows).toEqual([])
    expect([table.totals.azure.total, table.totals.google.total]).toEqual([150, 9])
  })
})
