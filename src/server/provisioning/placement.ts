import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { platformContents } from '#shared/catalog.ts'
import type { Db } from '../db/client.ts'
import { domainNames, mailboxes, providerAccounts } from '../db/schema/index.ts'

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

const recipientsPerMailbox = (vendor: 'microsoft' | 'google') =>
  platformContents[vendor === 'microsoft' ? 'azure' : 'google'].dailyLimit + warmupPerMailbox

/**
 * The account that takes the name: the one it has already, or the first open one with room in domains,
 * mailboxes and daily recipients. Accounts are locked, so that two names never take the last place.
 */
export async function findPlace(
  tx: Db,
  name: string,
  vendor: 'microsoft' | 'google',
  mailboxCount: number,
): Promise<string | undefined> {
  const [present] = await tx
    .select({ id: domainNames.providerAccountId })
    .from(domainNames)
    .where(eq(domainNames.name, name))
  if (present?.id) return present.id
  const accounts = await tx
    .select()
    .from(providerAccounts)
    .where(and(eq(providerAccounts.vendor, vendor), eq(providerAccounts.state, 'open')))
    .orderBy(asc(providerAccounts.createdAt), asc(providerAccounts.id))
    .for('update')
  for (const account of accounts) {
    const use = await accountUse(tx, account.id, vendor)
    const fits =
      use.domains < account.capacityDomains &&
      use.mailboxes + mailboxCount <= account.capacityMailboxes &&
      use.dailyRecipients + mailboxCount * recipientsPerMailbox(vendor) <= account.capacityDailyRecipients
    if (fits) return account.id
  }
  return undefined
}
