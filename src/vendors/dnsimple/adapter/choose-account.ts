import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { defaultDnsAccountId, dnsAccounts } from '#base/db/schema/index.ts'
import { defaultLimitKey, secondsPerCall } from './client.ts'

/** Calls that setting a name up takes, in round numbers: what was just given to an account has not made them yet. */
const callsPerName = 15
/** For so long a name that was given to an account counts with all of its calls. */
const freshMinutes = 5

/** What an account's calls are counted under. */
export const limitKeyOf = (accountId: string): string | undefined =>
  accountId === defaultDnsAccountId ? undefined : `dnsimple:${accountId}`

/** The same, in a statement that has `dns_accounts` as `a`. */
export const limitKeyIn = sql`case when a.id = ${defaultDnsAccountId} then ${defaultLimitKey} else 'dnsimple:' || a.id end`

/**
 * The open account with most of its hour left, and among equals the one with fewest names; one that did not work when it
 * was asked last only where no other is open. Undefined without one.
 */
export async function chooseDnsAccount(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select a.id
    from ${dnsAccounts} a left join vendor_limits l on l.key = ${limitKeyIn}
      cross join lateral (
        select count(*) filter (where n.dns_account_since > now() - ${freshMinutes} * interval '1 minute') as fresh,
          count(*) as names
        from domain_names n where n.dns_account_id = a.id
      ) held
    where a.state = 'open'
    order by a.probe_problem is not null,
      greatest(coalesce(l.tat, 0) - extract(epoch from now()), coalesce(l.blocked_until, 0) - extract(epoch from now()), 0)
        / ${secondsPerCall}::float8 + held.fresh * ${callsPerName}::int,
      held.names, a.created_at, a.id
    limit 1`)
  return rows[0]?.id
}
