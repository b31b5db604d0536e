import { createHash } from 'node:crypto'
import { and, count, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainHealth, domainNames, domains, failedDeliveries } from '#base/db/schema/index.ts'
import type { FailedDelivery, RefusalRead } from '#vendors/ports/mailbox-hosts.ts'
import type { Unread } from './choose-unread.ts'

/** One of our domains', with what it takes to ask why; the recipient is in no row. */
export interface UnreadDelivery extends Unread, Pick<FailedDelivery, 'id' | 'recipient'> {
  mark: string
}

/** Rows of one statement. */
const slice = 1_000

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Nobody can find the recipient by it, since the id is kept nowhere and is random. */
const markOf = ({ id, recipient }: FailedDelivery): string =>
  createHash('sha256').update(`${id} ${recipient}`).digest('base64url').slice(0, 22)

/**
 * Keeps those that were sent from domains of this account, and not before they were their holder's. Returns the ones of
 * which nobody has asked why yet.
 */
export async function storeFailed(
  db: Db,
  accountId: string,
  failed: readonly FailedDelivery[],
): Promise<UnreadDelivery[]> {
  const held = await domainsAt(db, accountId)
  const ours = new Map(
    failed.flatMap((delivery): [string, UnreadDelivery][] => {
      const domain = held.get(domainOf(delivery.sender))
      const receiver = domainOf(delivery.recipient)
      // Anybody can write to the tenant in the name of a domain of it: what came to one is not sent by another.
      if (!domain || delivery.at < domain.since || held.has(receiver)) return []
      const { id, recipient, at } = delivery
      const mark = markOf(delivery)
      const row = { domainId: domain.id, mark, id, recipient, receiver, at, tries: 0 }
      return [[`${domain.id} ${mark}`, row]]
    }),
  )
  const rows = [...ours.values()]
  const unread: UnreadDelivery[] = []
  for (let from = 0; from < rows.length; from += slice) {
    const some = rows.slice(from, from + slice)
    await db
      .insert(failedDeliveries)
      .values(some.map(({ domainId, mark, receiver, at }) => ({ domainId, mark, receiver, at })))
      .onConflictDoNothing()
    const left = await db
      .select({
        domainId: failedDeliveries.domainId,
        mark: failedDeliveries.mark,
        tries: failedDeliveries.tries,
      })
      .from(failedDeliveries)
      .where(
        and(
          isNull(failedDeliveries.readAt),
          inArray(failedDeliveries.domainId, [...new Set(some.map(({ domainId }) => domainId))]),
          inArray(
            failedDeliveries.mark,
            some.map(({ mark }) => mark),
          ),
        ),
      )
    for (const { domainId, mark, tries } of left) {
      const delivery = ours.get(`${domainId} ${mark}`)
      if (delivery) unread.push({ ...delivery, tries })
    }
  }
  return unread
}

async function domainsAt(db: Db, accountId: string) {
  const rows = await db
    .select({ id: domains.id, name: domains.name, since: domains.createdAt })
    .from(domains)
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(eq(domainNames.providerAccountId, accountId), isNull(domains.releasedAt)))
  return new Map(rows.map(({ name, ...domain }) => [name, domain]))
}

/** How many refusals of a receiver were read of a domain since then. */
export async function readsLately(
  db: Db,
  of: readonly Unread[],
  since: Date,
): Promise<(domainId: string, receiver: string) => number> {
  if (of.length === 0) return () => 0
  const { domainId, receiver, at, readAt } = failedDeliveries
  const rows = await db
    .select({ domainId, receiver, reads: count() })
    .from(failedDeliveries)
    .where(
      and(
        inArray(domainId, [...new Set(of.map((each) => each.domainId))]),
        isNotNull(readAt),
        gte(at, since),
      ),
    )
    .groupBy(domainId, receiver)
  const reads = new Map(rows.map((row) => [`${row.domainId} ${row.receiver}`, row.reads]))
  return (domain, name) => reads.get(`${domain} ${name}`) ?? 0
}

/** Notes what was said of why one failed. Returns when it did, as far as is known. */
export async function storeRead(
  db: Db,
  { domainId, mark, at: taken }: UnreadDelivery,
  read: RefusalRead,
  now: number,
): Promise<Date> {
  // It failed after the host had taken it, and not in the future: else the host's word for when is none.
  const at = read.at && read.at >= taken && read.at.getTime() <= now ? read.at : taken
  await db
    .update(failedDeliveries)
    .set({ code: read.code, readAt: new Date(now), at })
    .where(and(eq(failedDeliveries.domainId, domainId), eq(failedDeliveries.mark, mark)))
  return at
}

/** Two hours of rounds. */
const triesMost = 8

/** Notes that the host was asked why one failed, and did not say. One that it never says is not described. */
export const storeTried = (db: Db, { domainId, mark }: UnreadDelivery, now: number) =>
  db
    .update(failedDeliveries)
    .set({
      tries: sql`${failedDeliveries.tries} + 1`,
      readAt: sql`case when ${failedDeliveries.tries} + 1 >= ${triesMost} then ${new Date(now).toISOString()}::timestamptz end`,
    })
    .where(and(eq(failedDeliveries.domainId, domainId), eq(failedDeliveries.mark, mark)))

/** What speaks of the sender is decided at once and not within the hour. */
export async function lookSoon(db: Db, domainIds: readonly string[]): Promise<void> {
  if (domainIds.length === 0) return
  await db
    .update(domainHealth)
    .set({ dueAt: sql`to_timestamp(0)` })
    .where(and(isNotNull(domainHealth.dueAt), inArray(domainHealth.domainId, [...domainIds])))
}
