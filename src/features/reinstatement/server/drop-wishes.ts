import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, domains } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { comesBack } from '#delivery/domains/comes-back.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'

/** Bundles that were asked back and not paid for stay cancelled; names that were held for it go free again. */
export async function dropWishes(
  { queue }: Pick<Dependencies, 'queue'>,
  tx: Db,
  bundleIds: readonly string[],
): Promise<void> {
  const dropped = await tx
    .update(bundles)
    .set({ reinstateWish: null })
    .where(
      and(
        inArray(bundles.id, [...bundleIds]),
        eq(bundles.status, 'cancelled'),
        isNotNull(bundles.reinstateWish),
      ),
    )
    .returning({ id: bundles.id, customerId: bundles.customerId })
  if (dropped.length === 0) return
  const left = await tx
    .update(domains)
    .set({ statusNote: null })
    .where(
      and(
        inArray(
          domains.bundleId,
          dropped.map(({ id }) => id),
        ),
        comesBack,
      ),
    )
    .returning({ name: domains.name, releasedAt: domains.releasedAt })
  await raiseWanted(
    tx,
    queue,
    left.flatMap(({ name, releasedAt }) => (releasedAt === null ? [name] : [])),
  )
  for (const customerId of new Set(dropped.map((each) => each.customerId)))
    await notifyCustomer(tx, customerId)
}
