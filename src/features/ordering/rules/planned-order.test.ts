import { describe, expect, test } from 'vitest'
import { emptyDraft, type OrderDraft } from './order-draft.ts'
import { type PlannedStart, startChanges, startPlanned } from './planned-order.ts'

const start: PlannedStart = {
  plan: 'azure',
  orderCount: 6,
  isReserve: false,
  domainOption: 'purchase',
  tool: 'instantly',
}
const begun = (changes: Partial<OrderDraft> = {}): OrderDraft => ({
  ...emptyDraft(),
  plan: 'google',
  orderCount: 2,
  domainOption: 'own',
  domains: { purchase: { azure: ['a.com'], google: [] }, own: { azure: [], google: ['g.com'] } },
  people: [{ id: '1', firstName: 'Jane', lastName: 'Doe' }],
  tool: { tool: 'smartlead', connectionId: 'c1', shown: { apiKey: '••••' } },
  ...changes,
})

describe('an order that was planned', () => {
  test('begins with its plan, number, domains and tool', () => {
    expect(startPlanned(emptyDraft(), start)).toEqual({
      ...emptyDraft(),
      plan: 'azure',
      orderCount: 6,
      domainOption: 'purchase',
      tool: { tool: 'instantly', connectionId: null, shown: {} },
    })
  })

  test('is one of spares only where that was planned', () => {
    expect(startPlanned(emptyDraft(), { ...start, isReserve: true }).isReserve).toBe(true)
    expect(startPlanned(begun({ isReserve: true }), start).isReserve).toBe(false)
  })

  test('keeps the names and people of what was begun before', () => {
    const { domains, people } = begun()
    expect(startPlanned(begun(), start)).toMatchObject({ domains, people })
  })

  test('keeps the credentials of its own tool', () => {
    const { tool } = begun()
    expect(startPlanned(begun(), { ...start, tool: 'smartlead' }).tool).toEqual(tool)
  })
})

describe('what it changes of an order that was begun', () => {
  test('is nothing where none was, nor where it is the same', () => {
    expect(startChanges(emptyDraft(), start)).toBeUndefined()
    expect(startChanges(startPlanned(begun(), start), start)).toBeUndefined()
  })

  test('is nothing where only names and people were entered', () => {
    expect(startChanges(begun({ plan: null, domainOption: null, tool: null }), start)).toBeUndefined()
  })

  test('is the order where plan, number, spares or domains differ', () => {
    const same = begun({ plan: 'azure', orderCount: 6, domainOption: 'purchase', tool: null })
    const others: Partial<OrderDraft>[] = [
      { plan: 'google' },
      { orderCount: 5 },
      { isReserve: true },
      { domainOption: 'own' },
    ]
    for (const other of others)
      expect(startChanges({ ...same, ...other }, start)).toEqual({
        order: true,
        tool: undefined,
        dropped: [],
      })
    expect(startChanges({ ...same, domainOption: null }, start)).toBeUndefined()
  })

  test('is the tool whose credentials are not used any more', () => {
    expect(startChanges(begun(), start)).toMatchObject({ tool: 'smartlead' })
  })

  test('is each name that would stand on both lists', () => {
    const both = { azure: ['a.com', 'b.com'], google: ['b.com', 'c.com'] }
    const draft = begun({ domains: { purchase: both, own: { azure: [], google: [] } } })
    expect(startChanges(draft, { ...start, plan: 'premium' })?.dropped).toEqual(['b.com'])
  })
})
