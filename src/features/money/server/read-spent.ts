import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { mailboxRetentionDays, platformContents, platforms } from '#features/plans/rules/catalog.ts'
import type { Spent } from '../rules/cost-of.ts'
import type { SpentFact } from '../rules/money-report.ts'
import { monthOf, type Range } from './read-payments.ts'

/** Domains (`d`) that were the first to be registered under their name: it is paid for once, whoever holds it later. */
export const isRegistered = sql`d.source = 'bought'
  and exists (select from domain_names n where n.name = d.name and n.registration = 'registered')
  and not exists (select from domains e where e.name = d.name and e.source = 'bought'
    and (e.setup_started_at, e.id) < (d.setup_started_at, d.id))`
export const tld = sql`substring(d.name from '[^.]+$')`

/** Names renew themselves every year until they are let go of, which is when their mailboxes are disabled. */
export const isKeptAt = (
  moment: SQL,
): SQL => sql`exists (select from domains h where h.name = d.name and h.created_at < ${moment}
  and (h.retire_at is null or h.retire_at - make_interval(days => ${mailboxRetentionDays}) > ${moment}))`

const monthEnds = ({ from, until }: Range): SQL => sql`
  (select m as start, least(m + interval '1 month', now() at time zone 'UTC') at time zone 'UTC' as at
    from generate_series(${from}::timestamptz at time zone 'UTC', ${until}::timestamptz at time zone 'UTC' - interval '1 day', interval '1 month') m)`

/** Years for which a name has been renewed at most. */
const mostYears = 20

const perDomain = sql.join(
  platforms.map(
    (platform) => sql`when ${platform} then ${platformContents[platform].mailboxesPerDomain}::int`,
  ),
  sql` `,
)

/** What was bought for customers, by month: registrations, renewals, and the mailboxes that stood at its end. */
export async function readSpent(db: Db, range: Range): Promise<SpentFact[]> {
  const { from, until } = range
  const { rows } = await db.execute<SpentFact & Record<string, unknown>>(sql`
    select ${monthOf(sql`d.setup_started_at`)} as month, d.customer_id as "customerId", b.plan,
      'registration' as kind, ${tld} as subject, count(*)::int as count
    from domains d join bundles b on b.id = d.bundle_id
    where d.setup_started_at >= ${from} and d.setup_started_at < ${until} and ${isRegistered}
    group by 1, 2, 3, 5
    union all
    select ${monthOf(sql`y.at`)}, d.customer_id, b.plan, 'renewal', ${tld}, count(*)::int
    from generate_series(1, ${mostYears}) years
      join domains d on d.setup_started_at >= ${from}::timestamptz - years * interval '1 year'
        and d.setup_started_at < ${until}::timestamptz - years * interval '1 year'
      join bundles b on b.id = d.bundle_id
      cross join lateral (select d.setup_started_at + years * interval '1 year' as at) y
    where y.at <= now() and ${isRegistered} and ${isKeptAt(sql`y.at`)}
    group by 1, 2, 3, 5
    union all
    select to_char(e.start, 'YYYY-MM'), d.customer_id, b.plan, 'licence', d.platform,
      (count(*) * (case d.platform ${perDomain} end))::int
    from ${monthEnds(range)} e
      join domains d on d.setup_started_at < e.at and (d.retire_at is null or d.retire_at > e.at)
      join bundles b on b.id = d.bundle_id
    where d.released_at is null or d.released_at > e.at
    group by 1, 2, 3, d.platform`)
  return rows
}

/** Tenants and Google accounts that there were at each month's end. */
export async function readShared(db: Db, range: Range): Promise<Spent[]> {
  const { rows } = await db.execute<Spent & Record<string, unknown>>(sql`
    select to_char(e.start, 'YYYY-MM') as month, 'tenant' as kind,
      case a.vendor when 'microsoft' then 'azure' else 'google' end as subject, count(*)::int as count
    from ${monthEnds(range)} e join provider_accounts a on a.created_at < e.at
    group by 1, 3`)
  return rows
}
