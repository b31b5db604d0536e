import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domains } from '#base/db/schema/index.ts'

/** The holding keeps its name from every other order: until it is released, whatever is wanted of it. */
export const isHeld: SQL = isNull(domains.releasedAt)

/** The same for `domains` under another name, in a query written by hand. */
export const isHeldAs = (alias: string): SQL => sql`${sql.identifier(alias)}.released_at is null`

/** Held for a payment that has not come. */
export const isHeldUnpaid: SQL = sql`(${eq(domains.want, 'hold')} and ${isHeld})`

/** Not only held for a payment: such a name belongs to no order yet, or never did, and nothing shows or counts it. */
export const isOrdered: SQL = ne(domains.want, 'hold')

/** Those of the names that an order of any customer holds. */
export async function heldAmong(db: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const held = await db
    .select({ name: domains.name })
    .from(domains)
    .where(and(inArray(domains.name, [...names]), isHeld))
  return new Set(held.map(({ name }) => name))
}
