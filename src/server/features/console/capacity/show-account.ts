import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { ConsoleAccountPage } from '#shared/api/console/capacity.ts'
import type { Db } from '../../../db/client.ts'
import { domainNames, providerAccounts, workItems } from '../../../db/schema/index.ts'
import { placeOf } from '../../../db/sealed-columns.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { notFound } from '../../../http/refusal.ts'
import { standingAt, waitsAt } from '../../provider-accounts/account.ts'
import { alarmsOfAccount } from '../../provider-accounts/account-alarms.ts'
import { shownIdentity } from '../../provider-accounts/account-identities.ts'
import { readAccountCapacity } from './read-capacity.ts'
import { readMoves } from './read-moves.ts'
import { readTimeline } from './read-timeline.ts'

/** Open work items that are shown of an account; the list of work has all. */
const workShown = 50
/** Names that are told of those that wait for their owner; the list of its domains has all. */
const namesShown = 20

/** One tenant or Google account. Throws a `Refusal` when there is none. */
export async function showAccount(
  { db, secrets, brand }: Pick<Dependencies, 'db' | 'secrets' | 'brand'>,
  id: string,
): Promise<ConsoleAccountPage> {
  const account = await readAccountCapacity(db, id)
  const [row] = await db.select().from(providerAccounts).where(eq(providerAccounts.id, id))
  if (!account || !row) throw notFound('There is no such account.')
  const credentials: unknown = JSON.parse(secrets.open(row.credentials, placeOf.providerAccount(id)))
  const [alarms, standing, waiting, moves, work, timeline] = await Promise.all([
    alarmsOfAccount(db, id),
    db.$count(domainNames, standingAt(id)),
    readWaiting(db, id),
    readMoves(db, id),
    readWork(db, id),
    readTimeline(db, id, brand.now.productName),
  ])
  return {
    account,
    identity: shownIdentity(row.vendor, credentials),
    since: row.createdAt.toISOString(),
    alarms,
    standing,
    waiting,
    moves,
    work,
    timeline,
  }
}

async function readWaiting(db: Db, accountId: string): Promise<ConsoleAccountPage['waiting']> {
  const rows = await db
    .select({ name: domainNames.name })
    .from(domainNames)
    .where(waitsAt(accountId))
    .orderBy(asc(domainNames.name))
  return { domains: rows.length, first: rows.slice(0, namesShown).map(({ name }) => name) }
}

/** What is asked of people about domains that are placed there. */
async function readWork(db: Db, accountId: string): Promise<ConsoleAccountPage['work']> {
  const names = db
    .select({ name: domainNames.name })
    .from(domainNames)
    .where(eq(domainNames.providerAccountId, accountId))
  const rows = await db
    .select()
    .from(workItems)
    .where(and(isNull(workItems.closedAt), inArray(workItems.subject, names)))
    .orderBy(asc(workItems.createdAt))
    .limit(workShown)
  return rows.map(({ id, kind, subject, createdAt }) => ({
    id,
    kind,
    subject,
    since: createdAt.toISOString(),
  }))
}
