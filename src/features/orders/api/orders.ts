import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { owedRenewal } from '#features/billing/api/owed-renewal.ts'
import { bankPayment, droppedPayment } from '#features/checkout/api/ended-payments.ts'
import { domainChanges } from '#features/domains/rules/domain-change.ts'
import { anotherDomainPrices, troubleCauses } from '#features/domains/rules/domain-trouble.ts'
import { givenUpCauses } from '#features/domains/rules/given-up.ts'
import { domainField } from '#features/names/rules/domain-name.ts'
import { domainTypes } from '#features/names/rules/domain-type.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { domainStatuses, groupHolds } from '../rules/order-status.ts'

/** A moment as an ISO text. */
const time = z.string()
/** The same to the minute: see `toMinute`. */
const minute = z.string()

/**
 * A domain in the list of orders. A large account has ten thousand of them, so what can be derived or is
 * rarely different is left out: details come with the group. One that takes the place of another follows it.
 */
const listedDomain = z.object({
  domain: z.string(),
  domainType: z.enum(domainTypes),
  status: z.enum(domainStatuses),
  groupId: z.string(),
  /** Mailboxes that the sending tool has, while it has some but not all of them, and while they move to another one; 0 of a spent one whose mailboxes ended. */
  inboxes: z.optional(z.number()),
  /** Only while something is changed about it; it stays delivered. */
  changing: z.optional(z.enum(domainChanges)),
  /** Only where that was refused for good. */
  changeFailed: z.optional(z.boolean()),
  /** Only where it has lost its place: another domain was ordered for it, or it was taken back. */
  replacementOrdered: z.optional(z.boolean()),
  /** Until when it receives replies: only where it was replaced with an overlap, which has begun, or by a spare. */
  receivesUntil: z.optional(minute),
  /** Only where that was before it served anybody, or it was taken back. */
  givenUp: z.optional(z.enum(givenUpCauses)),
  /** A spare took its place: it waits in the reserve to be replaced. */
  isSpent: z.optional(z.boolean()),
  /** Someone else has shown that it is theirs. */
  taken: z.optional(z.boolean()),
  /** Only where it does not continue before a person acts. */
  trouble: z.optional(
    z.object({
      cause: z.enum(troubleCauses),
      /** Why, as a sentence. */
      note: z.optional(z.string()),
      /** Only where another domain may be chosen for it, and whether that is paid for. */
      anotherDomain: z.optional(z.enum(anotherDomainPrices)),
    }),
  ),
  /** Only where it differs from the order's. */
  currentForwardingDomain: z.optional(z.string()),
})
export type ListedDomain = z.output<typeof listedDomain>

/** A replacement or reinstatement of domains that has a payment page and is not paid. */
export const unpaidPayment = z.object({
  checkoutId: z.string(),
  kind: z.enum(['replace', 'reinstate']),
  /** Replaced, or to come back, in all groups that are paid for together. */
  domains: z.number(),
  cents: z.number(),
  /** The payment page; null for the moment in which it is made. */
  url: z.nullable(z.string()),
  /** Paid from a bank account, and not decided by its bank. */
  withBank: z.optional(z.boolean()),
  /** When the page closes, or the bank's time is over, and names held for it are free. */
  until: minute,
})
export type UnpaidPayment = z.output<typeof unpaidPayment>

/** A paid unit of an order. */
export const listedGroup = z.object({
  groupId: z.string(),
  /** From 1. */
  orderIndex: z.number(),
  plan: z.enum(planIds),
  /** What it costs every billing period while it is billed. */
  monthlyCents: z.number(),
  /** Paid for and not cancelled: what counts towards capacity. */
  live: z.boolean(),
  hold: z.optional(z.enum(groupHolds)),
  unpaid: z.optional(unpaidPayment),
  /** Both only where they differ from the order's. */
  sendingTool: z.optional(z.enum(sendingToolIds)),
  companyName: z.optional(z.string()),
})

const listedOrder = z.object({
  orderId: z.string(),
  /** A URL. */
  forwardingDomain: z.string(),
  /** Whom it is for: several orders may lead to one place. */
  companyName: z.string(),
  sendingTool: z.enum(sendingToolIds),
  /** Only where its domains are spares. */
  isReserve: z.optional(z.boolean()),
  /** Emails per month of the live groups. */
  monthlyCapacity: z.optional(z.number()),
  date: minute,
  lastUpdated: minute,
  groups: z.array(listedGroup),
  domains: z.array(listedDomain),
})
export type OrderListItem = z.output<typeof listedOrder>

const ordersSummary = z.object({
  /** Hours, with one decimal. */
  timeSaved: z.number(),
  /** Delivered mailboxes. */
  inboxCount: z.number(),
  totalDomains: z.number(),
  azureDomains: z.number(),
  googleDomains: z.number(),
})
export type OrdersSummary = z.output<typeof ordersSummary>

/** What is owed together for some orders. */
const refusedRenewal = z.object({
  orderIds: z.array(z.string()),
  /** The oldest first, one at least. */
  owed: z.array(owedRenewal),
  /** Until when what it is for continues; null once that is over and it is on hold. */
  until: z.nullable(time),
  /** The orders have ended: no card is charged for it unasked, and paying starts nothing. */
  hasEnded: z.optional(z.boolean()),
})
export type RefusedRenewal = z.output<typeof refusedRenewal>

/** Asks for the part of the list that is drawn first. */
export const ordersInView = { only: 'in-view' } as const
/** How many of a list that part shows at most: more rows than the tallest screen has room for. */
export const ordersInViewMost = 50

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  summary:
    'All orders of the customer, with what they amount to; those in view first; or what has changed since an earlier answer',
  access: 'customer',
  viewed: true,
  query: z.strictObject({
    /** The cursor of an earlier answer. One that is not known any more gets all orders. */
    since: z.optional(boundedText(200)),
    /** Of a large account, only the orders that a list shows at first; of any other one, all. */
    only: z.optional(z.literal(ordersInView.only)),
  }),
  response: z.object({
    orders: z.array(listedOrder),
    /** Ids of orders that are not in the list any more; only where `orders` are those that have changed. */
    gone: z.optional(z.array(z.string())),
    /** Only with all orders: its absence from a list that is not one of changes says that there are more. */
    summary: z.optional(ordersSummary),
    refusedRenewals: z.array(refusedRenewal),
    /** Absent where there are none. */
    dropped: z.optional(z.array(droppedPayment)),
    /** Absent where there are none, too. */
    withBank: z.optional(z.array(bankPayment)),
    /** Asks for what changes from now on. */
    cursor: z.string(),
  }),
})

export const validateDomain = endpoint({
  method: 'GET',
  path: '/api/orders/validate-domain',
  summary: 'Whether some order holds a domain already',
  access: 'customer',
  limit: 'existence',
  query: z.object({ domain: domainField }),
  response: z.object({ exists: z.boolean() }),
})
