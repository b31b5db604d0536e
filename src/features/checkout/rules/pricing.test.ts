import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centsOfDollars, dollarsOf, formatUsd } from '#base/text/usd.ts'
import { planIds, platforms, purchasableTlds, requiredDomains } from '#features/plans/rules/catalog.ts'
import { firstPriceList, pricesOf, registrationCents } from '#features/plans/rules/price-list.ts'
import {
  bundleCents,
  costsNoMore,
  isRecurring,
  orderItems,
  planOfProduct,
  priceChangedMessage,
  productIds,
  promotionCode,
  promotionMessages,
  promotionMinimum,
  type Quote,
  quote,
  quoteAsCharged,
  quoteItems,
  reinstateItems,
  releaseItems,
  replacementItems,
} from './pricing.ts'

/** Spares of one plan cost less, of another as much, and of the third would cost more. */
const prices = {
  ...pricesOf(firstPriceList),
  spares: { azure: 20_00, premium: 200_00 },
  reinstated: { azure: 50_00, google: 50_00, premium: 50_00 },
}
const spareCents = { azure: 20_00, google: 50_00, premium: 125_00 }

const launch = { basisPoints: 60_00, appliesTo: ['plan_azure', 'domain_registration'] as const }
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

const order = fc
  .record({
    plan: fc.constantFrom(...planIds),
    orderCount: fc.integer({ min: 1, max: 10 }),
    isReserve: fc.constantFrom(undefined, false, true),
    domainOption: fc.constantFrom('purchase', 'own'),
    tlds: fc.array(fc.constantFrom(...purchasableTlds), { minLength: 60, maxLength: 60 }),
  })
  .map(({ tlds, ...rest }) => {
    const required = requiredDomains(rest.plan, rest.orderCount)
    const count = sum(platforms.map((each) => required[each]))
    return { ...rest, domains: tlds.slice(0, count).map((tld, index) => `acme${index}.${tld}`) }
  })
const promotion = fc.option(
  fc.record({
    basisPoints: fc.integer({ min: 1, max: 10_000 }),
    appliesTo: fc.subarray([...productIds]),
  }),
  { nil: undefined },
)

describe('a new order costs', () => {
  test('its plan and a fee per bought name: two Entra orders', () => {
    const offer = quoteItems(
      orderItems(
        {
          plan: 'azure',
          orderCount: 2,
          domainOption: 'purchase',
          domains: ['a1.com', 'b2.com', 'c3.com', 'd4.co'],
        },
        prices,
      ),
    )
    expect(offer.lines).toEqual([
      { product: 'plan_azure', unitCents: 5000, quantity: 2, listCents: 10000, netCents: 10000 },
      { product: 'domain_registration', unitCents: 1550, quantity: 3, listCents: 4650, netCents: 4650 },
      { product: 'domain_registration', unitCents: 900, quantity: 1, listCents: 900, netCents: 900 },
    ])
    expect(offer).toMatchObject({
      monthlyCents: 10000,
      oneTimeCents: 5550,
      discountCents: 0,
      totalCents: 15550,
    })
  })

  test('nothing for own names', () => {
    const items = orderItems(
      { plan: 'premium', orderCount: 1, domainOption: 'own', domains: ['a1.com'] },
      prices,
    )
    expect(quoteItems(items)).toMatchObject({ monthlyCents: 12500, oneTimeCents: 0, totalCents: 12500 })
  })

  test('60 % less at first with the launch promotion, on Entra and on names only', () => {
    const domains = ['a1.com', 'b2.net']
    const entra = orderItems({ plan: 'azure', orderCount: 1, domainOption: 'purchase', domains }, prices)
    expect(quoteItems(entra, launch)).toMatchObject({
      monthlyCents: 5000,
      oneTimeCents: 2450,
      discountCents: 4470,
      totalCents: 2980,
    })
    const google = orderItems({ plan: 'google', orderCount: 1, domainOption: 'purchase', domains }, prices)
    expect(quoteItems(google, launch)).toMatchObject({ discountCents: 1470, totalCents: 5980 })
  })
})

