import type { Db } from '#base/db/client.ts'
import { conflict } from '#base/http/refusal.ts'
import { disputedBundles } from '#features/billing/server/disputed-bundles.ts'

/** What a bank may still take back is not brought back: a customer who disputes a payment would be served beside it. */
export async function refuseDisputed(
  db: Db,
  groups: readonly { bundle: { id: string }; held: readonly { name: string }[] }[],
): Promise<void> {
  const disputed = await disputedBundles(
    db,
    groups.map(({ bundle }) => bundle.id),
  )
  const first = groups.find(({ bundle }) => disputed.has(bundle.id))
  if (first)
    throw conflict(
      `A payment for the order of ${first.held[0]?.name} is disputed at the bank, so it can be reinstated when that is decided. If the dispute was a mistake, withdraw it at your bank.`,
    )
}
