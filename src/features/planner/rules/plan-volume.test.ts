import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quoteDraft } from '#features/ordering/rules/draft-quote.ts'
import { emptyDraft } from '#features/ordering/rules/order-draft.ts'
import { startPlanned } from '#features/ordering/rules/planned-order.ts'
import {
  domainOptions,
  orderCountMax,
  planIds,
  plans,
  platformContents,
  platforms,
  purchasableTlds,
} from '#features/plans/rules/catalog.ts'
import { firstPriceList, pricesOf, withOwnPrices } from '#features/plans/rules/price-list.ts'
import { burnAssumed, sparesRecommended } from '#features/reserve/rules/reserve.ts'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { capacityOf, dailyOf, planVolume, planVolumes, type WantedVolume } from './plan-volume.ts'
import { sendingDaysNames, sendingDaysOf } from './sending-days.ts'
import { emailsMost } from './volume-question.ts'
import { coldOn, fullFromDay } from './warm-up-calendar.ts'
import { whyRecommended } from './why-recommended.ts'

const prices = pricesOf(firstPriceList)
const plain = {
  days: 'every',
  domainOption: 'purchase',
  ending: 'com',
  reserve: false,
  burn: burnAssumed.burn,
} as const
const emails = fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1, max: emailsMost }))
const wanted: fc.Arbitrary<WantedVolume> = fc.record({
  emails,
  days: fc.constantFrom(...sendingDaysNames),
  domainOption: fc.constantFrom(...domainOptions),
  ending: fc.constantFrom(...purchasableTlds),
  reserve: fc.boolean(),
  burn: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
})
const plan = fc.constantFrom(...planIds)
const cents = { azure: fc.nat(500_00), google: fc.nat(500_00), premium: fc.nat(500_00) }
const paid = fc
  .record({ own: fc.record(cents), spares: fc.record(cents, { requiredKeys: [] }) })
  .map(({ own, spares }) => withOwnPrices({ ...prices, spares }, own))

describe('what one order of a plan sends', () => {
  test.each([
    ['azure', 'every', 5_000],
    ['azure', 'weekdays', 4_200],
    ['google', 'every', 5_000],
    ['google', 'weekdays', 5_000],
    ['premium', 'every', 10_000],
    ['premium', 'weekdays', 10_000],
  ] as const)('%s on %s days is %d a month', (of, days, capacity) => {
    expect(capacityOf(of, days)).toBe(capacity)
  })

  test('is never more than it is sold for, nor than its mailboxes send on those days', () => {
    for (const of of planIds)
      for (const days of sendingDaysNames) {
        expect(capacityOf(of, days)).toBeLessThanOrEqual(plans[of].monthlyCapacity)
        expect(capacityOf(of, days)).toBeLessThanOrEqual(dailyOf(of) * sendingDaysOf[days])
      }
  })
})

test('30,000 a month are six orders of Entra: twelve domains, 600 mailboxes, and what they cost', () => {
  const planned = planVolume('azure', { ...plain, emails: 30_000 }, prices)
  expect(planned).toMatchObject({
    orders: 6,
    allOrders: 6,
    steps: [{ before: 0, orders: 6, isReserve: false }],
    domains: { azure: 12, google: 0 },
    mailboxes: { azure: 600, google: 0 },
    capacity: 30_000,
    year: {
      payments: 13,
      firstCents: 13 * 300_00 + 186_00,
      laterCents: { least: 12 * 300_00, most: 13 * 300_00 },
    },
  })
  expect(planned.cost).toMatchObject({ monthlyCents: 300_00, oneTimeCents: 186_00, totalCents: 486_00 })
})

test('a plan reaches what is wanted once it is warm, with as few orders as that takes', () => {
  fc.assert(
    fc.property(plan, wanted, (of, asked) => {
      const { orders, capacity, mailboxes } = planVolume(of, asked, prices)
      expect(capacity).toBeGreaterThanOrEqual(asked.emails)
      expect(capacity - capacityOf(of, asked.days)).toBeLessThan(asked.emails)
      expect(capacity).toBe(orders * capacityOf(of, asked.days))
      const warmDay = platforms.reduce(
        (sum, platform) => sum + mailboxes[platform] * coldOn(platform, fullFromDay),
        0,
      )
      expect(warmDay * sendingDaysOf[asked.days]).toBeGreaterThanOrEqual(asked.emails)
    }),
  )
})

test('more emails never cost less, nor take fewer orders, domains or mailboxes', () => {
  fc.assert(
    fc.property(plan, wanted, emails, paid, (of, asked, other, own) => {
      const [less, more] = [Math.min(asked.emails, other), Math.max(asked.emails, other)].map((each) =>
        planVolume(of, { ...asked, emails: each }, own),
      )
      if (!less || !more) throw new Error('Two were asked for.')
      expect(more.orders).toBeGreaterThanOrEqual(less.orders)
      expect(more.reserve.domains).toBeGreaterThanOrEqual(less.reserve.domains)
      expect(more.cost.totalCents).toBeGreaterThanOrEqual(less.cost.totalCents)
      expect(more.cost.monthlyCents).toBeGreaterThanOrEqual(less.cost.monthlyCents)
      expect(more.year.firstCents).toBeGreaterThanOrEqual(less.year.firstCents)
      for (const platform of platforms) {
        expect(more.domains[platform]).toBeGreaterThanOrEqual(less.domains[platform])
        expect(more.mailboxes[platform]).toBeGreaterThanOrEqual(less.mailboxes[platform])
      }
    }),
  )
})

