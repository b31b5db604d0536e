import { and, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainEvents, domainNames } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { appendEvent } from '#delivery/provisioning/events.ts'
import { factsOf } from '#delivery/provisioning/facts.ts'
import { readDesired } from '#delivery/provisioning/read-desired.ts'
import { standingOf, wantedRecords } from '#delivery/provisioning/wanted-records.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'
import type { Holding } from './deep-run.ts'

/** The kind of the event that keeps which records were written: what the product knows of them goes while it takes down. */
export const recordsEvent = 'deep.records'

/** Keeps what was written into the operator's zone, in the transaction that begins to take it down. */
export async function keepRecords(tx: Db, { customerId, domainId, name }: Holding): Promise<void> {
  const [row] = await tx.select().from(domainNames).where(eq(domainNames.name, name))
  const records = row ? wantedRecords(await readDesired(tx, name), factsOf(row)) : []
  await appendEvent(tx, {
    customerId,
    domainId,
    name,
    kind: recordsEvent,
    sentence: 'The records that were written are noted, to be removed',
    data: { records },
  })
}

/** Removes them once nothing needs them any more: the zone stays, and is as empty as it was. Success where they are gone. */
export async function removeRecords(
  { db, vendors }: Pick<Dependencies, 'db' | 'vendors'>,
  { domainId, name }: Holding,
): Promise<void> {
  const kept = await db
    .select({ data: domainEvents.data })
    .from(domainEvents)
    .where(and(eq(domainEvents.domainId, domainId), eq(domainEvents.kind, recordsEvent)))
  const written = kept.flatMap(({ data }) => data.records as DnsRecord[])
  if (written.length === 0 || !(await vendors.zones.hasZone(name))) return
  for (const { id } of standingOf(written, await vendors.zones.records(name)))
    await vendors.zones.deleteRecord(name, id)
}
