import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { memberships, users } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'

/** Someone who signs in for a customer. */
export interface Member {
  customerId: string
  userId: string
  email: string
  name: string
}

async function find(db: Db, which: SQL | undefined): Promise<Member | undefined> {
  const [member] = await db
    .select({
      customerId: memberships.customerId,
      userId: users.id,
      email: users.email,
      name: users.name,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(which)
  return member
}

export const memberOf = (db: Db, customerId: string, userId: string): Promise<Member | undefined> =>
  find(db, and(eq(memberships.customerId, customerId), eq(memberships.userId, userId)))

/** Throws a `Refusal` when nobody signs in for a customer with the address. */
export async function memberByEmail(db: Db, email: string): Promise<Member> {
  const member = await find(db, sql`lower(${users.email}) = ${email.toLowerCase()}`)
  if (!member) throw notFound(`Nobody signs in for a customer with the address ${email}.`)
  return member
}
