import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { subscriptions } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { nowDue } from './billing-lease.ts'

/** Notes, as part of a change, that the payment provider has to bill what is live from now on. */
export async function raiseBilling(
  tx: Db,
  { queue }: Pick<Dependencies, 'queue'>,
  subscriptionId: string,
  changes: Partial<Pick<typeof subscriptions.$inferSelect, 'chargeAsked'>> = {},
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ ...nowDue, ...changes })
    .where(eq(subscriptions.stripeId, subscriptionId))
  await queue.add(tx, 'billing', [{ subscriptionId }])
}
