import type { CallContext } from '#vendors/ports/call-context.ts'
import type { SubscriptionBilling } from '#vendors/ports/payments.ts'
import type { StripeClient } from './client.ts'
import { type Credit, creditMetadata, creditOf, creditsFor } from './draft-credits.ts'
import { planBilledBy } from './products.ts'
import { type DraftWire, invoiceItemWire } from './wire.ts'

/**
 * The lines of a subscription stay on its draft, and what is not owed is taken off by an amount below zero, which Stripe
 * describes for just this time: https://docs.stripe.com/api/invoiceitems/create. One for each plan, known by its metadata,
 * so that a repeated call changes the same.
 */
export async function setCredits(
  client: StripeClient,
  draft: DraftWire,
  wanted: SubscriptionBilling['quantities'],
  ctx?: CallContext,
): Promise<void> {
  const credits = creditsFor(planLines(draft), wanted)
  const present = draft.lines.data.flatMap((line) => {
    const item = line.parent?.invoice_item_details?.invoice_item
    const credited = creditOf(line.metadata)
    return item && credited ? [{ item, ...credited, cents: -line.amount }] : []
  })
  for (const credit of credits) {
    const known = present.find(({ plan }) => plan === credit.plan)
    if (!known) await addCredit(client, draft, credit, ctx)
    else if (known.cents !== credit.cents || known.quantity !== credit.quantity)
      await client.ask(
        'changeCredit',
        invoiceItemWire,
        (stripe) => stripe.invoiceItems.update(known.item, termsOf(credit)),
        ctx,
      )
  }
  const kept = new Set(credits.map(({ plan }) => present.find((known) => known.plan === plan)?.item))
  for (const { item } of present)
    if (!kept.has(item))
      await client.ask('removeCredit', invoiceItemWire, (stripe) => stripe.invoiceItems.del(item), ctx)
}

export const planLines = ({ lines }: DraftWire) =>
  lines.data.flatMap((line) => {
    const plan = planBilledBy(line)
    const cents = line.amount - (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    return plan ? [{ plan, quantity: line.quantity ?? 1, cents }] : []
  })

const termsOf = (credit: Credit) => ({
  amount: -credit.cents,
  description: `${credit.quantity} × not charged: ended or on hold before this renewal was charged`,
  metadata: creditMetadata(credit),
})

const addCredit = (client: StripeClient, draft: DraftWire, credit: Credit, ctx?: CallContext) =>
  client.ask(
    'addCredit',
    invoiceItemWire,
    (stripe) =>
      stripe.invoiceItems.create({
        ...termsOf(credit),
        customer: draft.customer,
        currency: draft.currency,
        discountable: false,
        invoice: draft.id,
        period: periodOf(draft, credit),
      }),
    ctx,
  )

const periodOf = ({ lines }: DraftWire, { plan }: Credit) =>
  lines.data.find((line) => planBilledBy(line) === plan)?.period
