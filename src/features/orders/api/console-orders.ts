import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { groupHolds } from '../rules/order-status.ts'

const moment = z.string()
const id = boundedText(60)
const params = z.object({ orderId: id })

const consoleOrderStates = ['awaiting_payment', 'active', 'expired'] as const

const consoleOrder = z.object({
  id: z.string(),
  customer: z.object({ id: z.string(), name: z.string() }),
  companyName: z.string(),
  plan: z.enum(planIds),
  /** Its domains are spares. */
  isReserve: z.boolean(),
  status: z.enum(consoleOrderStates),
  /** Groups that are paid for and not cancelled. */
  liveGroups: z.number(),
  domains: z.number(),
  done: z.number(),
  stuck: z.number(),
  /** Why groups are on hold. */
  holds: z.array(z.enum(groupHolds)),
  isSuspended: z.boolean(),
  /** What its live groups cost every month, before promotions; null for those who may not see money. */
  monthlyCents: z.nullable(z.number()),
  since: moment,
})
export type ConsoleOrder = z.output<typeof consoleOrder>

/** What a list of orders can be narrowed to: `refused`, whose subscription has a renewal that was refused. */
export const orderTroubles = ['held', 'stuck', 'unrefunded', 'disputed', 'refused'] as const

export const consoleOrders = endpoint({
  method: 'GET',
  path: '/api/operator/orders',
  summary: 'Staff: orders, newest first, a hundred at a time',
  access: 'staff:customers.read',
  query: z.object({
    state: z.optional(z.enum(consoleOrderStates)),
    plan: z.optional(z.enum(planIds)),
    only: z.optional(z.enum(orderTroubles)),
    customer: z.optional(id),
    /** An order's id, one of its domains, or what its customer's address or company begins with. */
    text: z.optional(boundedText(254)),
    after: z.optional(id),
  }),
  response: z.object({ orders: z.array(consoleOrder), next: z.nullable(z.string()) }),
})

const group = z.object({
  id: z.string(),
  orderIndex: z.number(),
  companyName: z.string(),
  status: z.enum(['awaiting_payment', 'live', 'cancelled', 'expired']),
  holds: z.array(z.object({ why: z.enum(groupHolds), since: moment })),
  tool: z.string(),
  /** What the tool says of its credentials. */
  toolProblem: z.nullable(z.string()),
  domains: z.number(),
  mailboxes: z.number(),
  paidUntil: z.nullable(moment),
  cancelledAt: z.nullable(moment),
  cancelReason: z.nullable(z.string()),
})
export type ConsoleGroup = z.output<typeof group>

const payment = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  cents: z.number(),
  refundedCents: z.number(),
  at: moment,
})
export type ConsolePayment = z.output<typeof payment>

/** What an act on an order would touch, and why it cannot be done now. */
const impact = z.object({
  groups: z.number(),
  domains: z.number(),
  mailboxes: z.number(),
  refusal: z.nullable(z.string()),
})

export const consoleOrderPage = endpoint({
  method: 'GET',
  path: '/api/operator/orders/:orderId',
  summary: 'Staff: one order, with its groups, payments and what was done to it',
  access: 'staff:customers.read',
  params,
  response: z.object({
    order: consoleOrder,
    customerEmail: z.string(),
    groups: z.array(group),
    /** Null for those who may not see money. */
    payments: z.nullable(z.array(payment)),
    activity: z.array(z.object({ at: moment, who: z.string(), sentence: z.string() })),
    acts: z.object({ hold: impact, release: impact, end: impact }),
    /** What a release says about money; null for those who may not see it, and where nothing is on hold. */
    chargeAfterRelease: z.object({
      inTurn: z.nullable(z.string()),
      /** Where a period may begin with it, and be charged at once. */
      now: z.nullable(z.string()),
    }),
  }),
})
export type ConsoleOrderPage = z.output<(typeof consoleOrderPage)['response']>

const word = z.optional(boundedText(20))
const told = z.object({ message: z.string() })

export const holdConsoleOrder = endpoint({
  method: 'POST',
  path: '/api/operator/orders/:orderId/hold',
  summary: 'Staff: stop the mailboxes and the billing of an order',
  access: 'staff:customers.manage',
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({ word }),
  response: told,
})

export const releaseConsoleOrder = endpoint({
  method: 'POST',
  path: '/api/operator/orders/:orderId/release',
  summary: 'Staff: let an order on hold run and be billed again, from now on or in turn',
  access: 'staff:customers.manage',
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({ word, chargesNow: z.optional(z.boolean()) }),
  response: told,
})

export const endReasonMax = 500

export const endConsoleOrder = endpoint({
  method: 'POST',
  path: '/api/operator/orders/:orderId/end',
  summary: 'Staff: cancel an order for good',
  access: 'staff:customers.manage',
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({
    /** As the customer reads it. */
    reason: boundedText(endReasonMax).check(z.trim(), z.minLength(1, 'Please say why.')),
    word,
  }),
  response: told,
})
