import { and, eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { domainNames, domains, keptRecords } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { factsOf } from '#delivery/provisioning/facts.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { lineOfKept } from '../../rules/kept-records.ts'
import { lockCustomer } from './draft-zones.ts'
import { setKept } from './keep-records.ts'

/**
 * Has records leave the zone of a name that keep what its mailboxes and its forwarding need out of it: those that its
 * customer was shown, and no others. Returns how many. Throws a `Refusal`.
 */
export async function replaceRecords(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  customerId: string,
  { domain: name, records: shown }: { domain: string; records: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    const [row] = await tx
      .select({ bundleId: domains.bundleId, facts: domainNames.facts, kept: keptRecords.records })
      .from(domains)
      .innerJoin(domainNames, eq(domainNames.name, domains.name))
      .leftJoin(keptRecords, and(eq(keptRecords.customerId, customerId), eq(keptRecords.name, name)))
      .where(and(eq(domains.name, name), eq(domains.customerId, customerId), isHeld))
    const leaving = (row && factsOf(row).inTheWay?.records) ?? []
    const lines = leaving.map(lineOfKept)
    if (!row || lines.length === 0 || lines.join('\n') !== shown)
      throw conflict(`The DNS records of ${name} have changed. Please reload the page.`)
    const kept = (row.kept ?? []).filter((record) => !lines.includes(lineOfKept(record)))
    await setKept(tx, customerId, name, kept, leaving)
    await raiseWanted(tx, queue, [name])
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'domain.records_replaced',
      subject: row.bundleId,
      data: { names: [name], count: lines.length },
    })
    return lines.length
  })
}
