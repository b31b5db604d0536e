import { asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers, customerWords, memberships, users } from '#base/db/schema/index.ts'
import type { Found } from '../../api/console-find.ts'
import { findAtMost } from '../../rules/find-anything.ts'

/** Customers of whose name and address each word of the text begins a word, and whose people sign in with it. */
export async function customersCalled(db: Db, text: string): Promise<Found[]> {
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
export const customersKnownBy = (db: Db, id: string): Promise<Found[]> =>
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
