import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { endedAtOnce, pagesWhere, waitsNoLonger } from '#features/checkout/server/without-page.ts'
import { dropWishes } from './drop-wishes.ts'

/** Drops wishes for a reinstatement that have waited too long and have no page to pay on. */
export async function sweepUnpaidWishes(deps: Pick<Dependencies, 'queue'>, db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from bundles b where status = 'cancelled' and reinstate_wish is not null
        and ${waitsNoLonger(sql`b.changed_at`, sql`b.customer_id`)}
        and not exists ${pagesWhere(sql`i.bundle_id = b.id and c.kind = 'reinstate' and c.status <> 'paid'`)}
        limit ${endedAtOnce} for update skip locked`,
    )
    await dropWishes(
      deps,
      tx,
      rows.map(({ id }) => id),
    )
  })
}