test('a reinstated bundle costs $50, and the fee of a name that has lapsed', () => {
  const items = reinstateItems(
    [
      { groupId: 'bun_1', plan: 'azure', domains: ['a1.com'] },
      { groupId: 'bun_2', plan: 'google', domains: [] },
    ],
    prices,
  )
  expect(quoteItems(items)).toMatchObject({ monthlyCents: 10000, oneTimeCents: 1550, totalCents: 11550 })
  expect(items.map((item) => item.key)).toEqual(['bun_1', 'bun_2', 'a1.com'])
})

test('a replacement costs its registration, an own name nothing', () => {
  expect(quoteItems(replacementItems('purchase', ['a1.com', 'b2.biz'], prices)).totalCents).toBe(2450)
  expect(quoteItems(replacementItems('own', ['a1.com'], prices))).toMatchObject({ lines: [], totalCents: 0 })
})

test('a replacement is one item per name, keyed by it, at the fee of its ending', () => {
  fc.assert(
    fc.property(order, ({ domains }) => {
      const items = replacementItems('purchase', domains, prices)
      expect(items).toEqual(
        domains.map((name) => ({
          kind: 'domain',
          key: name,
          product: 'domain_registration',
          listCents: name.endsWith('.com') ? 1550 : 900,
        })),
      )
      expect(replacementItems('own', domains, prices)).toEqual([])
    }),
  )
})

describe('a name that takes the place of one that could not be bought', () => {
  const tld = fc.constantFrom(...purchasableTlds)
  test('is free where its fee is not higher, and never where it is', () => {
    fc.assert(
      fc.property(tld, tld, (one, other) => {
        const isFree = costsNoMore(`new.${one}`, `old.${other}`, prices)
        expect(isFree).toBe(registrationCents(prices, one) <= registrationCents(prices, other))
      }),
    )
  })
  test('is no .com for a .net, and any name for a .com', () => {
    expect(costsNoMore('new.com', 'old.net', prices)).toBe(false)
    expect(costsNoMore('new.net', 'old.com', prices)).toBe(true)
    expect(costsNoMore('new.com', 'old.com', prices)).toBe(true)
    expect(costsNoMore('new.org', 'old.net', prices)).toBe(true)
  })
})

describe('a bundle that is paid for again', () => {
  const groups = [
    { groupId: 'bun_1', plan: 'premium', domains: ['a1.com'] },
    { groupId: 'bun_2', plan: 'google', domains: ['b2.net', 'c3.net'] },
  ] as const
  const names = [
    { kind: 'domain', key: 'a1.com', product: 'domain_registration', listCents: 1550 },
    { kind: 'domain', key: 'b2.net', product: 'domain_registration', listCents: 900 },
    { kind: 'domain', key: 'c3.net', product: 'domain_registration', listCents: 900 },
  ]
  test('costs its plan where it is released from a hold', () => {
    expect(releaseItems(groups, prices)).toEqual([
      { kind: 'bundle', key: 'bun_1', product: 'plan_premium', listCents: 12500 },
      { kind: 'bundle', key: 'bun_2', product: 'plan_google', listCents: 5000 },
      ...names,
    ])
  })
  test('costs what spares cost where it is of spares, and never more than its plan', () => {
    for (const plan of planIds)
      for (const isReserve of [undefined, false, true])
        expect(
          releaseItems([{ groupId: 'bun_1', plan, isReserve, domains: [] }], prices),
          `${plan}, of spares: ${isReserve}`,
        ).toEqual([
          {
            kind: 'bundle',
            key: 'bun_1',
            product: `plan_${plan}`,
            listCents: isReserve ? spareCents[plan] : prices.plans[plan],
          },
        ])
  })
  test('costs one price on every plan where it is reinstated', () => {
    expect(reinstateItems(groups, prices)).toEqual([
      { kind: 'bundle', key: 'bun_1', product: 'plan_premium', listCents: 5000 },
      { kind: 'bundle', key: 'bun_2', product: 'plan_google', listCents: 5000 },
      ...names,
    ])
  })
})

