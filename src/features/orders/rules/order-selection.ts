import type { OrderFilters } from './order-filters.ts'

/** The order to show: the selected one while it is listed, else the first one, else none. */
export const selectedOrder = <O extends { order: { orderId: string } }>(
  listed: readonly O[],
  orderId: string | null | undefined,
): O | undefined => listed.find(({ order }) => order.orderId === orderId) ?? listed[0]

/**
 * The group cards a person has ticked, and the view in which they did. In any other view (another search,
 * filter or order) nothing is ticked: nobody acts on cards they no longer see.
 */
export interface CardSelection {
  view: string
  groupIds: ReadonlySet<string>
}
export const nothingSelected: CardSelection = { view: '', groupIds: new Set() }

/** What a selection belongs to. */
export const viewOf = (
  { search, tool, status, type, attention }: OrderFilters,
  orderId: string | undefined,
): string => JSON.stringify([search, tool, status, type, attention, orderId])

/** Which of the visible groups are ticked in this view. */
export const selectedGroups = <G extends { groupId: string }>(
  selection: CardSelection,
  view: string,
  visible: readonly G[],
): G[] => (selection.view === view ? visible.filter(({ groupId }) => selection.groupIds.has(groupId)) : [])

/** Ticks a card, or takes its tick away. */
export function toggleCard(selection: CardSelection, view: string, groupId: string): CardSelection {
  const groupIds = new Set(selection.view === view ? selection.groupIds : [])
  if (!groupIds.delete(groupId)) groupIds.add(groupId)
  return { view, groupIds }
}

/** "Select All": ticks every visible card, or none when all of them are ticked already. */
export function toggleAllCards(
  selection: CardSelection,
  view: string,
  visible: readonly { groupId: string }[],
): CardSelection {
  const allTicked = selectedGroups(selection, view, visible).length === visible.length
  return { view, groupIds: new Set(allTicked ? [] : visible.map(({ groupId }) => groupId)) }
}

/** The label of the box that ticks all cards. */
export const selectAllLabel = (count: number): string => `Select All (${count})`
export const selectedLabel = (count: number): string => `${count} selected`
