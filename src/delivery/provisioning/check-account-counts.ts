import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { providerAccounts } from '#base/db/schema/index.ts'
import { countOf } from '#base/text/count-of.ts'
import type { ProvisioningDependencies } from './step-context.ts'

interface Counted {
  id: string
  label: string
  domains: number
  mailboxes: number
  countedDomains: number
  countedMailboxes: number
  beyond: number
  countedBeyond: number
}

/** What is kept of accounts beside what their rows say. */
async function countRows(db: Db, which: SQL): Promise<Counted[]> {
  const { rows } = await db.execute<Record<keyof Counted, never>>(sql`
    select a.id, a.label, a.domains, a.mailboxes, coalesce(n.names, 0)::int as "countedDomains",
      coalesce(n.boxes, 0)::int as "countedMailboxes",
      a.beyond_sold as beyond, coalesce(n.beyond, 0)::int as "countedBeyond"
    from provider_accounts a left join (
      select at.provider_account_id as id, count(*) as names, sum(m.there) as boxes, sum(m.beyond) as beyond
      from domain_names at
        left join (select name, count(*) as there, sum(beyond_sold) as beyond from mailboxes where want <> 'purged' group by name) m using (name)
      where at.provider_account_id is not null group by at.provider_account_id
    ) n using (id)
    where ${which} and (a.domains, a.mailboxes, a.beyond_sold)
      is distinct from (coalesce(n.names, 0), coalesce(n.boxes, 0), coalesce(n.beyond, 0))`)
  return rows
}

/**
 * Counts what stands at each account, by which no name should be placed wrongly: what differs from the counts that the
 * triggers keep is put right, logged, and told to the operator. Nothing is locked where nothing differs; a difference is
 * counted again while the account is locked, when whoever changes it has to wait. Returns how many were put right.
 */
export async function checkAccountCounts({
  db,
  alert,
  log,
}: Pick<ProvisioningDependencies, 'db' | 'alert' | 'log'>): Promise<number> {
  let corrected = 0
  for (const { id } of await countRows(db, sql`true`)) {
    await db.transaction(async (tx) => {
      await tx.select().from(providerAccounts).where(eq(providerAccounts.id, id)).for('no key update')
      const [wrong] = await countRows(tx, sql`a.id = ${id}`)
      if (!wrong) return
      const { label, domains, mailboxes, countedDomains, countedMailboxes, countedBeyond } = wrong
      await tx
        .update(providerAccounts)
        .set({ domains: countedDomains, mailboxes: countedMailboxes, beyondSold: countedBeyond })
        .where(eq(providerAccounts.id, id))
      log.error(wrong, 'what is counted of an account was wrong and was put right')
      await alert(tx, {
        key: `miscounted:${id}:${new Date().toISOString().slice(0, 10)}`,
        subject: `What stands at ${label} was miscounted`,
        text: `It was counted as ${countOf(domains, 'domain')} and ${countOf(mailboxes, 'mailbox', 'mailboxes')}; there are ${countOf(countedDomains, 'domain')} and ${countOf(countedMailboxes, 'mailbox', 'mailboxes')}. The counts are right again, and there is nothing you need to do. If it happens again, please report it: new domains are placed by these counts.`,
      })
      corrected++
    })
  }
  return corrected
}
