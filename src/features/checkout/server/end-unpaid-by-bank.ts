import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { checkouts } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { moneyMail } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Checkout } from '#delivery/fulfilment.ts'
import { bankDaysMost } from '#features/billing/rules/bank-days.ts'
import { noteSubscription } from '#features/billing/server/note-subscription.ts'
import { raiseBilling } from '#features/billing/server/raise-billing.ts'
import type { PaymentCheckout } from '#vendors/ports/payments.ts'
import { lostKinds } from '../api/ended-payments.ts'
import { readPlaces } from './lost-payments.ts'
import { subjectsOf } from './subjects-of.ts'

const again: Record<Checkout['kind'], string> = {
  order: 'Order again, and pay by card to start immediately.',
  replace:
    'The new domains are no longer held for you. Replace your domains again, and pay by card to start immediately.',
  reinstate: 'Reinstate it again, and pay by card to start immediately.',
  release: 'Pay for it again, by card to resume immediately.',
}

/** A subscription that ended meanwhile bills nothing again; what is paid once can still be made. */
const late = ({ kind }: Checkout): string =>
  kind === 'replace'
    ? 'we replace the domains if the new ones are still free, or refund it'
    : 'it is refunded'

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
  const cents = checkout.amountCents
  await outbox.put(tx, {
    key: `bank-refused:${checkout.id}`,
    ...moneyMail({
      to: payer,
      subject: `Your bank payment of ${formatUsd(cents)} failed`,
      cents,
      happened: (amount) =>
        isRefused
          ? `Your bank declined the payment of ${amount}.`
          : `Your bank did not confirm the payment of ${amount} within ${bankDaysMost} days. If the payment still arrives, ${late(checkout)}.`,
      orders: await mailedOrders(tx, await subjectsOf(tx, checkout)),
      next: [again[checkout.kind]],
      publicUrl: config.publicUrl,
    }),
  })
}
