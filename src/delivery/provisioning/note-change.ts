import { and, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domains } from '#base/db/schema/index.ts'
import type { DomainChange, DomainChangeKind } from '#features/domains/rules/domain-change.ts'
import { isHeld } from '../domains/held.ts'

/**
 * Notes what a customer has asked to be changed about these names, in the transaction of the change. Those that are
 * delivered stay so, and say that it is under way; the others are being set up anyhow.
 */
export async function noteChange(tx: Db, what: DomainChangeKind, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const change: DomainChange = { what, since: new Date().toISOString(), why: 'working' }
  await tx
    .update(domains)
    .set({ changing: change })
    .where(and(inArray(domains.name, [...names]), isHeld, sql`${domains.status} = 'done'`))
}
