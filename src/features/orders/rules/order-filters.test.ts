import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { domainTypes } from '#features/names/rules/domain-type.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { sendingToolIds, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import {
  all,
  filterOrders,
  isFiltered,
  listedCountText,
  noFilters,
  type OrderFilters,
  orderSorts,
  readFilters,
  sortOrders,
  statusOptions,
  toolOptions,
  typeOptions,
  writeFilters,
} from './order-filters.ts'
import { indexOrders, type ListedOrder } from './order-index.ts'
import { domainStatuses } from './order-status.ts'

const label = fc.constantFrom('acme', 'beta', 'north', 'mail', 'grow')
const name = fc
  .tuple(label, label, fc.constantFrom('com', 'co', 'net'))
  .map(([a, b, tld]) => `${a}${b}.${tld}`)
const tool = fc.constantFrom(...sendingToolIds)

const anyOrder: fc.Arbitrary<ListedOrder> = fc
  .record({
    forwardingDomain: name.map((host) => `https://${host}`),
    sendingTool: tool,
    monthlyCapacity: fc.option(fc.nat(20_000), { nil: undefined }),
    groups: fc.array(
      fc.record({ plan: fc.constantFrom(...planIds), sendingTool: fc.option(tool, { nil: undefined }) }),
      { minLength: 1, maxLength: 4 },
    ),
    domains: fc.array(
      fc.record({
        domain: name,
        domainType: fc.constantFrom(...domainTypes),
        status: fc.constantFrom(...domainStatuses),
        group: fc.nat(3),
        currentForwardingDomain: fc.option(name, { nil: undefined }),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ groups, domains, ...order }) => ({
    ...order,
    orderId: '',
    groups: groups.map((group, index) => ({ ...group, groupId: `g${index}`, orderIndex: index + 1 })),
    domains: domains.map(({ group, ...domain }) => ({ ...domain, groupId: `g${group % groups.length}` })),
  }))
const anyOrders = fc
  .array(anyOrder, { maxLength: 6 })
  .map((orders) => orders.map((order, index) => ({ ...order, orderId: `o${index}` })))

const pick = <V>(options: readonly { value: V }[]) => fc.constantFrom(...options.map(({ value }) => value))
const anyFilters: fc.Arbitrary<OrderFilters> = fc.record({
  search: fc.oneof(fc.constant(''), label, name, fc.constantFrom('insta', 'BISON ', ' Acme', 'zzz')),
  attention: fc.constantFrom(all, 'needed' as const),
  sort: fc.constantFrom(...orderSorts),
  tool: pick(toolOptions),
  status: pick(statusOptions),
  type: pick(typeOptions({ productName: 'Inboxyard', planNames: {} })),
})

const ids = (orders: readonly { order: ListedOrder }[]) => orders.map(({ order }) => order.orderId)

describe('filtering', () => {
  test('an order shows exactly when one of its groups passes all filters, and its panel shows those groups', () => {
    fc.assert(
      fc.property(anyOrders, anyFilters, (orders, filters) => {
        const index = indexOrders(orders)
        const shown = filterOrders(index, filters)
        const wanted = filters.search.trim().toLowerCase()
        const expected = index.map((entry) =>
          entry.groups.filter((group) => {
            const texts = [
              entry.order.forwardingDomain,
              sendingToolNames[group.group?.sendingTool ?? entry.order.sendingTool],
              ...group.domains.flatMap((d) => [d.domain, d.currentForwardingDomain ?? '']),
            ]
            const badge = group.badge === 'error' ? 'in progress' : group.badge
            return (
              texts.some((text) => text.toLowerCase().includes(wanted)) &&
              (filters.tool === all || group.tool === filters.tool) &&
              (filters.status === all || badge === filters.status) &&
              (filters.type === all || group.plan === filters.type) &&
              (filters.attention === all || group.needsAttention)
            )
          }),
        )
        expect(ids(shown)).toEqual(ids(index.filter((_, i) => expected[i]!.length > 0)))
        expect(shown.map(({ matching }) => matching)).toEqual(expected.filter((groups) => groups.length > 0))
      }),
    )
  })

  test('no filters show every order that has domains, with all its groups', () => {
    fc.assert(
      fc.property(anyOrders, (orders) => {
        const shown = filterOrders(indexOrders(orders), noFilters)
        expect(ids(shown)).toEqual(orders.filter((o) => o.domains.length > 0).map((o) => o.orderId))
        for (const { matching, groups } of shown) expect(matching).toEqual(groups)
      }),
    )
  })

  test('adding a filter never adds an order', () => {
    fc.assert(
      fc.property(anyOrders, anyFilters, (orders, filters) => {
        const index = indexOrders(orders)
        const narrow = ids(filterOrders(index, filters))
        const wider = ids(filterOrders(index, { ...filters, status: all }))
        expect(narrow.filter((id) => !wider.includes(id))).toEqual([])
      }),
    )
  })

  test('every group passes exactly one option of each filter', () => {
    fc.assert(
      fc.property(anyOrders, (orders) => {
        const index = indexOrders(orders)
        const count = (filters: OrderFilters) =>
          filterOrders(index, filters).reduce((sum, { matching }) => sum + matching.length, 0)
        const total = count(noFilters)
        const sumOver = (field: 'tool' | 'status' | 'type', options: { value: string }[]) =>
          options
            .filter(({ value }) => value !== all)
            .reduce((sum, { value }) => sum + count({ ...noFilters, [field]: value }), 0)
        expect(sumOver('tool', toolOptions)).toBe(total)
        expect(sumOver('status', statusOptions)).toBe(total)
        expect(sumOver('type', typeOptions({ productName: 'Inboxyard', planNames: {} }))).toBe(total)
      }),
    )
  })

  test.each(['error', 'on hold'] as const)(
    'an order %s is listed under In Progress, and needs attention',
    (badge) => {
      const orders = indexOrders([
        {
          orderId: 'o',
          forwardingDomain: 'https://acme.com',
          sendingTool: 'instantly',
          groups: [
            { groupId: 'g', orderIndex: 1, plan: 'azure', ...(badge === 'on hold' && { hold: 'operator' }) },
          ],
          domains: [
            { domain: 'one.com', domainType: 'Azure', status: 'done', groupId: 'g' },
            {
              domain: 'two.com',
              domainType: 'Azure',
              status: badge === 'error' ? 'error' : 'done',
              groupId: 'g',
            },
          ],
        },
      ])
      expect(orders[0]?.badge).toBe(badge)
      expect(ids(filterOrders(orders, { ...noFilters, status: 'in progress' }))).toEqual(['o'])
      expect(ids(filterOrders(orders, { ...noFilters, attention: 'needed' }))).toEqual(['o'])
    },
  )

  test('a search does not match across two names', () => {
    const orders = indexOrders([
      {
        orderId: 'o',
        forwardingDomain: 'https://acme.com',
        sendingTool: 'instantly',
        groups: [{ groupId: 'g', orderIndex: 1, plan: 'azure' }],
        domains: [
          { domain: 'one.com', domainType: 'Azure', status: 'done', groupId: 'g' },
          { domain: 'two.com', domainType: 'Azure', status: 'done', groupId: 'g' },
        ],
      },
    ])
    expect(filterOrders(orders, { ...noFilters, search: 'comtwo' })).toEqual([])
    expect(filterOrders(orders, { ...noFilters, search: 'two.com' })).toHaveLength(1)
  })
})

test.each([
  ['smart lead', 'smartlead'],
  ['Smart-Lead', 'smartlead'],
  ['emailbison', 'bison'],
  ['email  bi', 'bison'],
] as const)('the search "%s" finds %s', (search, tool) => {
  const orders = indexOrders(
    sendingToolIds.map((sendingTool) => ({
      orderId: sendingTool,
      forwardingDomain: 'https://acme.com',
      sendingTool,
      groups: [{ groupId: 'g', orderIndex: 1, plan: 'azure' as const }],
      domains: [{ domain: 'one.com', domainType: 'Azure' as const, status: 'done' as const, groupId: 'g' }],
    })),
  )
  expect(ids(filterOrders(orders, { ...noFilters, search }))).toEqual([tool])
})

describe('options', () => {
  test('carry the words of the filters', () => {
    expect(toolOptions.map(({ label }) => label)).toEqual([
      'All Sending Tools',
      'Instantly',
      'Smartlead',
      'Email Bison',
      'Other',
    ])
    expect(statusOptions.map(({ label }) => label)).toEqual([
      'All Statuses',
      'In Progress',
      'Done',
      'Cancelled',
    ])
    expect(typeOptions({ productName: 'Inboxyard', planNames: {} }).map(({ label }) => label)).toEqual([
      'All Order Types',
      'Inboxyard Azure',
      'Inboxyard Google',
      'Inboxyard Premium',
    ])
    expect(toolOptions.slice(1).map(({ value }) => value)).toEqual([...sendingToolIds])
    expect(
      typeOptions({ productName: '', planNames: {} })
        .slice(1)
        .map(({ value }) => value),
    ).toEqual([...planIds])
  })
})

describe('the address', () => {
  test('holds the filters, and nothing for those not set', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const written = writeFilters(new URLSearchParams('order=o1'), filters)
        expect(readFilters(new URLSearchParams(written.toString()))).toEqual(filters)
        expect(written.get('order')).toBe('o1')
        if (!isFiltered(filters))
          expect([...written.keys()].filter((key) => key !== 'q' && key !== 'sort')).toEqual(['order'])
      }),
    )
  })

  test('clearing takes out what was written', () => {
    const written = writeFilters(new URLSearchParams('q=acme&tool=bison&order=o1'), noFilters)
    expect(written.toString()).toBe('order=o1')
  })

  test('with unknown values means no filter', () => {
    expect(readFilters(new URLSearchParams('tool=mailchimp&status=toString&type='))).toEqual(noFilters)
    expect(readFilters(new URLSearchParams({ q: 'x'.repeat(5000) })).search).toHaveLength(100)
  })
})

