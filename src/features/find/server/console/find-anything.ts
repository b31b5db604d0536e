import { asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { mayStaff, type StaffRoleName } from '#base/access.ts'
import type { Db } from '#base/db/client.ts'
import { beginsWith } from '#base/db/like-beginning.ts'
import {
  bundles,
  checkouts,
  customers,
  customerWords,
  disputes,
  domains,
  memberships,
  orders,
  providerAccounts,
  refunds,
  users,
} from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { identitiesIn } from '#features/capacity/server/hosts/account-identities.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { planNamesOf } from '#features/plans/rules/price-list.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import { type Found, foundKinds } from '../../api/console-find.ts'
import { findAtMost, findMinLength } from '../../rules/find-anything.ts'
import { booksKnownBy } from './books-known-by.ts'
import { mailboxesAt, mailboxesKnownBy } from './mailboxes-at.ts'

/** Customers of whose name and address each word of the text begins a word, and whose people sign in with it. */
async function customersCalled(db: Db, text: string): Promise<Found[]> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const query = words.map((word) => `${word}:*`).join(' & ')
  const members = text.includes('@')
    ? await db
        .select({ customerId: memberships.customerId })
        .from(users)
        .innerJoin(memberships, eq(memberships.userId, users.id))
        .where(eq(sql`lower(${users.email})`, text.toLowerCase()))
    : []
  const [called, belonging] = await Promise.all([
    words.length > 0
      ? read(db, sql`${customerWords(customers)} @@ to_tsquery('simple', ${query})`)
      : Promise.resolve([]),
    members.length > 0
      ? read(
          db,
          inArray(
            customers.id,
            members.map(({ customerId }) => customerId),
          ),
          text,
        )
      : Promise.resolve([]),
  ])
  const there = new Set(called.map(({ page }) => page.id))
  return [...called, ...belonging.filter(({ page }) => !there.has(page.id))]
}

/** Our id of a customer, or the payment provider's. */
const customersKnownBy = (db: Db, id: string): Promise<Found[]> =>
  read(db, or(eq(customers.id, id.toLowerCase()), eq(customers.stripeCustomerId, id)), id)

async function read(db: Db, condition: SQL | undefined, matched?: string): Promise<Found[]> {
  const rows = await db
    .select({ id: customers.id, name: customers.name, email: customers.email })
    .from(customers)
    .where(condition)
    .orderBy(asc(customers.name), asc(customers.id))
    .limit(findAtMost)
  return rows.map(({ id, name, email }) => ({
    kind: 'customer',
    title: name,
    detail: email,
    ...(matched !== undefined && { matched }),
    page: { kind: 'customer', id },
  }))
}

