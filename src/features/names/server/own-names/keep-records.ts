import { and, eq, inArray } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { domains, draftZones, keptRecords } from '#base/db/schema/index.ts'
import { changedMeanwhile, conflict, invalid } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { type KeptRecord, lineOfKept, readKeptRecords, type ZoneRecord } from '../../rules/kept-records.ts'
import { lockCustomer } from './draft-zones.ts'

/** Names that one customer keeps records of; nobody has more own domains. */
const namesMax = 2_000
/** A zone of records that were kept once is cleared of the newest of them. */
const droppedMax = 100

/**
 * Sets what is kept in our zone of an own name beside what its mailboxes need; an order of it may come later. What was
 * kept before and is not any more leaves the zone. `before` is what was kept when the change began. Returns the lines as they are kept. Throws a `Refusal`.
 */
export async function keepRecords(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  customerId: string,
  { domain: name, records: text, before }: { domain: string; records: string; before: string },
): Promise<string[]> {
  const read = readKeptRecords(name, text)
  if (!read.ok) throw invalid(read.problem.message, { records: read.problem.message })
  const lines = read.value.map(lineOfKept)
  await db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    const present = (await keptLinesOf({ db: tx }, customerId, [name])).get(name) ?? []
    if (present.join('\n') !== before)
      throw changedMeanwhile('These records were changed elsewhere meanwhile.', {
        records: present,
      })
    await setKept(tx, customerId, name, read.value)
    // A zone that was made before payment gets them by the next look at it.
    await tx
      .update(draftZones)
      .set({ state: 'asked', triedAt: null })
      .where(
        and(eq(draftZones.customerId, customerId), eq(draftZones.name, name), eq(draftZones.isMade, true)),
      )
    const held = await tx
      .select({ name: domains.name })
      .from(domains)
      .where(and(eq(domains.name, name), eq(domains.customerId, customerId), isHeld))
    await raiseWanted(
      tx,
      queue,
      held.map((each) => each.name),
    )
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'domain.records_kept',
      data: { names: [name], count: lines.length },
    })
  })
  return lines
}

/** `leaving`: what else is to leave its zone. In the caller's transaction, which has locked the customer's row. Throws a `Refusal`. */
export async function setKept(
  tx: Db,
  customerId: string,
  name: string,
  records: KeptRecord[],
  leaving: readonly ZoneRecord[] = [],
): Promise<void> {
  const lines = records.map(lineOfKept)
  const of = and(eq(keptRecords.customerId, customerId), eq(keptRecords.name, name))
  const [before] = await tx.select().from(keptRecords).where(of)
  if (!before && lines.length === 0 && leaving.length === 0) return
  if (!before && (await tx.$count(keptRecords, eq(keptRecords.customerId, customerId))) >= namesMax)
    throw conflict(`You keep records of ${namesMax} domains. Remove those of another one first.`)
  const dropped = [...leaving, ...(before?.records ?? []), ...(before?.dropped ?? [])]
    .filter((record) => !lines.includes(lineOfKept(record)))
    .slice(0, droppedMax)
  await tx
    .insert(keptRecords)
    .values({ customerId, name, records, dropped })
    .onConflictDoUpdate({
      target: [keptRecords.customerId, keptRecords.name],
      set: { records, dropped },
    })
}

/** What a customer keeps of these names, a line each, by name. */
export async function keptLinesOf(
  { db }: Pick<Dependencies, 'db'>,
  customerId: string,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .select()
    .from(keptRecords)
    .where(and(eq(keptRecords.customerId, customerId), inArray(keptRecords.name, [...names])))
  return new Map(rows.map(({ name, records }) => [name, records.map(lineOfKept)]))
}
