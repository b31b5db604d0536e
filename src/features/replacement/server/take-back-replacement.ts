import { and, eq, type SQL, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, domains } from '#base/db/schema/index.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import { fillMessage } from '#base/text/message.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeldUnpaid } from '#delivery/domains/held.ts'
import { lockPlaces, placeColumns } from '#delivery/domains/lock-places.ts'
import { isRunning, isRunningAs } from '#delivery/domains/running.ts'
import { allocateMailboxes } from '#delivery/provisioning/allocate-mailboxes.ts'
import { appendEvent } from '#delivery/provisioning/events.ts'
import { noteChange } from '#delivery/provisioning/note-change.ts'
import { retire } from '#delivery/provisioning/retire.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { overlapSentences } from '../rules/overlap.ts'
import { replaceDomainsMessages } from '../rules/replace-request.ts'
import { endOtherAttempts } from './other-attempts.ts'
import { purgeOfReplaced, refuseRestless } from './start-replacements.ts'

/**
 * The holding that still serves in the place of one that is on its way there: of those that the latter and its
 * predecessors were to replace, the only one that runs. For queries that join `domains` with another table.
 */
const servingId: SQL<string | null> = sql`(with recursive former as (
    select f.id, f.replaces_id, ${isRunningAs('f')} as runs from domains f where f.id = ${domains.replacesId}
    union all
    select f.id, f.replaces_id, ${isRunningAs('f')} from domains f join former on f.id = former.replaces_id
    where not former.runs
  ) select id from former where runs limit 1)`

/** The name of that holding, where the customer may still keep it. */
export const keepableName: SQL<string | null> = sql`case
  when ${domains.want} = 'run' and ${domains.replacedAt} is null and ${domains.releasedAt} is null
    and ${domains.replacesId} is not null
  then (select serving.name from domains serving where serving.id = ${servingId}
    and serving.bundle_id = ${domains.bundleId}
    and (${domains.source} = 'own' and ${domains.deliveredAt} is null or serving.falling_since is not null)) end`

/**
 * Gives up a name that was to take another one's place: an own one as long as it is not delivered, and any as long as the
 * other one goes on beside it. That one stays, sends as before and may be replaced again. Returns its name. Throws a
 * `Refusal`.
 */
export async function takeBackReplacement(
  deps: Dependencies,
  customerId: string,
  name: string,
): Promise<string> {
  const found = await findReplacement(deps.db, customerId, name)
  await endOtherAttempts(deps, [found.id], [], { keeps: [name], agreed: 'all' })
  return deps.db.transaction(async (tx) => {
    await lockPlaces(tx, [found])
    const given = await findReplacement(tx, customerId, name)
    const kept = given.keeps
    if (given.id !== found.id || kept === null)
      throw conflict(fillMessage(replaceDomainsMessages.notTakenBack, { d: name }))
    await refusePaying(tx, given)
    await retire(deps, tx, eq(domains.id, given.id), purgeOfReplaced)
    // Before the other one is back: a slot has one running domain that is not replaced.
    await tx.update(domains).set({ replacedAt: sql`now()`, replacesId: null }).where(eq(domains.id, given.id))
    const [before] = await tx
      .select({ fallingSince: domains.fallingSince, spentAt: domains.spentAt })
      .from(domains)
      .where(and(eq(domains.bundleId, given.bundleId), eq(domains.name, kept), isRunning))
    const [serving] = await tx
      .update(domains)
      .set({
        replacedAt: null,
        fallingSince: null,
        // One whose place a spare took falls on as before, and stays out of the changes of people.
        fallShare: sql`case when ${domains.spentAt} is not null then ${domains.fallShare} end`,
      })
      .where(and(eq(domains.bundleId, given.bundleId), eq(domains.name, kept), isRunning))
      .returning()
    if (!serving) throw conflict(fillMessage(replaceDomainsMessages.notTakenBack, { d: name }))
    const isKeptAsBefore = before?.fallingSince && !before.spentAt
    // While it only received, the people of its order may have changed without it.
    const changed = serving.spentAt ? [] : await allocateMailboxes(tx, deps.secrets, [serving])
    await noteChange(tx, 'people', changed)
    if (before?.fallingSince || changed.length > 0) await raiseWanted(tx, deps.queue, [kept])
    await refuseRestless(tx, [{ name: kept, bundleId: given.bundleId }])
    const happening = { customerId, kind: 'replacement.taken_back' }
    await appendEvent(tx, { ...happening, domainId: given.id, name, sentence: `Given up: ${kept} is kept` })
    await appendEvent(tx, {
      ...happening,
      domainId: serving.id,
      name: kept,
      sentence: isKeptAsBefore ? overlapSentences.kept(name) : `Kept: ${name} does not take its place`,
    })
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'domain.replacement_taken_back',
      subject: given.bundleId,
      data: { from: name, to: kept },
    })
    return kept
  })
}

/** A running name of the customer's live order, with the one that would stay in its place: null when none can. */
async function findReplacement(db: Db, customerId: string, name: string) {
  const [row] = await db
    .select({ ...placeColumns, keeps: keepableName })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(
      and(eq(domains.customerId, customerId), eq(domains.name, name), isRunning, eq(bundles.status, 'live')),
    )
  if (!row) throw notFound(`${name} is not among your active domains.`)
  return row
}

/** In another window, a moment ago: what is about to be paid for in its place is not to find another name there. */
async function refusePaying(tx: Db, { id }: { id: string }): Promise<void> {
  const [held] = await tx
    .select({ id: domains.id })
    .from(domains)
    .where(and(eq(domains.replacesId, id), isHeldUnpaid))
    .limit(1)
  if (held) throw conflict(replaceDomainsMessages.isBeingPaid)
}
