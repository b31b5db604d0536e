import { createHash } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '#base/db/client.ts'
import { checkouts, customers, orderListNumbers, orders } from '#base/db/schema/index.ts'
import { owingOrders } from '#features/billing/rules/owed-words.ts'
import { readDropped } from '#features/checkout/server/lost-payments.ts'
import { readBankPayments } from '#features/checkout/server/read-bank-payments.ts'
import {
  minutesSavedPerDomain,
  minutesSavedPerMailbox,
  plans,
  platformContents,
} from '#features/plans/rules/catalog.ts'
import { ordersInViewMost, listOrders as record } from '../api/orders.ts'
import { summaryOf } from '../rules/orders-summary.ts'
import { readInView } from './read-in-view.ts'
import { readListed } from './read-listed.ts'
import { readRefusedRenewals } from './read-refused-renewals.ts'

/** The list of a customer's paid orders, and what it is called in an `ETag`. */
export interface OrderList {
  tag: string
  /** Absent when the browser's own list is still right. */
  list?: z.output<typeof record.response>
}

/**
 * Lists all paid orders of a customer, the newest first, unless `knownTag` says that nothing has changed.
 * @param only of a large account, only the orders in view, and those of refused renewals
 */
export async function listOrders(
  db: Db,
  customerId: string,
  knownTag: string | undefined,
  only?: 'in-view',
): Promise<OrderList> {
  // Read before the rows: what changes in between is asked for again, and nothing is missed.
  const refusedRenewals = await readRefusedRenewals(db, customerId)
  const { number, isLarge, hasLost, hasBank } = await readNumber(db, customerId)
  const dropped = hasLost ? await readDropped(db, customerId) : []
  const withBank = hasBank ? await readBankPayments(db, customerId) : []
  const cursor = cursorOf(customerId, number)
  const isPart = only === 'in-view' && isLarge
  const tag = [
    cursor,
    ...refusedRenewals.map(
      ({ owed, until, hasEnded }) =>
        `${owed.map((each) => [each.invoiceId, each.cents, each.isToConfirm && 'c', each.isWrittenOff && 'w'].join('')).join('-')}-${until}${hasEnded ? '-e' : ''}`,
    ),
    ...dropped.map(({ checkoutId, domains }) => `${checkoutId}-${domains}`),
    ...withBank.map(({ checkoutId }) => checkoutId),
    ...(isPart ? [only] : []),
  ].join('.')
  if (tag === knownTag) return { tag }
  const besides = {
    refusedRenewals,
    ...(dropped.length > 0 && { dropped }),
    ...(withBank.length > 0 && { withBank }),
    cursor,
  }
  if (isPart) {
    const ids = await readInView(db, customerId, ordersInViewMost, refusedRenewals)
    return {
      tag,
      list: {
        orders: await readListed(db, customerId, [...ids, ...owingOrders(refusedRenewals)]),
        ...besides,
      },
    }
  }
  const listed = await readListed(db, customerId)
  const summary = summaryOf(listed.flatMap((order) => order.domains))
  return { tag, list: { orders: listed, summary, ...besides } }
}

/** An account of no more orders gets all of them in its first answer. */
const atOnce = 100

/** Names the customer and the form of the answer as well: of another one nothing is known. */
export const cursorOf = (customerId: string, number: number) => `${customerId}.${form}.${number}`

interface ListNumber {
  number: number
  isLarge: boolean
  hasLost: boolean
  hasBank: boolean
}

/** How many changes the list has had, whether it has more orders than come in one answer at first, payments lost, or any that a bank has. */
export async function readNumber(db: Db, customerId: string): Promise<ListNumber> {
  const [row] = await db
    .select({
      number: sql<number>`coalesce(${orderListNumbers.number}, 0)`.mapWith(Number),
      isLarge: sql<boolean>`exists (
        select from ${orders}
        where ${and(eq(orders.customerId, customerId), eq(orders.status, 'active'))} offset ${atOnce})`,
      hasLost: sql<boolean>`exists (
        select from ${checkouts} where ${and(eq(checkouts.customerId, customerId), isNotNull(checkouts.lost))})`,
      hasBank: sql<boolean>`exists (
        select from ${checkouts} where ${and(
          eq(checkouts.customerId, customerId),
          eq(checkouts.status, 'open'),
          isNotNull(checkouts.withBankSince),
        )})`,
    })
    .from(customers)
    .leftJoin(orderListNumbers, eq(orderListNumbers.customerId, customers.id))
    .where(eq(customers.id, customerId))
  return row ?? { number: 0, isLarge: false, hasLost: false, hasBank: false }
}

/** Changes with the form of the answer, so that a release does not leave an old one in browsers. */
const form = createHash('sha256')
  .update(
    JSON.stringify([
      z.toJSONSchema(record.response, { io: 'input' }),
      [plans, platformContents, minutesSavedPerMailbox, minutesSavedPerDomain],
    ]),
  )
  .digest('base64url')
  .slice(0, 8)
