import type { GivenUpCause } from '#features/domains/rules/given-up.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import { type SendingToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import {
  countDomains,
  type DomainCounts,
  type GroupedDomain,
  groupDomains,
  shownCapacity,
} from './order-groups.ts'
import { type GroupBadge, groupBadge, standsStill, waitsForCustomer } from './order-status.ts'

/** What the workspace needs of an order to list, search and filter it. */
export interface ListedOrder {
  orderId: string
  forwardingDomain: string
  companyName?: string | undefined
  sendingTool: SendingToolId
  isReserve?: boolean | undefined
  monthlyCapacity?: number | null | undefined
  /** `sendingTool` and `companyName` stand here only where a group has another one than its order. */
  groups: readonly {
    groupId: string
    orderIndex: number
    plan: PlanId
    sendingTool?: SendingToolId | undefined
    companyName?: string | undefined
    hold?: string | undefined
    /** What can be paid for it, or given up. */
    unpaid?: object | undefined
  }[]
  /** `currentForwardingDomain` stands here only where it differs from the order's. */
  domains: readonly (GroupedDomain & {
    currentForwardingDomain?: string | undefined
    /** What was asked to be changed about it was refused for good. */
    changeFailed?: boolean | undefined
    replacementOrdered?: boolean | undefined
    givenUp?: GivenUpCause | undefined
  })[]
}

export interface IndexedGroup<O extends ListedOrder = ListedOrder> {
  groupId: string
  /** As the order lists it; absent for domains that belong to no group. */
  group: O['groups'][number] | undefined
  /** Without duplicates. */
  domains: O['domains'][number][]
  /** What it was bought as; absent for domains that belong to no group. */
  plan: PlanId | undefined
  badge: GroupBadge
  tool: SendingToolId
  /** It stands still until someone acts: it is on hold, to be paid for, in error, or waits for the customer; or owes. */
  needsAttention: boolean
  /** One of its domains waits for the customer. */
  waitsForCustomer: boolean
  /** What search looks at in this group, lower-cased. */
  text: string
}

export interface IndexedOrder<O extends ListedOrder = ListedOrder> {
  order: O
  groups: IndexedGroup<O>[]
  /** The badge over all domains of the order. */
  badge: GroupBadge
  /** One of its groups does. */
  needsAttention: boolean
  /** Something is owed for it. */
  owes: boolean
  counts: DomainCounts
  /** Emails per month, as shown. */
  capacity: number
  /** What search looks at in the order itself, lower-cased. */
  text: string
  /** The groups its panel shows: all of them where nothing is filtered. */
  matching: IndexedGroup<O>[]
}

/** Parts of a searchable text are apart by a character nobody types, so that no match spans two of them. */
const searchText = (parts: Iterable<string>): string => [...new Set(parts)].join('\n').toLowerCase()

/** What is so with a domain as long as it stands still. */
const domainNeedsAttention = ({ status, changeFailed }: ListedOrder['domains'][number]): boolean =>
  standsStill(status) || changeFailed === true

const groupNeedsAttention = (group: ListedOrder['groups'][number] | undefined): boolean =>
  group?.hold !== undefined || group?.unpaid !== undefined

/** Without its index: the first list sorts by it, of all orders there are. */
const orderNeedsAttention = ({ groups, domains }: ListedOrder, owes: boolean): boolean =>
  owes || groups.some(groupNeedsAttention) || domains.some(domainNeedsAttention)

function indexOrder<O extends ListedOrder>(
  order: O,
  owes: boolean,
): Omit<IndexedOrder<O>, 'order' | 'matching' | 'needsAttention' | 'owes'> {
  const listed = new Map(order.groups.map((group) => [group.groupId, group]))
  const position = (groupId: string) => listed.get(groupId)?.orderIndex ?? Number.POSITIVE_INFINITY
  const groups = [...groupDomains<O['domains'][number]>(order.domains)]
    .sort(([a], [b]) => (position(a) === position(b) ? 0 : position(a) - position(b)))
    .map(([groupId, domains]): IndexedGroup<O> => {
      const group = listed.get(groupId)
      const tool = group?.sendingTool ?? order.sendingTool
      let text: string | undefined
      return {
        groupId,
        group,
        domains,
        plan: group?.plan,
        badge: groupBadge(
          domains.map(({ status }) => status),
          group?.hold !== undefined,
        ),
        tool,
        needsAttention: owes || groupNeedsAttention(group) || domains.some(domainNeedsAttention),
        waitsForCustomer: domains.some(({ status }) => waitsForCustomer(status, group?.hold !== undefined)),
        // Written once someone searches: the first list does not wait for it.
        get text() {
          text ??= searchText([
            ...domains.flatMap((d) => [d.domain, d.currentForwardingDomain ?? '']),
            sendingToolNames[tool],
            group?.companyName ?? '',
          ])
          return text
        },
      }
    })
  const domains = groups.flatMap((group) => group.domains)
  const counts = countDomains(domains)
  return {
    groups,
    badge: groupBadge(
      domains.map(({ status }) => status),
      order.groups.some(({ hold }) => hold !== undefined),
    ),
    counts,
    capacity: shownCapacity(order.monthlyCapacity, counts.total),
    text: searchText([order.forwardingDomain, order.companyName ?? '']),
  }
}

/** Whom an order is for; several where its groups were given names of their own. */
export const companyNamesOf = ({ companyName = '', groups }: ListedOrder): string => {
  const names = groups.length > 0 ? groups.map((group) => group.companyName ?? companyName) : [companyName]
  return [...new Set(names)].filter(Boolean).join(', ')
}

/** Worked out when it is first looked at: a list shows twenty orders of a thousand. */
function indexWhenAsked<O extends ListedOrder>(order: O, owes: boolean): IndexedOrder<O> {
  let made: ReturnType<typeof indexOrder<O>> | undefined
  const index = () => {
    made ??= indexOrder(order, owes)
    return made
  }
  return {
    order,
    owes,
    get groups() {
      return index().groups
    },
    get badge() {
      return index().badge
    },
    get needsAttention() {
      return orderNeedsAttention(order, owes)
    },
    get counts() {
      return index().counts
    },
    get capacity() {
      return index().capacity
    },
    get text() {
      return index().text
    },
    get matching() {
      return index().groups
    },
  }
}

/**
 * Works out at most once per answer of the server what every keystroke in the search box would otherwise work out
 * again: groups, badges, types, counts and searchable texts of all orders.
 * @param owing the ids of those for which something is owed
 */
export const indexOrders = <O extends ListedOrder>(
  orders: readonly O[],
  owing?: ReadonlySet<string>,
): IndexedOrder<O>[] => orders.map((order) => indexWhenAsked(order, owing?.has(order.orderId) ?? false))

/** Works out everything ahead of the first search. */
export function prepareSearch(index: readonly IndexedOrder[]): void {
  for (const { groups } of index) for (const group of groups) void group.text
}
