import { eq, sql } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db/client.ts'
import { domains, settings } from '../../db/schema/index.ts'
import { isRunningAs } from '../../domains/running.ts'
import { conflict } from '../../http/refusal.ts'

export const canaryKey = 'probe_canary'

/** How the canary does: probes of the last day that arrived, and those of them that lay in junk. */
export interface Canary {
  domainId: string
  domain: string
  arrived: number
  junk: number
}

/** The domain whose probes say how an hour is; undefined where none is chosen, or it does not run any more. */
export async function readCanary(db: Db): Promise<Canary | undefined> {
  const { rows } = await db.execute<Canary & Record<string, unknown>>(sql`
    select d.id as "domainId", d.name as domain,
      count(*) filter (where p.outcome in ('inbox', 'tab', 'junk'))::int as arrived,
      count(*) filter (where p.outcome = 'junk')::int as junk
    from settings s join domains d on d.id = s.value ->> 'domainId' and ${isRunningAs('d')}
    left join placement_probes p on p.domain_id = d.id and p.is_canary and p.sent_at > now() - interval '1 day'
    where s.key = ${canaryKey} group by d.id, d.name`)
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
        .onConflictDoUpdate({ target: settings.key, set: { value: domain } })
    }
    await audit(tx, { actor: 'operator', action: 'probe_mailbox.canary_chosen', data: { domain: name } })
  })
}
