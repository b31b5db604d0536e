import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { Facts } from '#delivery/provisioning/facts.ts'
import { proofOfNow } from '#delivery/provisioning/proof-facts.ts'
import { normalizeDomain } from '#features/names/rules/normalize-domain.ts'
import type { DkimDomain, DkimState } from '../../api/console-work.ts'
import { workPageSize } from '../../rules/work-list.ts'

interface Row extends Omit<DkimDomain, 'customer' | 'state' | 'since'> {
  customerId: string | null
  email: string | null
  since: string
  isAnswered: boolean
  isClosed: boolean
  isStarted: boolean
  facts: Facts | null
}

/** A page of the domains at Google whose key is asked for, or was within a day, the oldest first. */
export async function listDkim(
  db: Db,
  after: string | undefined,
): Promise<{ domains: DkimDomain[]; hasMore: boolean }> {
  const isBeyond = after
    ? sql`(k.created_at, k.id) > ((select created_at from work_items where id = ${after}), ${after})`
    : sql`true`
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select k.id, k.subject as domain, c.id as "customerId", c.email, a.label as account, n.facts,
      (select d.id from domains d where d.name = k.subject and d.customer_id = k.customer_id
        order by d.created_at desc limit 1) as "domainId",
      to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
      k.answered_at is not null as "isAnswered", k.closed_at is not null as "isClosed",
      s.id as "startId", s.answered_at is not null as "isStarted"
    from work_items k
    left join work_items s on s.kind = 'dkim_start' and s.subject = k.subject and s.closed_at is null
    left join customers c on c.id = k.customer_id
    left join domain_names n on n.name = k.subject
    left join provider_accounts a on a.id = n.provider_account_id
    where k.kind = 'dkim_key' and (k.closed_at is null or k.closed_at > now() - interval '1 day') and ${isBeyond}
    order by k.created_at, k.id limit ${workPageSize + 1}`)
  return { domains: rows.slice(0, workPageSize).map(told), hasMore: rows.length > workPageSize }
}

function told(row: Row): DkimDomain {
  const { id, domain, domainId, account, since, customerId, email } = row
  const state = stateOf(row)
  return {
    id,
    domain,
    domainId,
    account,
    since,
    state,
    customer: customerId === null ? null : { id: customerId, email: email ?? '' },
    startId: state === 'published' ? row.startId : null,
  }
}

function stateOf({ isClosed, isAnswered, isStarted, startId, facts }: Row): DkimState {
  if (isClosed) return facts && proofOfNow(facts)?.state === 'proven' ? 'seen' : 'on'
  // It is asked for once the key is seen in DNS.
  if (startId) return isStarted ? 'started' : 'published'
  return isAnswered ? 'answered' : 'needed'
}

/** The open requests for a key, by the domain that they are about. */
export async function findDkim(
  db: Db,
  domains: readonly string[],
): Promise<{ domain: string; id: string }[]> {
  const names = [...new Set(domains.map(normalizeDomain))]
  const { rows } = await db.execute<{ domain: string; id: string }>(sql`
    select id, subject as domain from work_items
    where kind = 'dkim_key' and subject = any(${sql.param(names)}::text[]) and closed_at is null`)
  return rows
}
