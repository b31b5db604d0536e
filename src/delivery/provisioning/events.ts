import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainEvents } from '#base/db/schema/index.ts'

export interface DomainEvent {
  customerId: string
  domainId: string
  name: string
  kind: string
  /** A sentence for the customer: "Verified at Microsoft". */
  sentence: string
  data?: Record<string, unknown>
}

/** The channel that carries ids of customers whose domains changed; see the live events of the API. */
export const eventsChannel = 'inboxyard_events'

/** Notes what happened to a name and tells listening processes to look again, once the transaction is through. */
export async function appendEvent(tx: Db, event: DomainEvent): Promise<void> {
  await tx.insert(domainEvents).values(event).returning(notifying(event.customerId))
}

/** The same as part of a larger statement, if the condition holds. */
export const appendingEvent = (
  { customerId, domainId, name, kind, sentence, data = {} }: DomainEvent,
  condition: SQL,
): SQL => sql`(
  insert into ${domainEvents} (customer_id, domain_id, name, kind, sentence, data)
  select ${customerId}, ${domainId}, ${name}, ${kind}, ${sentence}, ${JSON.stringify(data)}::jsonb where ${condition}
  returning ${notifying(customerId).notified})`

/** A hint to refetch; it carries an id and nothing else. */
export async function notifyCustomer(tx: Db, customerId: string): Promise<void> {
  await tx.execute(sql`select ${notifying(customerId).notified}`)
}

/** The same hint on the way, for the `returning` of a statement that changes a row: a step has dozens of them. */
export const notifying = (customerId: string) => ({
  notified: sql`pg_notify(${eventsChannel}, ${customerId})`,
})
