import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { givenUpCauses, lostPlaceLabel } from '#features/domains/rules/given-up.ts'
import { domainTypes } from '#features/names/rules/domain-type.ts'
import {
  countDomains,
  dropDuplicates,
  formerDomainTexts,
  formerLine,
  type GroupedDomain,
  groupDomains,
  groupIdOf,
  inboxProgress,
  monthlyCapacity,
  orderLine,
  orderTypeLabel,
  orderTypeLabels,
  shownCapacity,
} from './order-groups.ts'
import { type DomainStatus, domainStatuses } from './order-status.ts'

const anyDomain: fc.Arbitrary<GroupedDomain> = fc.record({
  domain: fc.constantFrom('acme.com', 'ACME.com', 'beta.co', 'gamma.net'),
  domainType: fc.constantFrom(...domainTypes),
  status: fc.constantFrom(...domainStatuses),
  groupId: fc.constantFrom(undefined, 'g1', 'g2'),
})
const names = (domains: GroupedDomain[]) => new Set(domains.map(({ domain }) => domain.toLowerCase()))

describe('duplicates', () => {
  test('a duplicate goes when its name stands there another time, and no name is lost', () => {
    fc.assert(
      fc.property(fc.array(anyDomain), (domains) => {
        const kept = dropDuplicates(domains)
        expect(names(kept)).toEqual(names(domains))
        for (const entry of kept.filter(({ status }) => status === 'duplicate'))
          expect(
            kept.filter(({ domain }) => domain.toLowerCase() === entry.domain.toLowerCase()),
          ).toHaveLength(1)
        expect(kept.filter(({ status }) => status !== 'duplicate')).toEqual(
          domains.filter(({ status }) => status !== 'duplicate'),
        )
      }),
    )
  })

  test('dropping twice drops nothing more', () => {
    fc.assert(
      fc.property(fc.array(anyDomain), (domains) => {
        const once = dropDuplicates(domains)
        expect(dropDuplicates(once)).toEqual(once)
      }),
    )
  })

  test('the same name in two groups is no duplicate of itself', () => {
    const groups = groupDomains([
      { domain: 'acme.com', domainType: 'Azure', status: 'cancelled', groupId: 'g1' },
      { domain: 'acme.com', domainType: 'Azure', status: 'duplicate', groupId: 'g2' },
    ])
    expect([...groups.values()].map((members) => members.length)).toEqual([1, 1])
  })
})

test('domains without a group form the group "no_group"', () => {
  const groups = groupDomains([
    { domain: 'a.com', domainType: 'Azure', status: 'done', groupId: 'g1' },
    { domain: 'b.com', domainType: 'Azure', status: 'done' },
    { domain: 'c.com', domainType: 'Azure', status: 'done', groupId: '' },
  ])
  expect([...groups.keys()]).toEqual(['g1', 'no_group'])
  expect(groups.get('no_group')?.map(({ domain }) => domain)).toEqual(['b.com', 'c.com'])
})

const naming = { productName: 'Inboxyard', planNames: {} }

describe('the type of an order', () => {
  test('labels carry the name of the product', () => {
    expect(orderTypeLabel('premium', naming)).toBe('Inboxyard Premium')
    expect(orderTypeLabel(undefined, naming)).toBe('Inboxyard')
    expect(orderTypeLabel('azure', { ...naming, planNames: { azure: 'Starter' } })).toBe('Inboxyard Starter')
    expect(orderTypeLabels({ productName: 'Acme', planNames: {} }).map(({ label }) => label)).toEqual([
      'Acme Azure',
      'Acme Google',
      'Acme Premium',
    ])
  })
})

describe('capacity', () => {
  test('live bundles count 5,000, 5,000 and 10,000, the others nothing', () => {
    expect(
      monthlyCapacity([
        { plan: 'azure', live: true },
        { plan: 'google', live: true },
        { plan: 'premium', live: true },
        { plan: 'premium', live: false },
      ]),
    ).toBe(20_000)
  })

  test('an order without a number is estimated at 1,000 a domain, zero is a number', () => {
    expect(shownCapacity(undefined, 4)).toBe(4000)
    expect(shownCapacity(null, 4)).toBe(4000)
    expect(shownCapacity(Number.NaN, 4)).toBe(4000)
    expect(shownCapacity(0, 4)).toBe(0)
  })
})

test('the line of an order tells capacity, domains and active ones', () => {
  const counts = countDomains([{ status: 'done' }, { status: 'done' }, { status: 'error' }])
  const former = { replaced: 0, givenUp: 0, cancelled: 0 }
  expect(counts).toEqual({ total: 3, active: 2, ...former })
  expect(orderLine(5000, { total: 2, active: 2, ...former })).toBe('5,000 emails/mo · 2 domains · 2 active')
  expect(orderLine(0, { total: 1, active: 0, ...former })).toBe('0 emails/mo · 1 domain · 0 active')
})

