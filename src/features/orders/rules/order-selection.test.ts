import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noFilters, type OrderFilters } from './order-filters.ts'
import {
  nothingSelected,
  selectAllLabel,
  selectedGroups,
  selectedLabel,
  selectedOrder,
  toggleAllCards,
  toggleCard,
  viewOf,
} from './order-selection.ts'

const groups = ['g1', 'g2', 'g3'].map((groupId) => ({ groupId }))
const view = viewOf(noFilters, 'o1')

describe('the selected order', () => {
  const listed = ['a', 'b'].map((orderId) => ({ order: { orderId } }))
  test('is the first one when none is selected or the selected one is not listed', () => {
    expect(selectedOrder(listed, undefined)).toBe(listed[0])
    expect(selectedOrder(listed, 'gone')).toBe(listed[0])
    expect(selectedOrder(listed, 'b')).toBe(listed[1])
  })
  test('is none when nothing matches', () => expect(selectedOrder([], 'a')).toBeUndefined())
})

describe('ticked cards', () => {
  test('are gone whenever the search, a filter or the order changes', () => {
    const changes: [Partial<OrderFilters>, string | undefined][] = [
      [{ search: 'a' }, 'o1'],
      [{ tool: 'bison' }, 'o1'],
      [{ status: 'done' }, 'o1'],
      [{ type: 'premium' }, 'o1'],
      [{}, 'o2'],
      [{}, undefined],
    ]
    const ticked = toggleCard(nothingSelected, view, 'g1')
    expect(selectedGroups(ticked, view, groups)).toHaveLength(1)
    for (const [change, orderId] of changes) {
      const other = viewOf({ ...noFilters, ...change }, orderId)
      expect(selectedGroups(ticked, other, groups)).toEqual([])
      expect(selectedGroups(toggleCard(ticked, other, 'g2'), other, groups)).toEqual([{ groupId: 'g2' }])
    }
  })

  test('toggling twice changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('g1', 'g2', 'g3')),
        fc.constantFrom('g1', 'g2', 'g3'),
        (clicks, id) => {
          const before = clicks.reduce(
            (selection, groupId) => toggleCard(selection, view, groupId),
            nothingSelected,
          )
          const after = toggleCard(toggleCard(before, view, id), view, id)
          expect(selectedGroups(after, view, groups)).toEqual(selectedGroups(before, view, groups))
        },
      ),
    )
  })

  test('select all ticks every visible card, and none when all were ticked', () => {
    const some = toggleCard(nothingSelected, view, 'g2')
    const every = toggleAllCards(some, view, groups)
    expect(selectedGroups(every, view, groups)).toEqual(groups)
    expect(selectedGroups(toggleAllCards(every, view, groups), view, groups)).toEqual([])
  })

  test('a card that a newer answer no longer has is not selected', () => {
    const every = toggleAllCards(nothingSelected, view, groups)
    expect(selectedGroups(every, view, groups.slice(1))).toEqual(groups.slice(1))
  })

  test('labels count', () => {
    expect(selectAllLabel(3)).toBe('Select All (3)')
    expect(selectedLabel(2)).toBe('2 selected')
  })
})