/** Payments by an id of theirs, ours or the payment provider's, or by that of a refund, a dispute or a subscription. */
async function paymentsKnownBy(db: Db, id: string): Promise<Found[]> {
  const own = id.toLowerCase()
  const rows = await db
    .select({
      id: checkouts.id,
      status: checkouts.status,
      cents: checkouts.amountCents,
      orderId: checkouts.orderId,
      customerId: customers.id,
      customer: customers.name,
    })
    .from(checkouts)
    .innerJoin(customers, eq(customers.id, checkouts.customerId))
    .where(
      sql`${checkouts.id} in (
        select id from ${checkouts} where id = ${own}
        union all select id from ${checkouts} where session_id = ${id}
        union all select id from ${checkouts} where payment_intent_id = ${id}
        union all select id from ${checkouts} where subscription_id = ${id}
        union all select checkout_id from ${refunds} where id = ${own}
        union all select checkout_id from ${refunds} where stripe_refund_id = ${id}
        union all select checkout_id from ${disputes} where stripe_id = ${id}
        union all select c.id from ${disputes} d join ${checkouts} c on c.subscription_id = d.subscription_id
          where d.stripe_id = ${id})`,
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(findAtMost)
  return rows.map(({ status, cents, orderId, customerId, customer, ...checkout }) => ({
    kind: 'payment',
    title: checkout.id,
    detail: `${formatUsd(cents)} ${status} · ${customer}`,
    ...(checkout.id !== own && { matched: id }),
    page: orderId ? { kind: 'order', id: orderId } : { kind: 'customer', id: customerId },
  }))
}

/** Domains by the beginning of their name or by their id, whoever holds them or held them. */
async function domainsCalled(db: Db, by: { beginning: string } | { id: string }): Promise<Found[]> {
  // The few that are shown are chosen before anything is looked up about them, in the index's own order.
  const few = db
    .select({
      id: domains.id,
      name: domains.name,
      releasedAt: domains.releasedAt,
      customerId: domains.customerId,
    })
    .from(domains)
    .where('id' in by ? eq(domains.id, by.id) : beginsWith(domains.name, by.beginning))
    .orderBy(sql`${domains.name} using ~<~`)
    .limit(findAtMost)
    .as('few')
  const rows = await db
    .select({ id: few.id, name: few.name, releasedAt: few.releasedAt, customer: customers.name })
    .from(few)
    .innerJoin(customers, eq(customers.id, few.customerId))
    .orderBy(few.name)
  return rows.map(({ id, name, releasedAt, customer }) => ({
    kind: 'domain',
    title: name,
    detail: releasedAt ? `${customer} · released` : customer,
    ...('id' in by && { matched: by.id }),
    page: { kind: 'domain', id },
  }))
}

/**
 * Our accounts at mailbox hosts by the beginning of their label, or of what the host knows them by, in lower case. There
 * are a few, each read as a whole: its tenant's id is kept among its credentials only.
 */
async function accountsKnownBy(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  text: string,
): Promise<Found[]> {
  const rows = await db.select().from(providerAccounts).orderBy(asc(providerAccounts.createdAt))
  return rows.flatMap(({ id, vendor, label, credentials }): Found[] => {
    const known = identitiesIn(vendor, JSON.parse(secrets.open(credentials, placeOf.providerAccount(id))))
    const matched = known.find((each) => each.startsWith(text))
    if (!matched && !label.toLowerCase().startsWith(text)) return []
    return [
      {
        kind: 'account',
        title: label,
        detail: vendorNames[vendor],
        ...(matched && { matched }),
        page: { kind: 'account', id },
      },
    ]
  })
}

/** An order by its id, or by that of one of its groups. */
async function ordersKnownBy(
  { db, prices }: Pick<Dependencies, 'db' | 'prices'>,
  id: string,
): Promise<Found[]> {
  const rows = await db
    .select({ id: orders.id, plan: orders.plan, customer: customers.name })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      sql`${orders.id} in (select id from ${orders} where id = ${id} union all select order_id from ${bundles} where id = ${id})`,
    )
  const names = planNamesOf(prices.now)
  return rows.map((order) => ({
    kind: 'order',
    title: order.id,
    detail: `${planName(order.plan, names)} · ${order.customer}`,
    ...(order.id !== id && { matched: id }),
    page: { kind: 'order', id: order.id },
  }))
}

/** What an id looks like, ours or a third party's; names and addresses of one word do as well. */
const idForm = /^[\w-]{6,}$/

/**
 * What a text may mean to somebody of the staff with this role: the beginning of an address, of a name, of the words of
 * a customer, or an id of anybody's. Of each kind so many at most, in the order of the kinds. Payments are for those who
 * may see them.
 */
export async function findAnything(
  { db, secrets, prices }: Pick<Dependencies, 'db' | 'secrets' | 'prices'>,
  role: StaffRoleName,
  typed: string,
): Promise<Found[]> {
  const text = meant(typed)
  if (text.length < findMinLength) return []
  const byId = idForm.test(text)
    ? [
        domainsCalled(db, { id: text.toLowerCase() }),
        customersKnownBy(db, text),
        mailboxesKnownBy(db, text),
        ordersKnownBy({ db, prices }, text.toLowerCase()),
        ...(mayStaff(role, 'money.read') ? [paymentsKnownBy(db, text), booksKnownBy(db, text)] : []),
      ]
    : []
  const found = await Promise.all([
    customersCalled(db, text),
    domainsCalled(db, { beginning: text.replace(/^@/, '').toLowerCase() }),
    mailboxesAt(db, text.toLowerCase()),
    accountsKnownBy({ db, secrets }, text.toLowerCase()),
    ...byId,
  ])
  const all = found.flat()
  return foundKinds.flatMap((kind) => all.filter((each) => each.kind === kind).slice(0, findAtMost))
}

/** Of a page's address its host counts. */
function meant(typed: string): string {
  const text = typed.trim()
  return /^https?:\/\//i.test(text) ? (URL.parse(text)?.hostname.replace(/^www\./, '') ?? text) : text
}
