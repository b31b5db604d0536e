import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'

export interface SendingProgress {
  /** Names of the customer that are kept for them. */
  names: number
  /** Of these, names of which no mailbox is open at its host or in a sending tool. */
  stopped: number
  mailboxes: number
  /** Mailboxes that are open at their host. */
  open: number
}

/** How far a customer's mailboxes are stopped, by what was last seen at the vendors. */
export async function readSendingProgress(db: Db, customerId: string): Promise<SendingProgress> {
  const { rows } = await db.execute<{ names: number; stopped: number; mailboxes: number; open: number }>(sql`
    select count(*)::int as names, count(*) filter (where open = 0 and linked = 0)::int as stopped,
      coalesce(sum(mailboxes), 0)::int as mailboxes, coalesce(sum(open), 0)::int as open
    from (
      select d.id, count(distinct m.id) as mailboxes,
        count(distinct m.id) filter (where m.host_state = 'active') as open,
        count(l.mailbox_id) filter (where l.want = 'connected' and l.abandoned_at is null) as linked
      from domains d
      left join mailboxes m on m.domain_id = d.id and m.want <> 'purged'
      left join mailbox_links l on l.mailbox_id = m.id
      where d.customer_id = ${customerId} and d.want = 'run' and d.released_at is null
      group by d.id
    ) each`)
  return rows[0] as SendingProgress
}
