import { randomInt } from 'node:crypto'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { domains, mailboxes, type personas } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import { required } from '#base/text/required.ts'
import { allocateAddresses } from '#features/people/rules/mailbox-address.ts'
import { isRunning } from '../domains/running.ts'

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
 * added with addresses that nobody else on the name ever had. Returns the names that changed.
 */
export async function allocateMailboxes(
  tx: Db,
  secrets: Secrets,
  holdings: readonly Holding[],
  /** `mailboxBasis` of each by the holding's id, where another statement has read it. */
  known?: ReadonlyMap<string, MailboxBasis>,
): Promise<string[]> {
  if (holdings.length === 0) return []
  const bases = known ?? (await readBases(tx, holdings))
  const staying = new Set([...bases.values()].flatMap(({ people }) => people.map(({ id }) => id)))
  const plans = holdings.map((holding) =>
    planHolding(holding, required(bases.get(holding.id), holding.name), staying),
  )
  const wake = plans.flatMap((plan) => plan.wake)
  if (wake.length > 0)
    await tx.update(mailboxes).set({ want: 'active', disabledAt: null }).where(inArray(mailboxes.id, wake))
  await retireMailboxes(
    tx,
    plans.flatMap((plan) => plan.retire),
  )
  const rows = plans.flatMap(({ holding, add }) => add.map((one) => newMailbox(secrets, holding, one)))
  await insertMailboxes(tx, rows)
  return plans
    .filter(({ wake, retire, add }) => wake.length + retire.length + add.length > 0)
    .map(({ holding }) => holding.name)
}

/** What the mailboxes of a holding are planned from: the people of its bundle, and what its name has or had. */
export interface MailboxBasis {
  people: Pick<
    typeof personas.$inferSelect,
    'id' | 'firstName' | 'lastName' | 'azurePerDomain' | 'googlePerDomain'
  >[]
  present: (Pick<
    typeof mailboxes.$inferSelect,
    'id' | 'domainId' | 'personaId' | 'countsForId' | 'localPart' | 'want'
  > & { isSwapped: boolean })[]
  /** Addresses that another customer had on the name: mail to them is still theirs, and so may what their host keeps be. */
  earlier: string[]
}

/** The same as a scalar of a statement over `domains`. */
export const earlierAddresses: SQL<string[]> = sql`(select coalesce(jsonb_agg(m.local_part), '[]')
    from domains earlier join mailboxes m on m.domain_id = earlier.id
    where earlier.name = domains.name and earlier.customer_id <> domains.customer_id)`

/** The same as a scalar of a statement over `domains`. */
export const mailboxBasis: SQL<MailboxBasis> = sql`jsonb_build_object(
  'people', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
      'azurePerDomain', p.azure_per_domain, 'googlePerDomain', p.google_per_domain) order by p.position), '[]')
    from personas p where p.bundle_id = domains.bundle_id and p.removed_at is null),
  'present', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', m.id, 'domainId', m.domain_id, 'personaId', m.persona_id, 'countsForId', m.counts_for_id,
      'localPart', m.local_part, 'want', m.want, 'isSwapped', m.swapped_at is not null)
      order by m.created_at, m.local_part), '[]')
    from mailboxes m where m.name = domains.name and m.want <> 'purged'),
  'earlier', ${earlierAddresses})`

async function readBases(tx: Db, holdings: readonly Holding[]): Promise<Map<string, MailboxBasis>> {
  const rows = await tx
    .select({ id: domains.id, basis: mailboxBasis })
    .from(domains)
    .where(
      inArray(
        domains.id,
        holdings.map(({ id }) => id),
      ),
    )
  return new Map(rows.map(({ id, basis }) => [id, basis]))
}

interface NewMailbox {
  personaId: string
  localPart: string
  /** In whose share it counts, where that is somebody else's. */
  countsForId?: string | null
}

/** Which mailboxes of a name are wanted again or no longer, and which are missing. */
function planHolding(
  holding: Holding,
  { people, present, earlier }: MailboxBasis,
  /** People, by id: of its bundle, and of those whose domains are planned together with it. */
  staying: ReadonlySet<string>,
): { holding: Holding; wake: string[]; retire: string[]; add: NewMailbox[] } {
  const wanted = people.map((person) => {
    const count = holding.platform === 'azure' ? person.azurePerDomain : person.googlePerDomain
    const rows = present
      .filter((mailbox) => (mailbox.countsForId ?? mailbox.personaId) === person.id)
      .filter((mailbox) => mailbox.domainId === holding.id && !mailbox.isSwapped)
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
    taken: new Set([...present.map((mailbox) => mailbox.localPart), ...earlier]),
  })
  return {
    holding,
    wake: present.filter(({ id, want }) => kept.has(id) && want !== 'active').map(({ id }) => id),
    retire: present.filter(({ id, want }) => !kept.has(id) && want === 'active').map(({ id }) => id),
    add: [...fresh].flatMap(([personaId, localParts]) =>
      localParts.map((localPart) => ({ personaId, localPart })),
    ),
  }
}

export function newMailbox(
  secrets: Secrets,
  { customerId, id: domainId, name }: Holding,
  { personaId, localPart, countsForId = null }: NewMailbox,
) {
  const id = newId('mailbox')
  const secret = secrets.seal(newPassword(), placeOf.mailbox(id))
  return { id, customerId, domainId, name, personaId, countsForId, localPart, secret }
}

/**
 * All rows as one value. A small order has a hundred, and to put a statement with eight values for each together took a
 * tenth of what paying for it takes of the processor.
 */
async function insertMailboxes(tx: Db, rows: readonly ReturnType<typeof newMailbox>[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into mailboxes (id, customer_id, domain_id, name, persona_id, counts_for_id, local_part, secret)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      "id" text, "customerId" text, "domainId" text, "name" text, "personaId" text, "countsForId" text,
      "localPart" text, "secret" text)`)
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
