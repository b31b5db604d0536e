import { eq } from 'drizzle-orm'
import { lostKinds } from '#shared/api/ended-payments.ts'
import { bankDaysMost } from '#shared/money/bank-days.ts'
import { formatUsd } from '#shared/money/usd.ts'
import type { Db } from '../../db/client.ts'
import { checkouts } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Checkout } from '../../fulfilment.ts'
import type { PaymentCheckout } from '../../providers/ports/payments.ts'
import { noteSubscription } from '../billing/note-subscription.ts'
import { raiseBilling } from '../billing/raise-billing.ts'
import { readPlaces } from './lost-payments.ts'

const words: Record<Checkout['kind'], { held: string; again: string }> = {
  order: {
    held: 'The domains are no longer held for you, and nothing was set up.',
    again: 'Order again, and pay by card to start immediately:',
  },
  replace: {
    held: 'The new domains are no longer held for you. Your domains keep running as before.',
    again: 'Replace them again, and pay by card to start immediately:',
  },
  reinstate: {
    held: 'The order stays cancelled.',
    again: 'Reinstate it again, and pay by card to start immediately:',
  },
  release: {
    held: 'The order stays on hold.',
    again: 'Pay for it again, by card to resume immediately:',
  },
}

/**
 * Part of the transaction that notes that a bank has refused a payment, or has not decided it in time. The subscription
 * that the session began at Stripe ends with its open invoice: nothing live belongs to it. The customer is told by mail,
 * and by the dashboard until it was ordered again.
 */
export async function endUnpaidByBank(
  { config, outbox, queue }: Pick<Dependencies, 'config' | 'outbox' | 'queue'>,
  tx: Db,
  checkout: Checkout,
  payer: { email: string; name: string },
  { subscription, isRefused }: PaymentCheckout,
): Promise<void> {
  if (subscription) {
    await noteSubscription(tx, checkout.customerId, subscription)
    await raiseBilling(tx, { queue }, subscription.subscriptionId)
  }
  if (lostKinds.some((kind) => kind === checkout.kind))
    await tx
      .update(checkouts)
      .set({ lost: await readPlaces(tx, checkout.id) })
      .where(eq(checkouts.id, checkout.id))
  const { held, again } = words[checkout.kind]
  const amount = formatUsd(checkout.amountCents)
  await outbox.put(tx, {
    key: `bank-refused:${checkout.id}`,
    to: payer.email,
    subject: `Your bank payment of ${amount} failed`,
    text: [
      `Hello ${payer.name},`,
      '',
      isRefused
        ? `your bank declined the payment of ${amount}. ${held}`
        : `your bank did not confirm the payment of ${amount} within ${bankDaysMost} days. ${held} If the payment still arrives, it is refunded.`,
      '',
      `${again} ${config.publicUrl}/dashboard`,
    ].join('\n'),
  })
}
