import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { domainTypes } from '#features/names/rules/domain-type.ts'
import { domainStatuses } from '#features/orders/rules/order-status.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { reinstatePath } from './reinstate-path.ts'
import { orderCards, readSelectedDomains, selectedPlatforms } from './reinstate-selection.ts'

const anySelection = fc.uniqueArray(
  fc.record({
    domain: fc.nat(500).map((index) => `mail${index}.com`),
    domainType: fc.constantFrom(...domainTypes),
    status: fc.constantFrom(...domainStatuses),
    groupId: fc.constantFrom('bun_1', 'bun_2', 'no_group'),
    plan: fc.option(fc.constantFrom(...planIds), { nil: undefined }),
  }),
  { selector: ({ domain }) => domain, maxLength: 100 },
)
const parameterOf = (path: string) => new URL(path, 'https://example.com').searchParams.get('domains')

describe('the address', () => {
  test('carries the selection as it was', () => {
    fc.assert(
      fc.property(anySelection, (selection) => {
        expect(readSelectedDomains(parameterOf(reinstatePath(selection)))).toEqual(selection)
      }),
    )
  })

  test('may be encoded twice', () => {
    const list = [{ domain: 'a.com', domainType: 'Azure', status: 'cancelled', groupId: 'g' }]
    expect(readSelectedDomains(encodeURIComponent(JSON.stringify(list)))).toEqual(list)
  })

  test('is read whatever it holds, and only what names a domain is kept', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (parameter) => {
        for (const { domain } of readSelectedDomains(parameter)) expect(domain).toMatch(/^[a-z0-9.]+$/)
      }),
    )
    for (const parameter of [null, '', '%', '{}', '[[', '"a.com"', `[${'1,'.repeat(30_000)}1]`])
      expect(readSelectedDomains(parameter)).toEqual([])
    expect(
      readSelectedDomains(
        JSON.stringify([
          {
            domain: ' A.com ',
            domainType: 'GOOGLE',
            status: 'Canceled',
            groupId: 'g',
            users: [{ fullName: 'Al' }],
          },
          { domain: 'a.com' },
          { domain: 'b.com', domainType: 7, status: null, groupId: {} },
          { domain: 'not a domain' },
          { domainType: 'Azure' },
          null,
          'c.com',
        ]),
      ),
    ).toEqual([
      { domain: 'a.com', domainType: 'Google', status: 'cancelled', groupId: 'g' },
      { domain: 'b.com', domainType: 'Azure', status: 'cancelled', groupId: 'no_group' },
    ])
  })

  test('holds at most 100 domains', () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ domain: `m${index}.com` }))
    expect(readSelectedDomains(JSON.stringify(many))).toHaveLength(100)
  })
})

test('each group is a card, numbered as they come', () => {
  const selection = readSelectedDomains(
    JSON.stringify([
      { domain: 'a.com', groupId: 'x' },
      { domain: 'b.com', domainType: 'Google' },
      { domain: 'c.com', groupId: 'x' },
    ]),
  )
  expect(
    orderCards(selection).map(({ label, domains }) => [label, domains.map(({ domain }) => domain)]),
  ).toEqual([
    ['Order #1', ['a.com', 'c.com']],
    ['Order #2', ['b.com']],
  ])
  expect(selectedPlatforms(selection)).toEqual(['azure', 'google'])
})