test('the cheapest month never gets cheaper by more emails either', () => {
  fc.assert(
    fc.property(wanted, emails, paid, (asked, other, own) => {
      const [less, more] = [Math.min(asked.emails, other), Math.max(asked.emails, other)].map(
        (each) => planVolumes(planIds, { ...asked, emails: each }, own)[0]?.cost.monthlyCents ?? 0,
      )
      expect(more).toBeGreaterThanOrEqual(less ?? 0)
    }),
  )
})

test('the price shown is what the wizard shows for the same, to the cent', () => {
  fc.assert(
    fc.property(plan, wanted, paid, fc.constantFrom(...sendingToolIds), (of, asked, own, tool) => {
      fc.pre(asked.domainOption === 'purchase' || plans[of].ownDomains)
      const { steps, cost } = planVolume(of, asked, own)
      const { domainOption } = asked
      for (const { orders: orderCount, isReserve, cost: shown } of steps) {
        const draft = startPlanned(emptyDraft(), { plan: of, orderCount, isReserve, domainOption, tool })
        for (const platform of platforms)
          draft.domains[domainOption][platform] = Array.from(
            { length: plans[of].domains[platform] * orderCount },
            (_, index) => `${platform}${index}.${asked.ending}`,
          )
        const { monthlyCents, oneTimeCents, totalCents } = shown
        expect(quoteDraft(draft, own)).toMatchObject({ monthlyCents, oneTimeCents, totalCents })
      }
      for (const cents of ['monthlyCents', 'oneTimeCents', 'totalCents'] as const)
        expect(steps.reduce((sum, step) => sum + step.cost[cents], 0)).toBe(cost[cents])
    }),
  )
})

test('the wizard is asked for all orders once, and never for more than it takes', () => {
  fc.assert(
    fc.property(plan, wanted, (of, asked) => {
      const { steps, orders, allOrders } = planVolume(of, asked, prices)
      const placed = { sending: 0, reserve: 0 }
      for (const { before, orders: atOnce, isReserve } of steps) {
        const kind = isReserve ? 'reserve' : 'sending'
        expect(before).toBe(placed[kind])
        expect(atOnce).toBeGreaterThanOrEqual(1)
        expect(atOnce).toBeLessThanOrEqual(orderCountMax)
        placed[kind] += atOnce
      }
      expect(placed).toEqual({ sending: orders, reserve: allOrders - orders })
    }),
  )
})

test('a reserve has at least the domains of each platform that are recommended, and sends nothing', () => {
  fc.assert(
    fc.property(plan, wanted, (of, asked) => {
      const without = planVolume(of, { ...asked, reserve: false }, prices)
      const planned = planVolume(of, { ...asked, reserve: true }, prices)
      expect(without.allOrders).toBe(without.orders)
      expect(planned.allOrders).toBe(planned.orders + planned.reserve.orders)
      expect(planned.capacity).toBe(without.capacity)
      expect(planned.mailboxes).toEqual(without.mailboxes)
      // Domains and mailboxes are counted of the same orders.
      for (const platform of platforms)
        expect(planned.allMailboxes[platform]).toBe(
          planned.domains[platform] * platformContents[platform].soldPerDomain,
        )
      expect(planned.reserve).toEqual(without.reserve)
      for (const platform of platforms) {
        const sending = without.domains[platform]
        const recommended = sparesRecommended(sending, asked.burn)
        expect(planned.domains[platform] - sending).toBeGreaterThanOrEqual(recommended)
      }
    }),
  )
})

test('plans are sorted by what a month costs, and only those that can be had are among them', () => {
  fc.assert(
    fc.property(fc.subarray([...planIds]), wanted, paid, (sold, asked, own) => {
      const found = planVolumes(sold, asked, own)
      const months = found.map(({ cost }) => cost.monthlyCents)
      expect(months).toEqual([...months].sort((one, other) => one - other))
      const can = sold.filter((each) => asked.domainOption === 'purchase' || plans[each].ownDomains)
      expect(found.map((each) => each.plan).sort()).toEqual([...can].sort())
    }),
  )
})

describe('why a plan is recommended', () => {
  const why = (asked: Partial<WantedVolume>, sold = planIds.slice(), own = prices) =>
    whyRecommended(planVolumes(sold, { ...plain, emails: 30_000, ...asked }, own), {})

  test.each<[string, Parameters<typeof why>, string | undefined]>([
    [
      'by the month',
      [{ days: 'weekdays' }],
      'Google costs the least: $300.00 a month, $75.00 less than Premium.',
    ],
    [
      'by the beginning',
      [{}],
      'Entra and Google cost the same a month; Entra costs $279.00 less to begin with.',
    ],
    [
      'by fewer domains',
      [{ domainOption: 'own' }],
      'Entra and Google cost the same a month; Entra needs 18 domains fewer.',
    ],
    [
      'as the only one',
      [{}, ['premium']],
      'Premium is the only plan that reaches this with the domains you chose.',
    ],
    ['for nothing', [{ domainOption: 'own' }, ['premium']], undefined],
  ])('is said %s', (_, asked, sentence) => {
    expect(why(...asked)).toBe(sentence)
  })

  test('names plans as the owner calls them', () => {
    const found = planVolumes(planIds, { ...plain, emails: 1 }, prices)
    expect(whyRecommended(found, { azure: 'Starter' })).toMatch(/^Starter and Google/)
  })
})

test('mailboxes are as many as are sold on the domains that send', () => {
  const { mailboxes } = planVolume('premium', { ...plain, emails: 20_000, reserve: true }, prices)
  expect(mailboxes).toEqual({
    azure: 6 * platformContents.azure.soldPerDomain,
    google: 6 * platformContents.google.soldPerDomain,
  })
})
