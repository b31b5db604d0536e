import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, domains, mailboxes, personas } from '#base/db/schema/index.ts'
import { conflict, ruleBroken } from '#base/http/refusal.ts'
import { namingOf } from '#base/prices/naming.ts'
import { fillMessage } from '#base/text/message.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { allocateMailboxes, runningHoldings } from '#delivery/provisioning/allocate-mailboxes.ts'
import { noteChange } from '#delivery/provisioning/note-change.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { formerMailboxesMax, tooManyFormer } from '../rules/former-mailboxes.ts'
import { diffPeople } from '../rules/people-diff.ts'
import { fullNameKey, type PersonName, peopleProblem } from '../rules/person-name.ts'
import { sharesAfter } from '../rules/shares-after.ts'
import type { PersonShare } from '../rules/username-update.ts'
import { newPersona } from './new-persona.ts'

/**
 * Makes these the people of a bundle, inside the caller's transaction, which holds the bundle's row. Those who
 * stay keep their mailboxes; those who leave, and those who get fewer on a platform, lose theirs there; the
 * latter are made again.
 */
export async function changePeople(
  deps: Pick<Dependencies, 'secrets' | 'queue' | 'config' | 'brand' | 'prices'>,
  tx: Db,
  bundleId: string,
  people: readonly PersonName[],
  context: 'orders' | 'reinstate',
): Promise<void> {
  const { secrets, queue } = deps
  const held = await tx
    .selectDistinct({ platform: domains.platform, plan: bundles.plan })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(and(eq(domains.bundleId, bundleId), isRunning))
  const platforms = held.map(({ platform }) => platform)
  const plans = held.map(({ plan }) => plan)
  const crowd = peopleProblem(people, { context, plans, naming: namingOf(deps) })
  if (crowd) throw ruleBroken(crowd.message)

  const rows = await tx
    .select()
    .from(personas)
    .where(and(eq(personas.bundleId, bundleId), isNull(personas.removedAt)))
    .orderBy(personas.position)
  const rowOf = new Map(rows.map((row) => [fullNameKey(row), row]))
  const before = rows.map(({ firstName, lastName, azurePerDomain, googlePerDomain }) => ({
    firstName,
    lastName,
    azure: azurePerDomain,
    google: googlePerDomain,
  }))
  const after = sharesAfter(people, before, platforms)
  const positionOf = new Map(after.map((share, position) => [fullNameKey(share), position]))
  const add = (share: PersonShare) =>
    addPersona(tx, bundleId, rows[0]?.customerId ?? '', share, positionOf.get(fullNameKey(share)) ?? 0)

  for (const change of diffPeople(before, after)) {
    const row = 'before' in change ? rowOf.get(fullNameKey(change.before)) : undefined
    if (change.kind === 'added') await add(change.after)
    else if (!row) throw new Error('A person vanished while being compared.')
    else if (change.kind === 'removed') await removePersona(tx, row.id)
    else if (change.kind === 'reduced') {
      await removePersona(tx, row.id)
      await moveMailboxes(tx, row.id, await add(change.after), change.on)
    } else {
      await tx
        .update(personas)
        .set({
          firstName: change.after.firstName,
          lastName: change.after.lastName,
          azurePerDomain: change.after.azure,
          googlePerDomain: change.after.google,
          position: positionOf.get(fullNameKey(change.after)) ?? row.position,
        })
        .where(eq(personas.id, row.id))
    }
  }
  const names = await allocateMailboxes(tx, secrets, await runningHoldings(tx, bundleId))
  // A reinstatement is paid, and its payment is noted in this transaction.
  if (context === 'orders') await refuseTooManyFormer(tx, names)
  await noteChange(tx, 'people', names)
  await raiseWanted(tx, queue, names)
}

/** What is removed stays at the host for a while, so changing again and again would fill it. Undoes the transaction. */
export async function refuseTooManyFormer(tx: Db, names: readonly string[]): Promise<void> {
  const kept = await tx
    .select({ name: domains.name, platform: domains.platform, count: sql<number>`count(*)::int` })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .where(and(inArray(domains.name, [...names]), isHeld, eq(mailboxes.want, 'disabled')))
    .groupBy(domains.name, domains.platform)
  const full = kept.find(({ platform, count }) => count > formerMailboxesMax(platform))
  if (full) throw conflict(fillMessage(tooManyFormer, { d: full.name }))
}

async function addPersona(
  tx: Db,
  bundleId: string,
  customerId: string,
  share: PersonShare,
  position: number,
): Promise<string> {
  const persona = newPersona({ customerId, bundleId }, share, position)
  await tx.insert(personas).values(persona)
  return persona.id
}

const removePersona = (tx: Db, id: string) =>
  tx.update(personas).set({ removedAt: new Date() }).where(eq(personas.id, id))

/** On platforms where a person's count did not fall, the mailboxes go over as they are. */
async function moveMailboxes(
  tx: Db,
  fromId: string,
  toId: string,
  fallen: readonly Platform[],
): Promise<void> {
  const isNotFallen = sql`${domains.platform} not in (${sql.join(
    fallen.map((p) => sql`${p}`),
    sql`, `,
  )})`
  const standing = tx.select({ id: domains.id }).from(domains).where(isNotFallen)
  const kept = tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .where(and(eq(mailboxes.personaId, fromId), isNotFallen))
  await tx.update(mailboxes).set({ personaId: toId }).where(inArray(mailboxes.id, kept))
  await tx
    .update(mailboxes)
    .set({ countsForId: toId })
    .where(and(eq(mailboxes.countsForId, fromId), inArray(mailboxes.domainId, standing)))
}
