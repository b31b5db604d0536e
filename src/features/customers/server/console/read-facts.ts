import { eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { CustomerFacts } from '../../api/console-customer.ts'
import { customerActMessages } from '../../rules/customer-acts.ts'
import { isClosingUnfinished } from '../closing-unfinished.ts'
import { billedCount } from '../left-over.ts'
import { customerState } from './customer-state.ts'
import { customerId, liveColumns, monthlyCentsOf } from './what-is-live.ts'

/** How many rows of a table are a customer's. */
const countIn = (table: string, condition: string) =>
  sql<number>`(select count(*)::int from ${sql.identifier(table)} t where t.customer_id = ${customerId} and ${sql.raw(condition)})`

/** What is known of a customer, and what an act would touch at this moment. Throws a `Refusal` for no one. */
export async function readFacts(db: Db, id: string): Promise<CustomerFacts> {
  const [row] = await db
    .select({
      id: customers.id,
      name: customers.name,
      email: customers.email,
      state: customerState,
      since: customers.createdAt,
      stripeCustomerId: customers.stripeCustomerId,
      termsAcceptedAt: customers.termsAcceptedAt,
      disabledAt: customers.disabledAt,
      suspendedAt: customers.suspendedAt,
      billingStoppedAt: customers.billingStoppedAt,
      eraseDueAt: customers.eraseDueAt,
      erasedAt: customers.erasedAt,
      isClosingUnfinished,
      healthMode: customers.healthMode,
      ...liveColumns,
      billed: billedCount,
      // Made at their host, and not removed since.
      mailboxes: countIn('mailboxes', `t.want <> 'purged' and t.external_id is not null`),
      openPages: countIn('checkouts', `t.status in ('prepared', 'open')`),
      sessions: countIn('refresh_families', 't.ended_at is null and t.expires_at > now()'),
      bulkUpdates: countIn('bulk_jobs', `t.status in ('queued', 'running', 'cancelling')`),
    })
    .from(customers)
    .where(eq(customers.id, id))
  if (!row) throw notFound(customerActMessages.noCustomer)
  const { live, billingStoppedAt, ...facts } = row
  const isoOf = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    ...facts,
    since: row.since.toISOString(),
    termsAcceptedAt: isoOf(row.termsAcceptedAt),
    disabledAt: isoOf(row.disabledAt),
    suspendedAt: isoOf(row.suspendedAt),
    eraseDueAt: isoOf(row.eraseDueAt),
    erasedAt: isoOf(row.erasedAt),
    isBillingStopped: billingStoppedAt !== null,
    groups: live.reduce((sum, { count }) => sum + count, 0),
    monthlyCents: monthlyCentsOf(live, billingStoppedAt !== null),
  }
}
