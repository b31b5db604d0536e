import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { required } from '#base/text/required.ts'
import { isRunningAs } from '#delivery/domains/running.ts'
import { fileTools } from '#features/tools/rules/sending-tools.ts'

export interface SendingProgress {
  /** Names of the customer that are kept for them. */
  names: number
  /** Of these, names of which no mailbox is open at its host or sends in its tool. */
  stopped: number
  /** Mailboxes that were made at their host and not removed since. */
  mailboxes: number
  /** Of these, mailboxes that the host was seen to have disabled. */
  blocked: number
  /** Mailboxes that are in a sending tool. */
  inTool: number
  /** Of these, mailboxes that the tool itself said are paused. */
  paused: number
  /** Mailboxes that were handed over as a file: nothing can be paused there. */
  asFile: number
  /** Mailboxes that are to send, but are not open at the host or paused by us. */
  held: number
  /** What holds some of it up, as the vendor's answer has it; a few of them. */
  heldUp: { name: string; reason: string }[]
}

/** How far a customer's mailboxes are stopped or resumed, by what was last seen at the vendors. */
export async function readSendingProgress(db: Db, customerId: string): Promise<SendingProgress> {
  const { rows } = await db.execute<Omit<SendingProgress, 'heldUp'> & Record<string, unknown>>(sql`
    with each as (
      select d.id, m.id as mailbox, m.host_state, c.kind in ${fileTools} as as_file,
        m.want = 'active' and b.status = 'live' and b.hold is null and u.suspended_at is null as is_served,
        d.changing ->> 'what' is not distinct from 'stopped' as is_stopped,
        coalesce(bool_or(${linked}), false) as in_tool,
        coalesce(bool_or(${linked} and l.paused_at is null), false) as sends,
        coalesce(bool_or(${linked} and l.before_pause is not null), false) as held_back
      from domains d
      join bundles b on b.id = d.bundle_id
      join tool_connections c on c.id = b.connection_id
      join customers u on u.id = d.customer_id
      left join mailboxes m on m.domain_id = d.id and m.want <> 'purged' and m.external_id is not null
      left join mailbox_links l on l.mailbox_id = m.id
      where d.customer_id = ${customerId} and ${isRunningAs('d')}
      group by d.id, m.id, c.kind, b.status, b.hold, u.suspended_at
    )
    select count(distinct id)::int as names,
      (count(distinct id) - count(distinct id) filter (where mailbox is not null and (not ${isBlocked} or sends)))::int as stopped,
      count(mailbox)::int as mailboxes,
      count(mailbox) filter (where ${isBlocked})::int as blocked,
      count(mailbox) filter (where in_tool)::int as "inTool",
      count(mailbox) filter (where in_tool and not sends)::int as paused,
      count(mailbox) filter (where as_file)::int as "asFile",
      count(mailbox) filter (where is_served and (held_back or (host_state is distinct from 'active' and not ${isStoppedByHost})))::int as held
    from each`)
  const heldUp = await db.execute<{ name: string; reason: string }>(sql`
    select n.name, n.problem ->> 'reason' as reason
    from domain_names n join domains d on d.name = n.name and ${isRunningAs('d')}
    where d.customer_id = ${customerId} and n.urgent and n.problem is not null
    order by n.name limit 3`)
  return { ...required(rows[0], 'the counts'), heldUp: heldUp.rows }
}

const linked = sql`(l.want = 'connected' and l.abandoned_at is null)`
const isBlocked = sql`(host_state is not distinct from 'disabled')`
/** By the host itself, which nobody here holds back. */
const isStoppedByHost = sql`(is_stopped and ${isBlocked})`
