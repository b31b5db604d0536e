import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { refunds } from '../db/schema/index.ts'

/**
 * Notes that what was paid for registering a name is owed back, after the discount it was sold with and once. A
 * name that took another one's place at no cost stands for that one's fee; one whose place was taken at no cost
 * has handed its own on. `paidAfter` leaves out what was paid before that moment. Whoever pays refunds does the rest.
 */
export async function oweFee(
  tx: Db,
  domainId: string,
  { paidAfter = '-infinity' }: { paidAfter?: string | undefined } = {},
): Promise<void> {
  const { rows } = await tx.execute<{ checkout_id: string; domain_id: string; cents: number }>(sql`
    with recursive fees as (
      select id, replaces_id from domains where id = ${domainId}
      union
      select d.id, d.replaces_id from fees f join domains d on d.id = f.replaces_id
        join domain_names n on n.name = d.name
        where d.source = 'bought' and n.registration is distinct from 'registered'
    )
    select i.checkout_id, i.domain_id, i.net_cents as cents
    from fees f join checkout_items i on i.domain_id = f.id join checkouts c on c.id = i.checkout_id
    where c.status = 'paid' and i.net_cents > 0
      and c.paid_at > ${paidAfter}::timestamptz and not exists (
      select from domains r where r.replaces_id = ${domainId} and r.source = 'bought' and r.want <> 'hold'
        and not exists (select from checkout_items p where p.domain_id = r.id)
    )`)
  for (const { checkout_id, domain_id, cents } of rows) {
    await tx
      .insert(refunds)
      .values({
        id: newId('refund'),
        checkoutId: checkout_id,
        domainId: domain_id,
        reason: 'not registered',
        cents,
      })
      .onConflictDoNothing()
  }
}
