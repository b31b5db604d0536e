import type { Db } from '../../db/client.ts'
import { subscriptions } from '../../db/schema/index.ts'
import type { PaymentSubscription } from '../../providers/ports/payments.ts'

/** Notes the subscription that a payment began; one that an event told of before stays as it is. */
export const noteSubscription = (
  tx: Db,
  customerId: string,
  { subscriptionId: stripeId, status, periodEnd }: PaymentSubscription,
) => tx.insert(subscriptions).values({ stripeId, customerId, status, periodEnd }).onConflictDoNothing()
