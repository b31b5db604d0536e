import { eq, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { domains, settings } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import { isRunningAs } from '#delivery/domains/running.ts'
import type { ProbeVendor } from '#vendors/ports/proof-mail.ts'
import { fromProbers, isSender } from './probers.ts'

export const canaryKey = 'probe_canary'

/**
 * Whether the probe `p` counts: while the canary's own of its hour lies in junk there, or nobody knows yet where, what is
 * wrong is the mailbox or the filter.
 */
export const countsInItsHour = sql<boolean>`(not exists (
  select from placement_probes c
  join settings s on s.key = ${canaryKey} and c.domain_id = s.value ->> 'domainId'
  where c.is_canary and c.at = p.at
    and c.sent_at >= date_trunc('hour', p.sent_at, 'UTC')
    and c.sent_at < date_trunc('hour', p.sent_at, 'UTC') + interval '1 hour'
    and (c.outcome is null or c.outcome = 'junk')))`

/** How the canary does. */
export interface Canary {
  domain: string
  /** Since when it is the canary, in epoch ms. */
  since: number
  /** Whether probes are sent from it at all. */
  isSending: boolean
  /** At each host that it sent to in the last day: probes that arrived, and those of them that lay in junk. */
  hosts: readonly { at: ProbeVendor; arrived: number; junk: number }[]
}

/** The domain whose probes say how an hour is; undefined where none is chosen. */
export async function readCanary(db: Db): Promise<Canary | undefined> {
  const { rows } = await db.execute<Canary & Record<string, unknown>>(sql`
    select c.name as domain, (extract(epoch from s.at) * 1000)::float8 as since,
      exists (select ${fromProbers} and d.id = c.id and exists (select from mailboxes m where ${isSender}))
        as "isSending",
      (select coalesce(jsonb_agg(to_jsonb(x) order by x.at desc), '[]') from (
        select p.at, count(*) filter (where p.outcome in ('inbox', 'tab', 'junk'))::int as arrived,
          count(*) filter (where p.outcome = 'junk')::int as junk
        from placement_probes p
        where p.domain_id = c.id and p.is_canary and p.sent_at > now() - interval '1 day' group by p.at) x) as hosts
    from settings s join domains c on c.id = s.value ->> 'domainId' where s.key = ${canaryKey}`)
  return rows[0]
}

/** Chooses a delivered domain, known to be good, or none. Throws a `Refusal` for another one. */
export async function chooseCanary(db: Db, name: string | null): Promise<void> {
  await db.transaction(async (tx) => {
    if (name === null) await tx.delete(settings).where(eq(settings.key, canaryKey))
    else {
      const [domain] = await tx
        .select({ domainId: domains.id })
        .from(domains)
        .where(
          sql`${domains.name} = ${name.toLowerCase()} and ${domains.deliveredAt} is not null and ${isRunningAs('domains')}`,
        )
      if (!domain) throw conflict(`${name} is no delivered domain here.`)
      await tx
        .insert(settings)
        .values({ key: canaryKey, value: domain })
        .onConflictDoUpdate({ target: settings.key, set: { value: domain, at: sql`now()` } })
    }
    await audit(tx, { actor: 'operator', action: 'probe_mailbox.canary_chosen', data: { domain: name } })
  })
}
