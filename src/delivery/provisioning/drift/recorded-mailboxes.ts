import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'
import { connectedTools } from '#features/tools/rules/sending-tools.ts'
import { isRunningAs } from '../../domains/running.ts'

/** What we recorded of a running name, as far as a listing can confirm it. */
export interface RecordedName {
  name: string
  /** What the listing should show, ready to send from: ids at a host, addresses in a tool. */
  there: string[]
  /** What it may show only as it was left: disabled at the host, paused in the tool. */
  still: string[]
  /** Those whose passwords are ours. */
  held: string[]
  /** Something is to be done there that time brought about. */
  isDue: boolean
}

/** A name that was read more recently is left alone: listings show what was just made only after a while. */
const isReadBefore = (fact: 'mailboxes' | 'tool', begun: Date) =>
  sql`(n.facts -> ${fact} ->> 'at')::timestamptz < ${begun.toISOString()}::timestamptz - interval '1 hour'`

/** As `desired.ts` has it. */
const isServed = sql`(b.status = 'live' and b.hold is null and c.suspended_at is null)`

/** The mailboxes that a Microsoft tenant or Google account should have, enabled or disabled. */
export async function recordedAtHost(db: Db, accountId: string, begun: Date): Promise<RecordedName[]> {
  const { rows } = await db.execute<Record<keyof RecordedName, never>>(sql`
    select n.name,
      coalesce(array_agg(m.external_id) filter (where m.host_state = 'active'), '{}') as there,
      coalesce(array_agg(m.external_id) filter (where m.host_state = 'disabled' and m.external_id is not null), '{}') as still,
      coalesce(array_agg(m.external_id)
        filter (where m.host_state = 'active' and m.secret is not null), '{}') as held,
      coalesce(bool_or(m.want = 'disabled' and m.disabled_at < now() - make_interval(days => ${mailboxRetentionDays})), false) as "isDue"
    from domain_names n
    join domains d on d.name = n.name and ${isRunningAs('d')}
    left join mailboxes m on m.name = n.name and m.want <> 'purged'
    where n.provider_account_id = ${accountId} and ${isReadBefore('mailboxes', begun)}
    group by n.name`)
  return rows
}

/**
 * The mailboxes that a sending tool could use and should still list so. Of a name that stands still, all that it may
 * list: someone can have uploaded one meanwhile.
 */
export async function recordedInTool(db: Db, connectionId: string, begun: Date): Promise<RecordedName[]> {
  const { rows } = await db.execute<Record<keyof RecordedName, never>>(sql`
    select n.name, false as "isDue", '{}'::text[] as held,
      coalesce(array_agg(lower(m.local_part || '@' || m.name))
        filter (where ${isServed} and l.connection = 'connected'), '{}') as there,
      coalesce(array_agg(lower(m.local_part || '@' || m.name))
        filter (where not ${isServed} and m.id is not null), '{}') as still
    from domain_names n
    join domains d on d.name = n.name and ${isRunningAs('d')}
    join bundles b on b.id = d.bundle_id and b.connection_id = ${connectionId}
    join tool_connections t on t.id = b.connection_id and t.kind in ${connectedTools}
    join customers c on c.id = d.customer_id
    left join mailboxes m on m.name = n.name and m.want = 'active'
    left join mailbox_links l on l.mailbox_id = m.id and l.connection_id = b.connection_id
      and l.want = 'connected' and l.abandoned_at is null
    where ${isReadBefore('tool', begun)}
    group by n.name`)
  return rows
}