test('an order has a bundle for each time it is ordered, numbered from one, and then its names', () => {
  fc.assert(
    fc.property(order, (each) => {
      const items = orderItems(each, prices)
      const bundles = items.slice(0, each.orderCount)
      expect(bundles).toEqual(
        Array.from({ length: each.orderCount }, (_, index) => ({
          kind: 'bundle',
          key: String(index + 1),
          product: `plan_${each.plan}`,
          listCents: each.isReserve ? spareCents[each.plan] : prices.plans[each.plan],
        })),
      )
      expect(items.slice(each.orderCount)).toEqual(replacementItems(each.domainOption, each.domains, prices))
    }),
  )
})

test('a bundle is billed later what it was offered at, before any promotion: it alone, or as the first one', () => {
  const item = (kind: 'bundle' | 'domain', key: string, listCents: number) => ({
    kind,
    key,
    product: 'plan_azure' as const,
    listCents,
    netCents: 1,
  })
  const items = [item('domain', 'bun_2', 9), item('bundle', 'bun_1', 50_00), item('bundle', 'bun_2', 20_00)]
  expect(['bun_1', 'bun_2', 'bun_3'].map((key) => bundleCents({ items }, key))).toEqual([50_00, 20_00, 50_00])
  expect(bundleCents({ items: items.slice(0, 1) }, 'bun_2')).toBeNull()
  expect(bundleCents({ items: [] }, 'bun_1')).toBeNull()
})

describe('a promotion', () => {
  const basisPoints = fc.integer({ min: 1, max: 10_000 })
  const item = (listCents: number, key = 'a') =>
    ({ kind: 'bundle', key, product: 'plan_azure', listCents }) as const

  const discountOf = (listCents: number, basisPoints: number) =>
    quoteItems([item(listCents)], { basisPoints, appliesTo: ['plan_azure'] }).discountCents

  test('takes its percentage off each line, to the nearest cent, half a cent in favor of the customer', () => {
    expect([
      discountOf(101, 50_00),
      discountOf(99, 50_00),
      discountOf(1, 49_00),
      discountOf(1, 51_00),
    ]).toEqual([51, 50, 0, 1])
    expect(discountOf(15_50, 33_00)).toBe(5_12)
    expect(discountOf(50_00, 33_33)).toBe(16_67)
    expect(discountOf(50_00, 33_32)).toBe(16_66)
  })

  test('of 1.13 % off $50.00 is 57 cents: half a cent is one, though 1.13 has no exact binary fraction', () => {
    expect(discountOf(50_00, 1_13)).toBe(57)
  })

  test('is exact for every amount and every hundredth of a percent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), basisPoints, (listCents, off) => {
        const [exact, half] = [BigInt(listCents) * BigInt(off), 5_000n]
        const distance = BigInt(discountOf(listCents, off)) * 10_000n - exact
        expect(distance > -half && distance <= half).toBe(true)
      }),
      { examples: [[50_00, 1_13]] },
    )
  })

  test('is rounded once for a line, not once for each thing on it', () => {
    const three = [item(101, 'a'), item(101, 'b'), item(101, 'c')]
    const offer = quoteItems(three, { basisPoints: 50_00, appliesTo: ['plan_azure'] })
    expect(offer.lines).toEqual([
      { product: 'plan_azure', unitCents: 101, quantity: 3, listCents: 303, netCents: 151 },
    ])
    expect(offer.items.map(({ netCents }) => netCents)).toEqual([51, 50, 50])
  })

  test('of 100 % leaves nothing to pay now, and changes nothing of what is paid later', () => {
    fc.assert(
      fc.property(order, (each) => {
        const items = orderItems(each, prices)
        const free = quoteItems(items, { basisPoints: 100_00, appliesTo: productIds })
        const full = quoteItems(items)
        expect(free.totalCents).toBe(0)
        expect(free.discountCents).toBe(full.totalCents)
        expect(free.monthlyCents).toBe(full.monthlyCents)
        expect(free.oneTimeCents).toBe(full.oneTimeCents)
      }),
    )
  })

  test('leaves what it does not name at its price, line by line', () => {
    fc.assert(
      fc.property(order, promotion, (each, discount) => {
        for (const { product, listCents, netCents } of quoteItems(orderItems(each, prices), discount).lines) {
          const off = discount?.appliesTo.includes(product) ? discount.basisPoints : 0
          expect(Math.abs(listCents * (10_000 - off) - netCents * 10_000)).toBeLessThanOrEqual(5_000)
        }
      }),
    )
  })
})

