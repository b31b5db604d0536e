import { sql } from 'drizzle-orm'
import type { AccountCapacity } from '#shared/api/console/home.ts'
import type { Db } from '../../../db/client.ts'
import type { AccountVendor } from '../../../db/schema/index.ts'
import { vendorNames } from '../../../providers/vendor-error.ts'
import { recipientsPerMailbox } from '../../../provisioning/placement.ts'
import { daysLeft, type Left } from './days-left.ts'

const paceDays = 30

interface Row extends Record<string, unknown> {
  id: string
  vendor: AccountVendor
  label: string
  state: string
  days_here: number
  capacity_domains: number
  capacity_mailboxes: number
  capacity_daily_recipients: number
  domains: number
  mailboxes: number
  domains_added: number
  mailboxes_added: number
}

/** Every account at a mailbox host: what stands there, what fits in, and when it is full at its present pace. */
export async function readCapacity(db: Db): Promise<AccountCapacity[]> {
  const recently = sql`now() - ${paceDays} * interval '1 day'`
  const { rows } = await db.execute<Row>(sql`
    with at_names as (
      select n.provider_account_id as account, n.name,
        exists (select from domains d where d.name = n.name and d.setup_started_at > ${recently}) as is_new
      from domain_names n where n.provider_account_id is not null
    ), of_names as (
      select account, count(*)::int as domains, count(*) filter (where is_new)::int as domains_added
      from at_names group by account
    ), of_mailboxes as (
      select a.account, count(*)::int as mailboxes,
        count(*) filter (where m.created_at > ${recently})::int as mailboxes_added
      from at_names a join mailboxes m on m.name = a.name and m.want <> 'purged' group by a.account
    )
    select p.id, p.vendor, p.label, p.state, p.capacity_domains, p.capacity_mailboxes, p.capacity_daily_recipients,
      (extract(epoch from now() - p.created_at) / 86400)::float8 as days_here,
      coalesce(domains, 0) as domains, coalesce(domains_added, 0) as domains_added,
      coalesce(mailboxes, 0) as mailboxes, coalesce(mailboxes_added, 0) as mailboxes_added
    from provider_accounts p
      left join of_names n on n.account = p.id left join of_mailboxes m on m.account = p.id
    order by p.vendor desc, p.created_at`)
  return rows.map((row) => {
    const perMailbox = recipientsPerMailbox(row.vendor)
    const domains = { used: row.domains, capacity: row.capacity_domains }
    const mailboxes = { used: row.mailboxes, capacity: row.capacity_mailboxes }
    const recipientsPerDay = { used: row.mailboxes * perMailbox, capacity: row.capacity_daily_recipients }
    const left: Left =
      row.state === 'open'
        ? daysLeft(
            [
              { ...domains, added: row.domains_added },
              { ...mailboxes, added: row.mailboxes_added },
              { ...recipientsPerDay, added: row.mailboxes_added * perMailbox },
            ],
            Math.min(paceDays, row.days_here),
          )
        : { unknown: `it is ${row.state} and takes nothing new` }
    const { id, label, state } = row
    return { id, label, state, vendor: vendorNames[row.vendor], domains, mailboxes, recipientsPerDay, left }
  })
}
