import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { conflict } from '../../http/refusal.ts'

/**
 * Those of the bundles, by id, of which a payment is disputed at the bank now: any that was ever made for them, under
 * an earlier subscription as well.
 */
export async function disputedNow(db: Db, bundleIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from bundles b where b.id = any(${sql.param([...bundleIds])}) and exists (
      select from disputes d where d.outcome = 'open' and (d.subscription_id = b.subscription_id or exists (
        select from checkout_items i join checkouts c on c.id = i.checkout_id
          left join domains f on f.id = i.domain_id
        where b.id in (i.bundle_id, f.bundle_id)
          and (d.checkout_id = c.id or d.subscription_id = c.subscription_id))))`)
  return new Set(rows.map(({ id }) => id))
}

/** What a bank may still take back is not brought back: whoever disputes a payment would be served beside it. */
export async function refuseDisputed(
  db: Db,
  groups: readonly { bundle: { id: string }; held: readonly { name: string }[] }[],
): Promise<void> {
  const disputed = await disputedNow(
    db,
    groups.map(({ bundle }) => bundle.id),
  )
  const first = groups.find(({ bundle }) => disputed.has(bundle.id))
  if (first)
    throw conflict(
      `A payment for the order of ${first.held[0]?.name} is disputed at the bank, so it can be reinstated when that is decided. If the dispute was a mistake, withdraw it at your bank.`,
    )
}
