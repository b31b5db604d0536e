import { keysOf, mapRecord } from '#base/records/keys-of.ts'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { type PlanId, planIds } from '#features/plans/rules/catalog.ts'
import type { Naming } from '#features/plans/rules/naming.ts'
import { type SendingToolId, sendingToolIds, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { orderTypeLabels } from './order-groups.ts'
import type { IndexedOrder, ListedOrder } from './order-index.ts'
import { badgeLooks, type GroupBadge } from './order-status.ts'

/** Stands in each filter for "no matter which". */
export const all = 'all'

const statusFilters = ['in progress', 'done', 'cancelled'] as const
export type StatusFilter = (typeof statusFilters)[number]

/** Beside the three filters: only what someone has to look at. */
const attentionFilters = ['needed'] as const
type AttentionFilter = (typeof attentionFilters)[number]

export const orderSorts = ['newest', 'name', 'attention'] as const
export type OrderSort = (typeof orderSorts)[number]

/** What the list of orders shows, and in which order. */
export interface OrderFilters {
  /** What was typed into the search box. */
  search: string
  tool: SendingToolId | typeof all
  status: StatusFilter | typeof all
  type: PlanId | typeof all
  attention: AttentionFilter | typeof all
  sort: OrderSort
}
export const noFilters: OrderFilters = {
  search: '',
  tool: all,
  status: all,
  type: all,
  attention: all,
  sort: 'attention',
}

/** Whether fewer than all orders may be listed, so that "Clear all filters" makes sense. */
export const isFiltered = ({ search, tool, status, type, attention }: OrderFilters): boolean =>
  search.trim() !== '' || tool !== all || status !== all || type !== all || attention !== all

export interface FilterOption<V extends string> {
  value: V | typeof all
  label: string
}

/** Options of the sending-tool filter, in the order in which they are shown. */
export const toolOptions: FilterOption<SendingToolId>[] = [
  { value: all, label: 'All Sending Tools' },
  ...sendingToolIds.map((value) => ({ value, label: sendingToolNames[value] })),
]

export const statusOptions: FilterOption<StatusFilter>[] = [
  { value: all, label: 'All Statuses' },
  ...statusFilters.map((value) => ({ value, label: badgeLooks[value].label })),
]

/** Options of the order-type filter, of the plans that are sold or were bought; each carries the name of the product. */
export const typeOptions = (naming: Naming, plansShown?: readonly PlanId[]): FilterOption<PlanId>[] => [
  { value: all, label: 'All Order Types' },
  ...orderTypeLabels(naming, plansShown),
]

export const searchPlaceholder = 'Search by domain name, forwarding domain, or sending tool'

export const sortOptions: { value: OrderSort; label: string }[] = [
  { value: 'attention', label: 'Needs attention first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name' },
]

/** What is not done yet is found under In Progress, also where it stands still. */
const filterOfBadge: Record<GroupBadge, StatusFilter> = {
  error: 'in progress',
  'in progress': 'in progress',
  done: 'done',
  'on hold': 'in progress',
  cancelled: 'cancelled',
}

const withoutGaps = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '')
/** However a tool's name is written: "smart lead", "EmailBison". */
const toolKeys = mapRecord(sendingToolNames, withoutGaps)
/** Fewer letters are parts of anything. */
const toolSearchMin = 4

/** The tools whose name is meant, or its beginning. */
const toolsNamed = (wanted: string): readonly SendingToolId[] => {
  const key = withoutGaps(wanted)
  return key.length < toolSearchMin ? [] : sendingToolIds.filter((id) => toolKeys[id].startsWith(key))
}

/**
 * The orders of which at least one group matches, each with its matching groups. A search that hits the
 * order itself (its forwarding domain) matches all of its groups.
 */
export function filterOrders<O extends ListedOrder>(
  index: readonly IndexedOrder<O>[],
  filters: OrderFilters,
): IndexedOrder<O>[] {
  if (!isFiltered(filters)) return ordersWithDomains(index)
  const { search, tool, status, type, attention } = filters
  const wanted = search.trim().toLowerCase()
  const toolsMeant = toolsNamed(wanted)
  const matches: IndexedOrder<O>[] = []
  for (const entry of index) {
    const orderHit = entry.text.includes(wanted)
    const matching = entry.groups.filter(
      (group) =>
        (tool === all || group.tool === tool) &&
        (status === all || filterOfBadge[group.badge] === status) &&
        (type === all || group.plan === type) &&
        (attention === all || group.needsAttention) &&
        (orderHit || toolsMeant.includes(group.tool) || group.text.includes(wanted)),
    )
    if (matching.length > 0) matches.push({ ...entry, matching })
  }
  return matches
}

/** Those that the list has without filters. */
export const ordersWithDomains = <O extends ListedOrder>(
  index: readonly IndexedOrder<O>[],
): IndexedOrder<O>[] => index.filter(({ order }) => order.domains.length > 0)

const byName = new Intl.Collator('en', { numeric: true })

/** As they came, the newest first; by where they forward to; or those that need attention before the others. */
export function sortOrders<O extends ListedOrder>(
  listed: readonly IndexedOrder<O>[],
  sort: OrderSort,
): readonly IndexedOrder<O>[] {
  if (sort === 'newest') return listed
  if (sort === 'attention') {
    const { first = [], then = [] } = Object.groupBy(listed, (each) =>
      each.needsAttention ? 'first' : 'then',
    )
    return [...first, ...then]
  }
  const named = listed.map((entry) => ({ entry, name: displayForwardingUrl(entry.order.forwardingDomain) }))
  return named.sort((a, b) => byName.compare(a.name, b.name)).map(({ entry }) => entry)
}

/** "1,000 orders"; "38 of 1,000" while fewer are listed. */
export const listedCountText = (listed: number, of: number): string =>
  listed === of ? countOf(of, 'order') : `${numberText(listed)} of ${numberText(of)}`

/** What the list says when it shows no order. */
export const orderListTexts = {
  loading: 'Loading all orders…',
  noOrders: 'No orders found',
  noOrdersHint: 'Place your first order to get started',
  noMatches: 'No orders match your current filters',
  noMatchingGroups: 'No domain groups match your current filters',
  noSelection: 'Select a workspace to view details',
  clearFilters: 'Clear all filters',
} as const

const parameters = {
  search: 'q',
  tool: 'tool',
  status: 'status',
  type: 'type',
  attention: 'attention',
  sort: 'sort',
} as const
export const searchMaxLength = 100

/** Reads the filters from an address; what it does not know means no filter. */
export function readFilters(query: URLSearchParams): OrderFilters {
  const pick = <V extends string>(options: readonly V[], name: string): V | typeof all => {
    const value = query.get(name)
    return options.find((option) => option === value) ?? all
  }
  return {
    search: (query.get(parameters.search) ?? '').slice(0, searchMaxLength),
    tool: pick(sendingToolIds, parameters.tool),
    status: pick(statusFilters, parameters.status),
    type: pick(planIds, parameters.type),
    attention: pick(attentionFilters, parameters.attention),
    sort: orderSorts.find((sort) => sort === query.get(parameters.sort)) ?? noFilters.sort,
  }
}

/** Writes the filters into an address, leaving its other parameters alone and out what is not set. */
export function writeFilters(query: URLSearchParams, filters: OrderFilters): URLSearchParams {
  const written = new URLSearchParams(query)
  for (const field of keysOf(parameters)) {
    const name = parameters[field]
    if (filters[field] === noFilters[field]) written.delete(name)
    else written.set(name, filters[field])
  }
  return written
}
