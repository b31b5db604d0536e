import { and, eq } from 'drizzle-orm'
import { checkoutItems, checkouts } from '#base/db/schema/index.ts'
import { conflict, priceChanged, type Refusal } from '#base/http/refusal.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { operatorLines } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Checkout } from '#delivery/fulfilment.ts'
import type { PaymentCheckout } from '#vendors/ports/payments.ts'
import { quoteAsCharged } from '../rules/pricing.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { endCheckout } from './end-checkout.ts'
import { subjectsOf } from './subjects-of.ts'

/**
 * What the payment provider charges on a page is worked out by the provider. Where that is not what the customer has
 * seen, they see it before they are sent there: it becomes the offer, and the same request for it leads to the page.
 * A total that is not these things, reduced, is no offer of ours: its page ends. Returns the refusal.
 */
export async function takeChargedTotal(
  deps: Dependencies,
  { subjects }: Pick<CheckoutRequest, 'subjects'>,
  row: Checkout,
  session: PaymentCheckout,
): Promise<Refusal | undefined> {
  const { amountTotalCents } = session
  if (amountTotalCents === row.amountCents) return undefined
  const quote = quoteAsCharged(row.quote, session.lines, amountTotalCents)
  const netOf = new Map(quote?.items.map((item) => [`${item.kind} ${item.key}`, item.netCents]))
  await deps.db.transaction(async (tx) => {
    await deps.alert(tx, {
      key: `total:${row.id}`,
      subject: `A payment page asks for ${formatUsd(amountTotalCents)} instead of ${formatUsd(row.amountCents)}`,
      text: [
        `Checkout ${row.id}: offered ${formatUsd(row.amountCents)}, and Stripe's page asks for ${formatUsd(amountTotalCents)}. ${quote ? 'Its customer sees the new total before they can pay.' : 'The page is closed. Check the taxes, fees and discounts that your Stripe account adds to checkouts.'}`,
        '',
        ...operatorLines(await mailedOrders(tx, await subjectsOf(tx, row)), deps.config.publicUrl),
      ].join('\n'),
    })
    if (!quote) return
    await tx.update(checkouts).set({ quote, amountCents: amountTotalCents }).where(eq(checkouts.id, row.id))
    for (const { item, bundleId, domainId } of subjects)
      await tx
        .update(checkoutItems)
        .set({ netCents: netOf.get(`${item.kind} ${item.key}`) ?? 0 })
        .where(
          and(
            eq(checkoutItems.checkoutId, row.id),
            bundleId ? eq(checkoutItems.bundleId, bundleId) : eq(checkoutItems.domainId, domainId ?? ''),
          ),
        )
  })
  if (quote) return priceChanged(quote)
  await endCheckout(deps, { ...row, sessionId: session.sessionId })
  return conflict(
    'The payment page would charge another amount than shown here, so we closed it. Please contact support.',
  )
}