describe('sorting', () => {
  test('shows the same orders, the newest first, by name, or those that need attention first', () => {
    fc.assert(
      fc.property(anyOrders, fc.constantFrom(...orderSorts), (orders, sort) => {
        const index = indexOrders(orders)
        const sorted = sortOrders(index, sort)
        expect(new Set(sorted)).toEqual(new Set(index))
        if (sort === 'newest') expect(sorted).toEqual(index)
        const first = sorted.findIndex(({ needsAttention }) => !needsAttention)
        if (sort === 'attention' && first >= 0)
          expect(sorted.slice(first).some(({ needsAttention }) => needsAttention)).toBe(false)
      }),
    )
    const named = ['https://shop10.com', 'https://Acme.com', 'https://shop9.com'].map(
      (forwardingDomain, at) => ({
        orderId: `o${at}`,
        forwardingDomain,
        sendingTool: 'other' as const,
        groups: [],
        domains: [],
      }),
    )
    expect(sortOrders(indexOrders(named), 'name').map(({ order }) => order.orderId)).toEqual([
      'o1',
      'o2',
      'o0',
    ])
  })

  test('tells how many of all orders are listed', () => {
    expect([listedCountText(1000, 1000), listedCountText(38, 1000), listedCountText(1, 1)]).toEqual([
      '1,000 orders',
      '38 of 1,000',
      '1 order',
    ])
  })
})
