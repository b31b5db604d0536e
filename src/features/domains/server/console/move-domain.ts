import { and, asc, eq, ne, not, type SQL, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { domainNames, domains, providerAccounts } from '#base/db/schema/index.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { countMailboxes, hasRoom, isStoppedByHost, standsAtHost } from '#delivery/provisioning/placement.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'

type Domain = typeof domains.$inferSelect
export const vendorOf = ({ platform }: Domain) => (platform === 'azure' ? 'microsoft' : 'google')

/** What decides whether a domain may be placed elsewhere. */
interface Placed {
  want: Domain['want']
  isReleased: boolean
  /** Something of it is at its host by now. */
  stands: boolean
  /** A worker is at it this moment. */
  isWorkedOn: boolean
}

/** Why a domain stays where it is; null where it may be placed elsewhere. */
export function moveRefusal({ want, isReleased, stands, isWorkedOn }: Placed): string | null {
  if (isReleased || want !== 'run') return 'Only a domain that is to run is moved.'
  if (stands)
    return 'Something of it stands at its host already, and mail would be lost with it. Where its set-up has stopped, choose another name; otherwise end the order and place it anew.'
  if (isWorkedOn) return 'It is being worked on at this moment. Please try again shortly.'
  return null
}

/** Why it stays for what the account is that it would go to. */
export const moveMessages = (label: string) => ({
  underWay: 'It is being moved already.',
  otherHost: `${label} is at another host.`,
  there: `It is placed at ${label} already.`,
  closed: `${label} takes no new names.`,
  stopped: {
    google: `${label} is to be suspended by its host, so nothing new goes into it.`,
    microsoft: `Microsoft holds back what ${label} sends, so nothing new goes into it.`,
  },
  full: `${label} has no room for it.`,
})

/** Domains that hold their names, with what decides whether they may be placed elsewhere. */
export const placedDomains = <More extends Record<string, SQL>>(db: Db, which: SQL, more: More) =>
  db
    .select({
      domain: domains,
      accountId: domainNames.providerAccountId,
      stands: standsAtHost,
      isWorkedOn: sql<boolean>`coalesce(${domainNames.leaseUntil} > now(), false)`,
      ...more,
    })
    .from(domains)
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(which, isHeld))

/** Whether a domain may be moved, and to which open accounts of its host. */
export async function moveOptions(db: Db, domain: Domain) {
  const [row] = await placedDomains(db, eq(domains.id, domain.id), {})
  const refusal = moveRefusal({
    want: domain.want,
    isReleased: !row,
    stands: row?.stands ?? false,
    // It is free again long before anybody has chosen.
    isWorkedOn: false,
  })
  if (refusal) return { refusal, targets: [] }
  const targets = await db
    .select({ id: providerAccounts.id, label: providerAccounts.label })
    .from(providerAccounts)
    .where(
      and(
        eq(providerAccounts.vendor, vendorOf(domain)),
        eq(providerAccounts.state, 'open'),
        not(isStoppedByHost(providerAccounts.id)),
        row?.accountId ? ne(providerAccounts.id, row.accountId) : undefined,
      ),
    )
    .orderBy(asc(providerAccounts.label))
  return { refusal: targets.length === 0 ? 'There is no other open account at its host.' : null, targets }
}

/**
 * Places a domain at another account of its host, while nothing of it stands at one. Its row is locked and nobody holds
 * its lease, so no worker writes what it found at the former place; that an entry may stand there stays noted
 * (`addedTo`), and the next run takes it out, before it is added and proven anew. Returns the account's label. Throws a `Refusal`.
 */
export async function moveDomain(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  { domainId, accountId, userId }: { domainId: string; accountId: string; userId: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    const [row] = await placedDomains(tx, eq(domains.id, domainId), {}).for('update', { of: domainNames })
    if (!row) throw notFound('There is no such domain.')
    const { domain } = row
    const refusal = moveRefusal({ ...row, want: domain.want, isReleased: false })
    if (refusal) throw conflict(refusal)
    const [account] = await tx
      .select()
      .from(providerAccounts)
      .where(and(eq(providerAccounts.id, accountId), eq(providerAccounts.vendor, vendorOf(domain))))
      .for('no key update')
    if (!account) throw notFound('There is no such account at its host.')
    const says = moveMessages(account.label)
    if (account.id === row.accountId) throw conflict(says.there)
    if (account.state !== 'open') throw conflict(says.closed)
    const stopped = and(eq(providerAccounts.id, account.id), isStoppedByHost(providerAccounts.id))
    if ((await tx.$count(providerAccounts, stopped)) > 0) throw conflict(says.stopped[account.vendor])
    if (!(await hasRoom(tx, account, await countMailboxes(tx, domain.name)))) throw conflict(says.full)
    await tx
      .update(domainNames)
      .set({
        providerAccountId: account.id,
        facts: sql`${domainNames.facts} - '{host,verification}'::text[]`,
      })
      .where(eq(domainNames.name, domain.name))
    await raiseWanted(tx, queue, [domain.name])
    await audit(tx, {
      customerId: domain.customerId,
      actor: 'operator',
      action: 'domain.moved',
      userId,
      subject: domain.id,
      data: { names: [domain.name], from: row.accountId, to: account.id },
    })
    return account.label
  })
}