test('a domain that is replaced counts once: while it serves, and when the other one has taken over', () => {
  const under = countDomains([
    { status: 'done', replacementOrdered: true },
    { status: 'in progress' },
    { status: 'done' },
  ])
  expect(under).toEqual({ total: 2, active: 2, replaced: 0, givenUp: 0, cancelled: 0 })
  const over = countDomains([
    ...Array.from({ length: 4 }, () => ({ status: 'cancelled' as const, replacementOrdered: true })),
    ...Array.from({ length: 5 }, () => ({ status: 'done' as const })),
    { status: 'cancelled' },
  ])
  expect(over).toEqual({ total: 5, active: 5, replaced: 4, givenUp: 0, cancelled: 1 })
  expect(orderLine(5000, over)).toBe('5,000 emails/mo · 5 domains · 5 active')
  expect(formerLine(over)).toBe('4 replaced before · 1 cancelled')
  expect(formerLine(under)).toBe('')
})

test('a domain that was given up before it served anybody is not counted as replaced', () => {
  const counts = countDomains([
    { status: 'cancelled', replacementOrdered: true, givenUp: 'taken back' },
    { status: 'cancelled', replacementOrdered: true, givenUp: 'undelivered' },
    { status: 'cancelled', replacementOrdered: true },
    { status: 'done' },
  ])
  expect(counts).toEqual({ total: 1, active: 1, replaced: 1, givenUp: 2, cancelled: 0 })
  expect(formerDomainTexts(counts)).toEqual(['1 replaced before', '2 given up'])
  expect([...givenUpCauses, undefined].map(lostPlaceLabel)).toEqual(['Given up', 'Taken back', 'Replaced'])
})

test('progress counts mailboxes that were sold, never the spare ones or those of cancelled domains', () => {
  expect(
    inboxProgress([
      { domainType: 'Azure', status: 'done', inboxes: 52 },
      { domainType: 'Google', status: 'in progress', inboxes: 1 },
      { domainType: 'Azure', status: 'cancelled', inboxes: 52 },
    ]),
  ).toEqual({ delivered: 51, sold: 53 })
  expect(
    inboxProgress([
      { domainType: 'Azure', status: 'done' },
      { domainType: 'Azure', status: 'to do' },
      { domainType: 'Google', status: 'done', inboxes: 2 },
    ]),
  ).toEqual({ delivered: 52, sold: 103 })
})

test('inboxes of a place are sold once, while its domain is replaced and while both run for a time', () => {
  const replacedBy = (original: DomainStatus, replacement: DomainStatus, inboxes?: number) => [
    { domainType: 'Azure' as const, status: original, replacementOrdered: true },
    { domainType: 'Azure' as const, status: replacement, ...(inboxes !== undefined && { inboxes }) },
  ]
  const three = (at: number) => [0, 1, 2].flatMap(() => replacedBy('done', 'in progress', at))
  expect(inboxProgress(three(0))).toEqual({ delivered: 150, sold: 150 })
  expect(inboxProgress(three(31))).toEqual({ delivered: 150, sold: 150 })
  expect(inboxProgress(replacedBy('error', 'in progress', 20))).toEqual({ delivered: 20, sold: 50 })
  expect(inboxProgress([...replacedBy('done', 'done'), ...replacedBy('error', 'to do')])).toEqual({
    delivered: 50,
    sold: 100,
  })
  expect(inboxProgress(replacedBy('cancelled', 'done'))).toEqual({ delivered: 50, sold: 50 })
  // The replacement was replaced in its turn before the first one had ended.
  expect(
    inboxProgress([
      { domainType: 'Google', status: 'done', replacementOrdered: true },
      { domainType: 'Google', status: 'done', replacementOrdered: true },
      { domainType: 'Google', status: 'to do' },
    ]),
  ).toEqual({ delivered: 3, sold: 3 })
  expect(countDomains([...replacedBy('done', 'done'), ...replacedBy('done', 'to do')])).toMatchObject({
    total: 2,
    active: 2,
  })
})

test('ids of groups are apart within an order and between orders', () => {
  const ids = ['ord_1', 'ord_11', 'ord_2'].flatMap((orderId) =>
    [1, 2, 10, 11].map((index) => groupIdOf(orderId, index)),
  )
  expect(new Set(ids).size).toBe(ids.length)
  expect(groupIdOf('ord_01k9', 2)).toBe('bun_01k9_2')
})

test('only the plans that are shown have labels', () => {
  expect(orderTypeLabels(naming, ['premium', 'azure']).map(({ value }) => value)).toEqual([
    'azure',
    'premium',
  ])
})
