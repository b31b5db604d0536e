import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { domains } from '../../../db/schema/index.ts'
import { isHeldAs } from '../../../domains/held.ts'
import { releaseUnpaid } from '../../../domains/release-names.ts'
import { notifyCustomer } from '../../../provisioning/events.ts'
import { endedAtOnce, pagesWhere, waitsNoLonger } from '../../checkout/without-page.ts'

/** Releases names held for replacements that have waited too long and have no page to pay on. */
export async function sweepUnpaidReplacements(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; customer_id: string }>(
      sql`select id, customer_id from domains d where want = 'hold' and replaces_id is not null
        and ${isHeldAs('d')} and ${waitsNoLonger(sql`d.created_at`, sql`d.customer_id`)}
        and not exists ${pagesWhere(sql`i.domain_id = d.id and c.kind = 'replace'`)}
        order by created_at limit ${endedAtOnce} for update skip locked`,
    )
    const ids = rows.map(({ id }) => id)
    await releaseUnpaid(tx, inArray(domains.id, ids))
    for (const customerId of new Set(rows.map((row) => row.customer_id))) await notifyCustomer(tx, customerId)
  })
}
