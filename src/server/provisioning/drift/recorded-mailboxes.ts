import { sql } from 'drizzle-orm'
import { mailboxRetentionDays } from '#shared/catalog.ts'
import type { Db } from '../../db/client.ts'

/** What we recorded of a running name, as far as a listing can confirm it. */
export interface RecordedName {
  name: string
  /** Addresses that the listing should show. */
  addresses: string[]
  /** Something is to be done there that time brought about. */
  isDue: boolean
}

/** A name that was read more recently is left alone: listings show what was just made only after a while. */
const settled = (fact: 'mailboxes' | 'tool', begun: Date) =>
  sql`(n.facts -> ${fact} ->> 'at')::timestamptz < ${begun.toISOString()}::timestamptz - interval '1 hour'`

/** The mailboxes that a Microsoft tenant or Google account should have, enabled. */
export async function recordedAtHost(db: Db, accountId: string, begun: Date): Promise<RecordedName[]> {
  const { rows } = await db.execute<Record<keyof RecordedName, never>>(sql`
    select n.name,
      coalesce(array_agg(lower(m.local_part || '@' || m.name)) filter (where m.host_state = 'active'), '{}') as addresses,
      coalesce(bool_or(m.want = 'disabled' and m.disabled_at < now() - make_interval(days => ${mailboxRetentionDays})), false) as "isDue"
    from domain_names n
    join domains d on d.name = n.name and d.released_at is null and d.want = 'run'
    left join mailboxes m on m.name = n.name and m.want <> 'purged'
    where n.provider_account_id = ${accountId} and ${settled('mailboxes', begun)}
    group by n.name`)
  return rows
}

/** The mailboxes that a sending tool has confirmed and should still list. */
export async function recordedInTool(db: Db, connectionId: string, begun: Date): Promise<RecordedName[]> {
  const { rows } = await db.execute<Record<keyof RecordedName, never>>(sql`
    select n.name, false as "isDue",
      coalesce(array_agg(lower(m.local_part || '@' || m.name)) filter (where l.confirmed_at is not null), '{}') as addresses
    from domain_names n
    join domains d on d.name = n.name and d.released_at is null and d.want = 'run'
    join bundles b on b.id = d.bundle_id and b.connection_id = ${connectionId}
    left join mailboxes m on m.name = n.name and m.want = 'active'
    left join mailbox_links l on l.mailbox_id = m.id and l.connection_id = b.connection_id
      and l.want = 'connected' and l.abandoned_at is null
    where ${settled('tool', begun)}
    group by n.name`)
  return rows
}
