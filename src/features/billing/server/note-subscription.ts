import type { Db } from '#base/db/client.ts'
import { subscriptions } from '#base/db/schema/index.ts'
import type { PaymentSubscription } from '#vendors/ports/payments.ts'

/** Notes the subscription that a payment began; one that an event told of before stays as it is. */
export const noteSubscription = (
  tx: Db,
  customerId: string,
  { subscriptionId: stripeId, status, periodEnd }: PaymentSubscription,
) => tx.insert(subscriptions).values({ stripeId, customerId, status, periodEnd }).onConflictDoNothing()
