import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { type GroupHold, isDeliberate } from '#features/orders/rules/order-holds.ts'
import { groupHolds } from '#features/orders/rules/order-status.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { changedAt, createdAt, moment, oneOf, rev, word } from './columns.ts'
import { toolConnections } from './connections.ts'
import { customers } from './customers.ts'
import { subscriptions } from './subscriptions.ts'

export const orderStatuses = ['awaiting_payment', 'active', 'expired'] as const
/**
 * One purchase, as it was ordered; only `forwardingUrl` follows, to where all of its running domains lead. Each group
 * has its settings to itself from then on.
 */
export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    plan: word(planIds).notNull(),
    forwardingUrl: text().notNull(),
    companyName: text().notNull(),
    stealthMode: boolean().notNull().default(false),
    profilePictureLink: text(),
    /** Its domains are spares: they warm up, send no cold mail, and take the place of one that is lost. */
    isReserve: boolean().notNull().default(false),
    status: word(orderStatuses).notNull().default('awaiting_payment'),
    /** Of what was asked for: the same draft from two tabs is one order. */
    fingerprint: text(),
    paidAt: moment(),
    createdAt: createdAt(),
    changedAt: changedAt(),
    rev: rev(),
  },
  (t) => [
    index('orders_customer').on(t.customerId, t.createdAt),
    index('orders_listed').on(t.createdAt, t.id),
    uniqueIndex('orders_one_unpaid')
      .on(t.customerId, t.fingerprint)
      .where(sql`${t.status} = 'awaiting_payment'`),
    oneOf('orders_plan', t.plan, planIds),
    oneOf('orders_status', t.status, orderStatuses),
  ],
)

/** Settings of a cancelled bundle that was asked to come back; secrets are behind the connection. */
export interface ReinstateWish {
  forwardingUrl: string
  companyName: string
  people: { firstName: string; lastName: string }[]
  connectionId: string
  profilePictureLink: string
}

/** The columns that say since when something is on hold, one for each cause. */
export const heldSince = {
  past_due: 'pastDueSince',
  paused: 'pausedSince',
  refund: 'refundedSince',
  dispute: 'disputedSince',
  operator: 'operatorHeldSince',
} as const satisfies Record<GroupHold, string>
const nameOf = (hold: GroupHold) => heldSince[hold].replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const bundleStatuses = ['awaiting_payment', 'live', 'cancelled', 'expired'] as const
/** The paid unit; the customer's `groupId`. */
export const bundles = pgTable(
  'bundles',
  {
    id: text().primaryKey(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    customerId: text()
      .notNull()
      .references(() => customers.id),
    orderIndex: integer().notNull(),
    plan: word(planIds).notNull(),
    connectionId: text()
      .notNull()
      .references(() => toolConnections.id),
    status: word(bundleStatuses).notNull().default('awaiting_payment'),
    /** Whom it is for, and the picture of its people, where they differ from what was ordered: see `groupSettings`. */
    companyName: text(),
    /** Empty: none. */
    profilePictureLink: text(),
    /** Since when it is on hold, for each cause on its own: one that ends says nothing about another. */
    pastDueSince: moment(),
    pausedSince: moment(),
    refundedSince: moment(),
    disputedSince: moment(),
    operatorHeldSince: moment(),
    /** The cause that is shown, and the one that decides what ends it. */
    hold: word(groupHolds).generatedAlwaysAs(
      sql.raw(
        `case ${groupHolds
          .toReversed()
          .map((hold) => `when ${nameOf(hold)} is not null then '${hold}'`)
          .join(' ')} end`,
      ),
    ),
    /** Since when it is not billed; while nothing but a renewal is refused, since when it is not served. */
    holdSince: moment().generatedAlwaysAs(
      sql.raw(
        `coalesce(least(${groupHolds.filter(isDeliberate).map(nameOf).join(', ')}), ${nameOf('past_due')})`,
      ),
    ),
    subscriptionId: text().references(() => subscriptions.stripeId),
    /** What its subscription bills for it every period, as it was paid for; null before that. */
    monthlyCents: integer(),
    cancelledAt: moment(),
    cancelReason: text(),
    /** What the bundle is to come back with, once that is paid. */
    reinstateWish: jsonb().$type<ReinstateWish | null>(),
    createdAt: createdAt(),
    changedAt: changedAt(),
    rev: rev(),
  },
  (t) => [
    unique('bundles_place').on(t.orderId, t.orderIndex),
    index('bundles_customer').on(t.customerId),
    index('bundles_subscription').on(t.subscriptionId),
    index('bundles_connection').on(t.connectionId),
    index('bundles_asked_back').on(t.changedAt).where(sql`${t.reinstateWish} is not null`),
    check('bundles_price', sql`${t.status} <> 'live' or ${t.monthlyCents} is not null`),
    oneOf('bundles_plan', t.plan, planIds),
    oneOf('bundles_status', t.status, bundleStatuses),
  ],
)
