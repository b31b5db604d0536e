import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, domains } from '#base/db/schema/index.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import { fillMessage } from '#base/text/message.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { lockPlaces, placeColumns } from '#delivery/domains/lock-places.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { appendEvent, notifyCustomer } from '#delivery/provisioning/events.ts'
import { retire } from '#delivery/provisioning/retire.ts'
import { overlapMessages, overlapSentences } from '../rules/overlap.ts'

/**
 * Takes a replaced domain down that goes on with an overlap; before its replacement is delivered, has it go as soon as
 * that is. Throws a `Refusal` when there is no overlap. Returns a sentence of what becomes of it.
 */
export async function endOverlap(deps: Dependencies, customerId: string, name: string): Promise<string> {
  const found = await findReplaced(deps.db, customerId, name)
  return deps.db.transaction(async (tx) => {
    await lockPlaces(tx, [found])
    const old = await findReplaced(tx, customerId, name)
    const happening = { customerId, domainId: old.id, name }
    const isCalledOff = await callOff(tx, old.id)
    if (!old.fallingSince && !isCalledOff) throw conflict(fillMessage(overlapMessages.none, { d: name }))
    if (old.fallingSince) await retire(deps, tx, eq(domains.id, old.id))
    await appendEvent(tx, {
      ...happening,
      kind: 'overlap.ended',
      sentence: old.fallingSince ? overlapSentences.endedNow() : overlapSentences.calledOff(),
    })
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'domain.overlap_ended',
      subject: old.bundleId,
      data: { names: [name] },
    })
    await notifyCustomer(tx, customerId)
    return old.fallingSince
      ? `${name} is being taken down.`
      : `${name} goes once its replacement is delivered.`
  })
}

/** Whether one was chosen for what is to take its place and is not delivered yet. */
async function callOff(tx: Db, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with recursive later as (
      select id from domains where replaces_id = ${id}
      union all select d.id from domains d join later l on d.replaces_id = l.id
    )
    update domains set with_overlap = false
    where id in (select id from later) and with_overlap and delivered_at is null returning id`)
  return rows.length > 0
}

async function findReplaced(db: Db, customerId: string, name: string) {
  const [row] = await db
    .select({ ...placeColumns, fallingSince: domains.fallingSince })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(
      and(
        eq(domains.customerId, customerId),
        eq(domains.name, name),
        isRunning,
        isNotNull(domains.replacedAt),
        eq(bundles.status, 'live'),
      ),
    )
  if (!row) throw notFound(fillMessage(overlapMessages.none, { d: name }))
  return row
}