describe('an offer as it is charged', () => {
  const offer = quoteItems(
    [
      { kind: 'bundle', key: 'a', product: 'plan_azure', listCents: 50_00 },
      { kind: 'bundle', key: 'b', product: 'plan_azure', listCents: 50_00 },
      { kind: 'domain', key: 'acme.com', product: 'domain_registration', listCents: 15_50 },
    ],
    { basisPoints: 1_13, appliesTo: ['plan_azure'] },
  )
  const [plans, names] = offer.lines as [Quote['lines'][0], Quote['lines'][0]]

  test('has what the provider takes for each line, divided among its things', () => {
    const charged = [{ ...plans, netCents: plans.netCents + 1 }, names]
    const quote = quoteAsCharged(offer, charged, offer.totalCents + 1)
    expect(quote).toMatchObject({
      totalCents: offer.totalCents + 1,
      discountCents: offer.discountCents - 1,
      monthlyCents: offer.monthlyCents,
    })
    expect(quote?.items.map(({ netCents }) => netCents)).toEqual([49_44, 49_44, 15_50])
    expect(quoteAsCharged(offer, offer.lines, offer.totalCents)).toEqual(offer)
  })

  test.each<[string, Parameters<typeof quoteAsCharged>[1], number]>([
    ['its lines do not add up to the total', [plans, names], offer.totalCents + 1],
    ['a line is missing', [plans], plans.netCents],
    ['a line costs more than its price', [plans, { ...names, netCents: 15_51 }], offer.totalCents + 1],
    ['a line is below nothing', [plans, { ...names, netCents: -1 }], plans.netCents - 1],
  ])('is none where %s', (_, lines, total) => {
    expect(quoteAsCharged(offer, lines, total)).toBeUndefined()
  })
})

describe('every offer', () => {
  test('adds up, item by item and line by line', () => {
    fc.assert(
      fc.property(order, promotion, (each, discount) => {
        const items = orderItems(each, prices)
        const offer = quoteItems(items, discount)
        expect(sum(offer.items.map((item) => item.netCents))).toBe(offer.totalCents)
        expect(sum(offer.lines.map((line) => line.netCents))).toBe(offer.totalCents)
        expect(offer.totalCents).toBe(offer.monthlyCents + offer.oneTimeCents - offer.discountCents)
        expect(offer.items.map((item) => item.key)).toEqual(items.map((item) => item.key))
        for (const item of offer.items) {
          expect(item.netCents).toBeGreaterThanOrEqual(0)
          expect(item.netCents).toBeLessThanOrEqual(item.listCents)
          if (!discount?.appliesTo.includes(item.product)) expect(item.netCents).toBe(item.listCents)
        }
        expect(quote.parse(offer)).toEqual(offer)
      }),
    )
  })

  test('has one line per price, few enough for the payment provider', () => {
    fc.assert(
      fc.property(order, (each) => {
        const { lines } = quoteItems(orderItems(each, prices))
        expect(lines.length).toBeLessThanOrEqual(3)
        expect(new Set(lines.map((line) => `${line.product} ${line.unitCents}`)).size).toBe(lines.length)
      }),
    )
  })

  test('does not depend on the order of its items', () => {
    fc.assert(
      fc.property(order, promotion, (each, discount) => {
        const backwards = quoteItems(orderItems(each, prices).toReversed(), discount)
        expect(backwards.totalCents).toBe(quoteItems(orderItems(each, prices), discount).totalCents)
      }),
    )
  })
})

