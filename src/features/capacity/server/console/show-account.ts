import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers, domainNames, mailboxes, providerAccounts, workItems } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { ConsoleAccountPage } from '../../api/console-capacity.ts'
import { standingAt, waitsAt } from '../hosts/account.ts'
import { alarmsOfAccount } from '../hosts/account-alarms.ts'
import { shownIdentity } from '../hosts/account-identities.ts'
import { readAccountCapacity } from './read-capacity.ts'

import { readTimeline } from './read-timeline.ts'

/** Moves under way that lead to an account, or still take something out of it, the oldest first. */
async function readMoves(db: Db, accountId: string): Promise<ConsoleAccountPage['moves']> {
  const { rows } = await db.execute<ConsoleAccountPage['moves'][number]>(sql`
    select m.id, p.label as "to", count(*)::int as domains, count(r.outcome)::int as done
    from domain_moves m
      join provider_accounts p on p.id = m.account_id
      join domain_move_rows r on r.move_id = m.id
    where m.state = 'moving' and (m.account_id = ${accountId} or exists (
      select from domain_move_rows o
        join domains d on d.id = o.domain_id
        join domain_names n on n.name = d.name
      where o.move_id = m.id and o.outcome is null and n.provider_account_id = ${accountId}))
    group by m.id, p.label order by m.created_at`)
  return rows.map(({ id, to, domains, done }) => ({ id, to, domains, done }))
}

/** Open work items that are shown of an account; the list of work has all. */
const workShown = 50
/** Customers who are named for what they send. */
const customersShown = 50
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
  const [alarms, standing, waiting, moves, beyondSold, work, timeline] = await Promise.all([
    alarmsOfAccount(db, id),
    db.$count(domainNames, standingAt(id)),
    readWaiting(db, id),
    readMoves(db, id),
    readBeyondSold(db, id),
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
    beyondSold,
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

/** Whose mailboxes there may send more than was sold. */
async function readBeyondSold(db: Db, accountId: string): Promise<ConsoleAccountPage['beyondSold']> {
  const perDay = sql<number>`sum(${mailboxes.beyondSold})::int`
  return db
    .select({
      customerId: customers.id,
      email: customers.email,
      mailboxes: sql<number>`count(*)::int`,
      perDay,
    })
    .from(mailboxes)
    .innerJoin(domainNames, eq(domainNames.name, mailboxes.name))
    .innerJoin(customers, eq(customers.id, mailboxes.customerId))
    .where(
      and(
        eq(domainNames.providerAccountId, accountId),
        gt(mailboxes.beyondSold, 0),
        ne(mailboxes.want, 'purged'),
      ),
    )
    .groupBy(customers.id, customers.email)
    .orderBy(desc(perDay), asc(customers.email))
    .limit(customersShown)
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
