import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { AccountVendor, accountStates } from '#base/db/schema/index.ts'
import {
  isStoppedByHost,
  recipientsAllowed,
  recipientsPerMailbox,
  recipientsUsed,
} from '#delivery/provisioning/placement.ts'
import type { HostLimit } from '#features/accounts/rules/outside-recipients.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import type { AccountCapacity } from '../../api/console-capacity.ts'
import { daysLeft, type Left } from './days-left.ts'

const paceDays = 30

interface Row extends Record<string, unknown> {
  id: string
  vendor: AccountVendor
  label: string
  state: (typeof accountStates)[number]
  days_here: number
  probed_at: Date | null
  probe_problem: string | null
  secret_expires_on: string | null
  capacity_domains: number
  capacity_mailboxes: number
  capacity_daily_recipients: number
  domains: number
  mailboxes: number
  domains_added: number
  mailboxes_added: number
  is_stopped: boolean
  beyond_sold: number
  host_limit: number | null
  host_limit_by: HostLimit['by'] | null
  host_limit_read_at: Date | null
  host_reached: number | null
}

/** What a host's stop of a whole account is called. */
const stoppedState = { microsoft: 'held', google: 'accused' } as const
const closedWords = {
  accused: 'is to be suspended',
  held: 'is held back by its host',
  draining: 'is draining',
  closed: 'is closed',
} as const

/** Every account at a mailbox host: what stands there, what fits in, and when it is full at its present pace. */
export const readCapacity = (db: Db): Promise<AccountCapacity[]> => readAccounts(db, sql`true`)

/** The same of one account; undefined where there is none. */
export const readAccountCapacity = async (db: Db, accountId: string): Promise<AccountCapacity | undefined> =>
  (await readAccounts(db, sql`p.id = ${accountId}`))[0]

async function readAccounts(db: Db, which: SQL): Promise<AccountCapacity[]> {
  const recently = sql`now() - ${paceDays} * interval '1 day'`
  const { rows } = await db.execute<Row>(sql`
    with at_names as (
      select n.provider_account_id as account, n.name,
        exists (select from domains d where d.name = n.name and d.setup_started_at > ${recently}) as is_new
      from domain_names n where n.provider_account_id is not null
    ), of_names as (
      select account, count(*) filter (where is_new)::int as domains_added
      from at_names group by account
    ), of_mailboxes as (
      select a.account, count(*) filter (where m.created_at > ${recently})::int as mailboxes_added
      from at_names a join mailboxes m on m.name = a.name and m.want <> 'purged' group by a.account
    )
    select p.id, p.vendor, p.label, p.state, p.capacity_domains, p.capacity_mailboxes, p.capacity_daily_recipients,
      p.beyond_sold, p.host_limit, p.host_limit_by, p.host_limit_read_at, p.host_reached,
      p.probed_at, p.probe_problem, p.secret_expires_on::text,
      (extract(epoch from now() - p.created_at) / 86400)::float8 as days_here,
      p.domains, coalesce(domains_added, 0) as domains_added,
      p.mailboxes, coalesce(mailboxes_added, 0) as mailboxes_added,
      ${isStoppedByHost(sql`p.id`)} as is_stopped
    from provider_accounts p
      left join of_names n on n.account = p.id left join of_mailboxes m on m.account = p.id
    where ${which}
    order by p.vendor desc, p.created_at`)
  return rows.map((row) => {
    const perMailbox = recipientsPerMailbox(row.vendor)
    const domains = { used: row.domains, capacity: row.capacity_domains }
    const mailboxes = { used: row.mailboxes, capacity: row.capacity_mailboxes }
    const account = {
      vendor: row.vendor,
      mailboxes: row.mailboxes,
      beyondSold: row.beyond_sold,
      hostReached: row.host_reached,
      hostLimit: row.host_limit,
      capacityDailyRecipients: row.capacity_daily_recipients,
    }
    const recipientsPerDay = { used: recipientsUsed(account), capacity: recipientsAllowed(account) }
    // One that is drained or closed stays that, whatever its host says.
    const state = row.state === 'open' && row.is_stopped ? stoppedState[row.vendor] : row.state
    const left: Left =
      state === 'open'
        ? daysLeft(
            [
              { ...domains, added: row.domains_added },
              { ...mailboxes, added: row.mailboxes_added },
              { ...recipientsPerDay, added: row.mailboxes_added * perMailbox },
            ],
            Math.min(paceDays, row.days_here),
          )
        : {
            unknown: `it ${closedWords[state]} and takes nothing new`,
          }
    const isFull = state === 'open' && 'days' in left && left.days === 0
    return {
      id: row.id,
      host: row.vendor,
      vendor: vendorNames[row.vendor],
      label: row.label,
      state: isFull ? 'full' : state,
      domains,
      mailboxes,
      recipientsPerDay,
      enteredRecipients: row.capacity_daily_recipients,
      hostLimit:
        row.host_limit !== null && row.host_limit_by && row.host_limit_read_at
          ? {
              perDay: row.host_limit,
              reached: row.host_reached,
              by: row.host_limit_by,
              at: new Date(row.host_limit_read_at).toISOString(),
            }
          : null,
      left,
      probe: row.probed_at && { at: new Date(row.probed_at).toISOString(), problem: row.probe_problem },
      secretExpiresOn: row.secret_expires_on,
    }
  })
}
