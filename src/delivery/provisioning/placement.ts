import { and, asc, eq, inArray, ne, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import {
  type AccountVendor,
  accountAlerts,
  alertWatches,
  domainNames,
  mailboxes,
  providerAccounts,
} from '#base/db/schema/index.ts'
import { limitShares, placedAtMost } from '#features/accounts/rules/outside-recipients.ts'
import { suspensionKind } from '#features/health/rules/signals/account-alerts.ts'
import { type Platform, platformContents } from '#features/plans/rules/catalog.ts'
import type { Facts } from './facts.ts'

/** Warm-up mails a mailbox may be sending in a day beside its daily limit; counted as recipients. */
const warmupPerMailbox = 5

export interface AccountUse {
  domains: number
  mailboxes: number
  dailyRecipients: number
}

/** What stands at an account now. Triggers count it wherever it changes (`count_placed_domains`, `count_placed_mailboxes`). */
export const accountUse = (account: AccountRow): AccountUse => ({
  domains: account.domains,
  mailboxes: account.mailboxes,
  dailyRecipients: recipientsUsed(account),
})

/** Recipients a day of a mailbox that sends what its plan sells, warm-up included. */
export const recipientsPerMailbox = (vendor: AccountVendor) =>
  platformContents[platformAt[vendor]].dailyLimit + warmupPerMailbox

type AccountRow = typeof providerAccounts.$inferSelect

/**
 * Recipients a day of an account: of each mailbox what its plan sells, or what its sending tool lets it send where that is
 * more, and warm-up; or what the host itself has counted, where that is more.
 */
export const recipientsUsed = ({
  vendor,
  mailboxes,
  beyondSold,
  hostReached,
}: Pick<AccountRow, 'vendor' | 'mailboxes' | 'beyondSold' | 'hostReached'>): number =>
  Math.max(mailboxes * recipientsPerMailbox(vendor) + beyondSold, hostReached ?? 0)

/**
 * What may be placed at an account a day: what its operator has entered, and no more than its host lets out, as far as
 * that was read. An account is asked when it is added, and one of an earlier release in the next round.
 */
export const recipientsAllowed = ({
  capacityDailyRecipients: entered,
  hostLimit,
}: Pick<AccountRow, 'capacityDailyRecipients' | 'hostLimit'>): number =>
  hostLimit === null ? entered : Math.min(entered, placedAtMost(hostLimit))

/** The same two, where accounts are chosen among. */
const fitsRecipients = (vendor: AccountVendor, more: SQL) => {
  const per = recipientsPerMailbox(vendor)
  const used = sql`greatest(${providerAccounts.mailboxes}::bigint * ${per}::int + ${providerAccounts.beyondSold},
    coalesce(${providerAccounts.hostReached}, 0))`
  // Null where no limit was read, which `least` passes over.
  const hostAllows = sql`floor(${providerAccounts.hostLimit} * ${limitShares.places}::float8)`
  const allowed = sql`least(${providerAccounts.capacityDailyRecipients}, ${hostAllows})`
  return sql`${used} + (${more})::bigint * ${per}::int <= ${allowed}`
}

export const platformAt: Record<AccountVendor, Platform> = { microsoft: 'azure', google: 'google' }

/** Facts that something of the name is at its host. */
const hostFacts = ['verified', 'mailRecords', 'dkim', 'mailboxes'] as const

/**
 * Added at its host, and nothing else: as long as its name servers point elsewhere nobody can verify it, so nothing runs
 * there, and the entry can be taken out.
 */
const isOnlyEntered = ({ verification, delegation, ...facts }: Facts): boolean =>
  verification !== undefined && !delegation?.ok && !hostFacts.some((fact) => facts[fact])
const isEntryOfDelegated = sql`(${domainNames.facts} ? 'verification'
  and coalesce((${domainNames.facts}->'delegation'->>'ok')::boolean, false))`

/** Names of which something is at their host by now: they stay where they are. */
export const standsAtHost = sql<boolean>`(jsonb_exists_any(${domainNames.facts}, ${sql.param([...hostFacts])}::text[])
  or ${isEntryOfDelegated}
  or exists (select from ${mailboxes} made where made.name = ${domainNames.name}
    and made.want <> 'purged' and made.external_id is not null))`

/**
 * Whether an account's host stops it, or is to: what goes in would stand still, or has to come out again. Google says so
 * by an alert, of which only those that stand are open; Microsoft by refusing whatever a tenant sends.
 */
export const isStoppedByHost = (accountId: SQLWrapper): SQL => sql`(exists (select from ${accountAlerts}
  where ${accountAlerts.accountId} = ${accountId} and ${accountAlerts.kind} = ${suspensionKind}
    and not ${accountAlerts.isClosed})
  or exists (select from ${alertWatches} refused
    where refused.account_id = ${accountId} and refused.refused_at > now() - ${heldBackFor}))`

/** A host that has refused a whole tenant is taken to go on with it for so long. */
export const heldBackFor = sql`interval '1 day'`

/** Names of which nothing was made yet may go into the account, or stay there. */
export const keepsUnmade = sql<boolean>`(${eq(providerAccounts.state, 'open')} and not ${isStoppedByHost(providerAccounts.id)})`

/**
 * What is known of a running name, without its place when that is not open any more, or is to be suspended, and nothing
 * was made there: it is placed again, whatever a run that was under way meanwhile has noted.
 */
export async function withoutClosedPlace(db: Db, name: string, facts: Facts): Promise<Facts> {
  if (!facts.host || ((facts.verification || hostFacts.some((fact) => facts[fact])) && !isOnlyEntered(facts)))
    return facts
  const [row] = await db
    .select({ keeps: keepsUnmade, stands: standsAtHost })
    .from(domainNames)
    .leftJoin(providerAccounts, eq(providerAccounts.id, facts.host.accountId))
    .where(eq(domainNames.name, name))
  if (!row || row.stands || row.keeps) return facts
  const { host, verification, ...rest } = facts
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
 * The account that takes the name: the one it has already, if it is open and not to be suspended or something of the name
 * is there, or the first such one with room in domains, mailboxes and daily recipients. Only the one that is chosen is locked, until the
 * transaction ends; when another name has taken its last place meanwhile, the database tells and the next one is
 * taken. The caller has the name's row locked, so that its mailboxes stay as many.
 */
export async function findPlace(tx: Db, name: string, vendor: AccountVendor): Promise<string | undefined> {
  const [present] = await tx
    .select({ id: domainNames.providerAccountId, keeps: keepsUnmade, stands: standsAtHost })
    .from(domainNames)
    .leftJoin(providerAccounts, eq(providerAccounts.id, domainNames.providerAccountId))
    .where(eq(domainNames.name, name))
  if (present?.id && (present.keeps || present.stands)) return present.id
  const [account] = await tx
    .select({ id: providerAccounts.id })
    .from(providerAccounts)
    .where(
      and(
        eq(providerAccounts.vendor, vendor),
        keepsUnmade,
        not(providerAccounts.isFull),
        hasRoomFor(vendor, await countMailboxes(tx, name)),
      ),
    )
    .orderBy(asc(providerAccounts.createdAt), asc(providerAccounts.id))
    .limit(1)
    .for('no key update')
  return account?.id
}

/** The mailboxes that a name takes with it to an account. */
export const countMailboxes = (tx: Db, name: string): Promise<number> =>
  tx.$count(mailboxes, and(eq(mailboxes.name, name), ne(mailboxes.want, 'purged')))

/**
 * Accounts into which one more name with so many mailboxes fits, or several like it: in domains, mailboxes and daily
 * recipients.
 */
export const hasRoomFor = (vendor: AccountVendor, mailboxCount: number, names = sql`1`): SQL => sql`(
  ${providerAccounts.domains} + ${names} <= ${providerAccounts.capacityDomains}
  and ${providerAccounts.mailboxes} + ${names} * ${mailboxCount}::int <= ${providerAccounts.capacityMailboxes}
  and ${fitsRecipients(vendor, sql`${names} * ${mailboxCount}::int`)})`

/** Whether a name with so many mailboxes fits into an account that is locked. */
export async function hasRoom(
  tx: Db,
  { id, vendor }: typeof providerAccounts.$inferSelect,
  mailboxCount: number,
): Promise<boolean> {
  const fitting = and(eq(providerAccounts.id, id), hasRoomFor(vendor, mailboxCount))
  return (await tx.$count(providerAccounts, fitting)) > 0
}
