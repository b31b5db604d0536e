import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { platformContents } from '#shared/plans/catalog.ts'
import type { Db } from '../db/client.ts'
import { domainNames, mailboxes, providerAccounts } from '../db/schema/index.ts'
import type { Facts } from './facts.ts'

/** Warm-up mails a mailbox may be sending in a day beside its daily limit; counted as recipients. */
const warmupPerMailbox = 5

export interface AccountUse {
  domains: number
  mailboxes: number
  dailyRecipients: number
}

/** What stands at an account now, from our own rows. */
export async function accountUse(
  db: Db,
  accountId: string,
  vendor: 'microsoft' | 'google',
): Promise<AccountUse> {
  const [row] = await db
    .select({
      domains: sql<number>`count(distinct ${domainNames.name})::int`,
      mailboxes: sql<number>`count(${mailboxes.id})::int`,
    })
    .from(domainNames)
    .leftJoin(mailboxes, and(eq(mailboxes.name, domainNames.name), ne(mailboxes.want, 'purged')))
    .where(eq(domainNames.providerAccountId, accountId))
  const count = row?.mailboxes ?? 0
  return {
    domains: row?.domains ?? 0,
    mailboxes: count,
    dailyRecipients: count * recipientsPerMailbox(vendor),
  }
}

export const recipientsPerMailbox = (vendor: 'microsoft' | 'google') =>
  platformContents[vendor === 'microsoft' ? 'azure' : 'google'].dailyLimit + warmupPerMailbox

/** Facts that something of the name is at its host. */
const hostFacts = ['verification', 'verified', 'mailRecords', 'dkim', 'mailboxes'] as const

/** Names of which something is at their host by now: they stay where they are. */
export const standsAtHost = sql<boolean>`(jsonb_exists_any(${domainNames.facts}, ${sql.param([...hostFacts])}::text[])
  or exists (select from ${mailboxes} made where made.name = ${domainNames.name}
    and made.want <> 'purged' and made.external_id is not null))`

/**
 * What is known of a running name, without its place when that is not open any more and nothing was made there: it
 * is placed again, whatever a run that was under way meanwhile has noted.
 */
export async function withoutClosedPlace(db: Db, name: string, facts: Facts): Promise<Facts> {
  if (!facts.host || hostFacts.some((fact) => facts[fact])) return facts
  const [row] = await db
    .select({ state: providerAccounts.state, stands: standsAtHost })
    .from(domainNames)
    .leftJoin(providerAccounts, eq(providerAccounts.id, facts.host.accountId))
    .where(eq(domainNames.name, name))
  if (!row || row.stands || row.state === 'open') return facts
  const { host, ...rest } = facts
  return rest
}

/**
 * Accounts at which an entry of a name may stand although it is placed elsewhere. A running name does not ask an
 * account that does not work; once that is opened again it does (`setAccountState`). One that is given up is not
 * forgotten before every entry is gone. An account that was removed has nobody left who could ask.
 */
export async function hostsToLeave(db: Db, facts: Facts, want: 'run' | 'retire'): Promise<string[]> {
  const former = facts.addedTo?.accountIds.filter((id) => id !== facts.host?.accountId) ?? []
  if (former.length === 0) return []
  const rows = await db
    .select({ id: providerAccounts.id })
    .from(providerAccounts)
    .where(
      and(
        inArray(providerAccounts.id, former),
        want === 'run' ? ne(providerAccounts.state, 'closed') : undefined,
      ),
    )
  return rows.map(({ id }) => id)
}

/** Names of which an entry may stand at an account. */
export const mayStandAt = (accountId: string): SQL =>
  sql`${domainNames.facts} @> ${JSON.stringify({ addedTo: { accountIds: [accountId] } })}::jsonb`

/** The same of names that are placed elsewhere. */
export const isLeaving = (accountId: string): SQL =>
  sql`(${mayStandAt(accountId)} and ${domainNames.facts}->'host'->>'accountId' is distinct from ${accountId})`

/**
 * The account that takes the name: the one it has already, if it is open or something of the name is there, or the
 * first open one with room in domains, mailboxes and daily recipients. Accounts are locked, so that two names never
 * take the last place.
 */
export async function findPlace(
  tx: Db,
  name: string,
  vendor: 'microsoft' | 'google',
  mailboxCount: number,
): Promise<string | undefined> {
  const [present] = await tx
    .select({ id: domainNames.providerAccountId, state: providerAccounts.state, stands: standsAtHost })
    .from(domainNames)
    .leftJoin(providerAccounts, eq(providerAccounts.id, domainNames.providerAccountId))
    .where(eq(domainNames.name, name))
  if (present?.id && (present.state === 'open' || present.stands)) return present.id
  const accounts = await tx
    .select()
    .from(providerAccounts)
    .where(and(eq(providerAccounts.vendor, vendor), eq(providerAccounts.state, 'open')))
    .orderBy(asc(providerAccounts.createdAt), asc(providerAccounts.id))
    .for('update')
  for (const account of accounts) if (await hasRoom(tx, account, mailboxCount)) return account.id
  return undefined
}

/** Whether a name with so many mailboxes fits into an account that is locked: in domains, mailboxes, daily recipients. */
export async function hasRoom(
  tx: Db,
  account: typeof providerAccounts.$inferSelect,
  mailboxCount: number,
): Promise<boolean> {
  const { id, vendor } = account
  const use = await accountUse(tx, id, vendor)
  return (
    use.domains < account.capacityDomains &&
    use.mailboxes + mailboxCount <= account.capacityMailboxes &&
    use.dailyRecipients + mailboxCount * recipientsPerMailbox(vendor) <= account.capacityDailyRecipients
  )
}
