import type { PlanId } from '#features/plans/rules/catalog.ts'
import type { StripeCall } from './client.ts'
import { planOf } from './products.ts'
import { retrieve } from './subscriptions.ts'
import { toSubscription } from './translate.ts'
import { ownerWire } from './wire.ts'

/** Reads a subscription and whose it is, to see whether it can be taken over. */
export const readForeignSubscription: StripeCall<'readForeignSubscription'> = async (
  client,
  subscriptionId,
  ctx,
) => {
  const present = await retrieve(client, subscriptionId, ctx)
  const owner = await client.ask(
    'readCustomer',
    ownerWire,
    (stripe) => stripe.customers.retrieve(present.customer ?? ''),
    ctx,
  )
  const unitCents: Partial<Record<PlanId, number>> = {}
  const otherProducts: string[] = []
  for (const { price } of present.items.data) {
    const plan = price.product && planOf(price.product)
    if (plan) unitCents[plan] = price.unit_amount ?? 0
    else otherProducts.push(price.product ?? 'a product without an id')
  }
  return { ...toSubscription(present), email: owner.email ?? undefined, unitCents, otherProducts }
}
