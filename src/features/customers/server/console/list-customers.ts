import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { QueryOf } from '#base/api/endpoint.ts'
import type { Db } from '#base/db/client.ts'
import { customers } from '#base/db/schema/index.ts'
import { isNotDeep } from '#delivery/domains/deep-customer.ts'
import type { customerList, ListedCustomer } from '../../api/console-customers.ts'
import { customerState } from './customer-state.ts'
import { onePage } from './one-page.ts'
import { liveColumns, monthlyCentsOf } from './what-is-live.ts'

/** A page of the customers that a search means, the newest first. */
export async function listCustomers(
  db: Db,
  { state, text, after }: QueryOf<typeof customerList>,
): Promise<{ customers: ListedCustomer[]; hasMore: boolean }> {
  const { rows, hasMore } = await onePage((limit) =>
    db
      .select({
        id: customers.id,
        name: customers.name,
        email: customers.email,
        state: customerState,
        since: customers.createdAt,
        billingStoppedAt: customers.billingStoppedAt,
        ...liveColumns,
      })
      .from(customers)
      .where(
        and(
          isNotDeep,
          state && sql`${customerState} = ${state}`,
          meantBy(text?.trim()),
          after === undefined ? undefined : isAfter(after),
        ),
      )
      .orderBy(desc(customers.createdAt), desc(customers.id))
      .limit(limit),
  )
  const page = rows.map(({ live, billingStoppedAt, since, ...row }) => ({
    ...row,
    monthlyCents: monthlyCentsOf(live, billingStoppedAt !== null),
    since: since.toISOString(),
  }))
  return { customers: page, hasMore }
}

const isAfter = (id: string): SQL => sql`(${customers.createdAt}, ${customers.id})
  < (select before.created_at, before.id from customers before where before.id = ${id})`

function meantBy(text: string | undefined): SQL | undefined {
  if (!text) return undefined
  const part = text.toLowerCase()
  return or(
    sql`position(${part} in lower(${customers.name})) > 0`,
    sql`position(${part} in lower(${customers.email})) > 0`,
    eq(customers.id, text),
    eq(customers.stripeCustomerId, text),
  )
}