test('a stored offer has whole cents, none below zero, and kinds and products that there are', () => {
  const offer = quoteItems(
    orderItems({ plan: 'azure', orderCount: 1, domainOption: 'own', domains: [] }, prices),
  )
  expect(quote.safeParse(offer).success).toBe(true)
  for (const name of ['monthlyCents', 'oneTimeCents', 'discountCents', 'totalCents'] as const)
    for (const wrong of [-1, 0.5, '1', undefined])
      expect(quote.safeParse({ ...offer, [name]: wrong }).success).toBe(false)
  expect(quote.safeParse({ ...offer, totalCents: 0 }).success).toBe(true)
  const [line, item] = [offer.lines[0], offer.items[0]]
  for (const wrong of [
    { product: 'other' },
    { unitCents: -1 },
    { quantity: 0.5 },
    { netCents: -1 },
    { listCents: -1 },
  ])
    expect(quote.safeParse({ ...offer, lines: [{ ...line, ...wrong }] }).success).toBe(false)
  for (const kind of ['bundle', 'domain'])
    expect(quote.safeParse({ ...offer, items: [{ ...item, kind }] }).success).toBe(true)
  for (const wrong of [
    { kind: 'other' },
    { key: 1 },
    { product: 'other' },
    { netCents: -1 },
    { listCents: -1 },
  ])
    expect(quote.safeParse({ ...offer, items: [{ ...item, ...wrong }] }).success).toBe(false)
})

test('what customers are told of a price and of a promotion code', () => {
  expect(priceChangedMessage).toBe('The price has changed. Please check the new total before you pay.')
  expect(promotionMinimum(123450)).toBe('This promotion code needs an order of at least $1,234.50')
  expect(promotionMessages).toEqual({
    malformed: 'A promotion code has only letters, digits, hyphens and underscores',
    unknown: 'This promotion code is not valid',
    firstOrderOnly: 'This promotion code is for first orders only',
    firstOrderOpen:
      'This promotion code is for first orders only, and the payment page of another order with a code is still open. Pay there, or come back when it has closed, after two hours at most',
    refused: 'This promotion code cannot be used for this order',
    tooLittle:
      'This promotion code would leave less than $0.50 to pay, which cannot be charged. Please order without it',
  })
})

test('plans and their products know each other', () => {
  for (const plan of planIds) expect(planOfProduct(`plan_${plan}`)).toBe(plan)
  expect(isRecurring('domain_registration')).toBe(false)
  expect(planOfProduct('domain_registration')).toBeUndefined()
  expect(productIds.filter(isRecurring).map(planOfProduct)).toEqual(planIds)
})

test('amounts are written with two decimals and survive the wire', () => {
  expect([0, 5000, 1550, 123450].map(formatUsd)).toEqual(['$0.00', '$50.00', '$15.50', '$1,234.50'])
  expect([-1, -123450].map(formatUsd)).toEqual(['-$0.01', '-$1,234.50'])
  expect([1550, 1].map(dollarsOf)).toEqual([15.5, 0.01])
  expect([15.499999, 15.504999, 0.29].map(centsOfDollars)).toEqual([1550, 1550, 29])
  fc.assert(
    fc.property(fc.nat(10_000_000), (amount) => {
      expect(centsOfDollars(dollarsOf(amount))).toBe(amount)
      expect(centsOfDollars(Number(dollarsOf(amount).toFixed(2)))).toBe(amount)
    }),
  )
})

test('a promotion code is trimmed; what cannot be one is refused before anybody is asked', () => {
  expect(promotionCode.parse(' LAUNCH60 ')).toBe('LAUNCH60')
  expect(promotionCode.safeParse('60 % off').error?.issues[0]?.message).toBe(promotionMessages.malformed)
  expect(promotionCode.safeParse('').success).toBe(false)
  for (const code of ['a', 'Z', '0', '_', '-', 'Spring_2026-B', 'x'.repeat(50)])
    expect(promotionCode.parse(code)).toBe(code)
  for (const none of ['x'.repeat(51), 'a b', 'a%', '%a', 'ä', `${' '.repeat(99)}ab`])
    expect(promotionCode.safeParse(none).success).toBe(false)
})
