import { randomInt } from 'node:crypto'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { allocateAddresses } from '#shared/people/mailbox-address.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { domains, mailboxes, personas } from '../db/schema/index.ts'
import { placeOf } from '../db/sealed-columns.ts'
import { isRunning } from '../domains/running.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** A statement takes 65,535 values, and a row has eight. */
const rowsPerInsert = 5_000

/** What hosts of both platforms accept; no letters that look alike. */
const passwordLetters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const newPassword = (): string =>
  `${Array.from({ length: 18 }, () => passwordLetters[randomInt(passwordLetters.length)]).join('')}aA9!`

type Holding = Pick<typeof domains.$inferSelect, 'id' | 'bundleId' | 'name' | 'platform' | 'customerId'>

/** The holdings of a bundle that mailboxes are wanted on; what only receives replies keeps those that it has. */
export const runningHoldings = (tx: Db, bundleId: string): Promise<Holding[]> =>
  tx
    .select()
    .from(domains)
    .where(
      and(eq(domains.bundleId, bundleId), isRunning, isNull(domains.fallingSince), isNull(domains.spentAt)),
    )

/**
 * Makes the mailbox rows of running holdings agree with the people of their bundles, inside the transaction that
 * changed one of them: people who stay keep their rows, a removed person's are disabled or go, missing ones are
 * added with addresses that nobody on the name ever had. Returns the names that changed.
 */
export async function allocateMailboxes(
  tx: Db,
  secrets: Secrets,
  holdings: readonly Holding[],
): Promise<string[]> {
  if (holdings.length === 0) return []
  const people = await readPeople(tx, holdings)
  const present = await readMailboxes(tx, holdings)
  const plans = holdings.map((holding) => planHolding(holding, people, present))
  const wake = plans.flatMap((plan) => plan.wake)
  if (wake.length > 0)
    await tx.update(mailboxes).set({ want: 'active', disabledAt: null }).where(inArray(mailboxes.id, wake))
  await retireMailboxes(
    tx,
    plans.flatMap((plan) => plan.retire),
  )
  const rows = plans.flatMap(({ holding, add }) => add.map((one) => newMailbox(secrets, holding, one)))
  for (let i = 0; i < rows.length; i += rowsPerInsert)
    await tx.insert(mailboxes).values(rows.slice(i, i + rowsPerInsert))
  return plans
    .filter(({ wake, retire, add }) => wake.length + retire.length + add.length > 0)
    .map(({ holding }) => holding.name)
}

const readPeople = (tx: Db, holdings: readonly Holding[]) =>
  tx
    .select()
    .from(personas)
    .where(
      and(
        inArray(personas.bundleId, [...new Set(holdings.map(({ bundleId }) => bundleId))]),
        isNull(personas.removedAt),
      ),
    )
    .orderBy(personas.position)

const readMailboxes = (tx: Db, holdings: readonly Holding[]) =>
  tx
    .select({
      id: mailboxes.id,
      domainId: mailboxes.domainId,
      name: mailboxes.name,
      personaId: mailboxes.personaId,
      countsForId: mailboxes.countsForId,
      swappedAt: mailboxes.swappedAt,
      localPart: mailboxes.localPart,
      want: mailboxes.want,
    })
    .from(mailboxes)
    .where(
      and(
        inArray(
          mailboxes.name,
          holdings.map(({ name }) => name),
        ),
        ne(mailboxes.want, 'purged'),
      ),
    )
    .orderBy(mailboxes.createdAt, mailboxes.localPart)

interface NewMailbox {
  personaId: string
  localPart: string
  /** In whose share it counts, where that is somebody else's. */
  countsForId?: string | null
}

/** Which mailboxes of a name are wanted again or no longer, and which are missing. */
function planHolding(
  holding: Holding,
  people: Awaited<ReturnType<typeof readPeople>>,
  present: Awaited<ReturnType<typeof readMailboxes>>,
): { holding: Holding; wake: string[]; retire: string[]; add: NewMailbox[] } {
  const ofName = present.filter((mailbox) => mailbox.name === holding.name)
  const staying = new Set(people.map(({ id }) => id))
  const wanted = people
    .filter((person) => person.bundleId === holding.bundleId)
    .map((person) => {
      const count = holding.platform === 'azure' ? person.azurePerDomain : person.googlePerDomain
      const rows = ofName
        .filter((mailbox) => (mailbox.countsForId ?? mailbox.personaId) === person.id)
        .filter((mailbox) => mailbox.domainId === holding.id && mailbox.swappedAt === null)
        // Somebody may have left whose mailbox counts for a person who stays.
        .filter((mailbox) => staying.has(mailbox.personaId))
        .slice(0, count)
      return { person, count, rows }
    })
  const kept = new Set(wanted.flatMap(({ rows }) => rows.map((row) => row.id)))
  const fresh = allocateAddresses({
    people: wanted.map(({ person, count, rows }) => ({
      personaId: person.id,
      firstName: person.firstName,
      lastName: person.lastName,
      count,
      kept: rows.map((row) => row.localPart),
    })),
    taken: new Set(ofName.map((mailbox) => mailbox.localPart)),
  })
  return {
    holding,
    wake: ofName.filter(({ id, want }) => kept.has(id) && want !== 'active').map(({ id }) => id),
    retire: ofName.filter(({ id, want }) => !kept.has(id) && want === 'active').map(({ id }) => id),
    add: [...fresh].flatMap(([personaId, localParts]) =>
      localParts.map((localPart) => ({ personaId, localPart })),
    ),
  }
}

export function newMailbox(
  secrets: Secrets,
  { customerId, id: domainId, name }: Holding,
  { personaId, localPart, countsForId = null }: NewMailbox,
): typeof mailboxes.$inferInsert {
  const id = newId('mailbox')
  const secret = secrets.seal(newPassword(), placeOf.mailbox(id))
  return { id, customerId, domainId, name, personaId, countsForId, localPart, secret }
}

/**
 * What a host may have is disabled and kept for the time of grace. A row that no host was ever told of goes at once:
 * there is nothing to keep, and it would take a place from others. The rest is what is left in the same transaction,
 * so a row that a worker has just begun to make is kept.
 */
export async function retireMailboxes(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const dropped = inArray(mailboxes.id, [...ids])
  await tx
    .delete(mailboxes)
    .where(and(dropped, isNull(mailboxes.toldAt), isNull(mailboxes.externalId), isNull(mailboxes.hostState)))
  await tx.update(mailboxes).set({ want: 'disabled', disabledAt: sql`now()` }).where(dropped)
}
