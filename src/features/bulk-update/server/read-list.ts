import { and, asc, desc, eq, gte, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bulkFetchAccounts, bulkFetches } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import type { InstantlyAccount } from '../rules/instantly.ts'
import { type LoadedList, listPartSize, loadedListMessages } from '../rules/loaded-list.ts'
import type { SmartleadAccount } from '../rules/smartlead.ts'
import { isGood } from './stored-fetch.ts'

type List = typeof bulkFetches.$inferSelect

/** Throws a `Refusal` for another customer's list as for none. */
async function findList(db: Db, customerId: string, fetchId: string): Promise<List> {
  const [list] = await db
    .select()
    .from(bulkFetches)
    .where(and(eq(bulkFetches.id, fetchId), eq(bulkFetches.customerId, customerId)))
  if (!list) throw notFound(loadedListMessages.gone)
  return list
}

export async function readList(db: Db, customerId: string, fetchId: string): Promise<LoadedList> {
  return present(await findList(db, customerId, fetchId))
}

/** The same for its customer's page, whose asking keeps it loading. */
export async function watchList(db: Db, customerId: string, fetchId: string): Promise<LoadedList> {
  const list = await findList(db, customerId, fetchId)
  if (list.status === 'loading')
    await db
      .update(bulkFetches)
      .set({ askedAt: sql`now()` })
      .where(
        and(
          eq(bulkFetches.id, fetchId),
          eq(bulkFetches.status, 'loading'),
          sql`${bulkFetches.askedAt} < now() - interval '5 seconds'`,
        ),
      )
  return present(list)
}

/** Those that are being loaded and those that updates may name, newest first. */
export async function recentLists(db: Db, customerId: string, tool: BulkToolId): Promise<LoadedList[]> {
  const lists = await db
    .select()
    .from(bulkFetches)
    .where(
      and(
        eq(bulkFetches.customerId, customerId),
        eq(bulkFetches.tool, tool),
        or(eq(bulkFetches.status, 'loading'), isGood),
      ),
    )
    .orderBy(desc(bulkFetches.createdAt))
  return lists.map(present)
}

/** The accounts of a list from a position on. */
export async function readListed(
  db: Db,
  customerId: string,
  fetchId: string,
  from: number,
): Promise<{ instantly?: InstantlyAccount[]; smartlead?: SmartleadAccount[] }> {
  const { tool } = await findList(db, customerId, fetchId)
  const { data, position } = bulkFetchAccounts
  const rows = await db
    .select({ data })
    .from(bulkFetchAccounts)
    .where(and(eq(bulkFetchAccounts.fetchId, fetchId), gte(position, from)))
    .orderBy(asc(position))
    .limit(listPartSize)
  return { [tool]: rows.map((row) => row.data) }
}

const present = (list: List): LoadedList => ({
  fetchId: list.id,
  tool: list.tool,
  status: list.status,
  domains: list.domains,
  ...(list.narrowing && { narrowing: list.narrowing }),
  read: list.read,
  found: list.found,
  total: list.total,
  ...(list.message !== null && { message: list.message }),
  ...(list.waitUntil && list.waitUntil > new Date() && { waitUntil: list.waitUntil.toISOString() }),
  ...(list.readAt && { readAt: list.readAt.toISOString() }),
  createdAt: list.createdAt.toISOString(),
  ...(list.pace && { pace: list.pace }),
})
