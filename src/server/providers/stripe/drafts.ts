import type { CallContext } from '../ports/call-context.ts'
import type { SubscriptionBilling } from '../ports/payments.ts'
import { isVendorError } from '../vendor-error.ts'
import type { StripeClient } from './client.ts'
import { type Credit, creditMetadata, creditOf, creditsFor } from './draft-credits.ts'
import { planOf } from './products.ts'
import { type DraftWire, draftListWire, draftWire, invoiceItemWire, invoiceWire, pageSize } from './wire.ts'

/*
 * A renewal is a draft for about an hour, in which everything about it can be changed, and is then charged even if its
 * subscription was paused meanwhile: https://docs.stripe.com/billing/invoices/subscription
 */

/** How long a draft waits for a pause to end: as long as it would have waited to be charged. */
const heldMs = 3_600_000
/** In a draft's metadata: until when it waits, in Unix seconds. Kept with it, so nothing of ours can lose it. */
const heldUntilKey = 'held_until'

/** Renewals that are not charged yet. What somebody has drawn up by hand is theirs. */
export async function draftsOf(
  { ask }: StripeClient,
  subscription: string,
  ctx?: CallContext,
): Promise<DraftWire[]> {
  const drafts: DraftWire[] = []
  let hasMore = true
  while (hasMore) {
    const { data, has_more } = await ask(
      'draftInvoices',
      draftListWire,
      (stripe) =>
        stripe.invoices.list({
          subscription,
          status: 'draft',
          limit: pageSize,
          starting_after: drafts.at(-1)?.id,
        }),
      ctx,
    )
    drafts.push(...data)
    hasMore = has_more && data.length > 0
  }
  return drafts.filter(({ billing_reason }) => billing_reason !== 'manual')
}

/**
 * Keeps a draft from being charged while its subscription is paused. Returns until when it waits; undefined once it has,
 * and is to be given up. One that goes nowhere because a person has stopped it is given up as well.
 */
export async function holdDraft(
  client: StripeClient,
  draft: DraftWire,
  now: Date,
  ctx?: CallContext,
): Promise<Date | undefined> {
  const known = heldUntil(draft)
  if (known) return known > now ? known : undefined
  if (draft.auto_advance === false) return undefined
  const until = new Date(now.getTime() + heldMs)
  const metadata = { [heldUntilKey]: String(Math.ceil(until.getTime() / 1_000)) }
  const isHeld = await whileDraft(client, draft, ctx, () =>
    client.ask(
      'holdDraft',
      draftWire,
      (stripe) => stripe.invoices.update(draft.id, { auto_advance: false, metadata }),
      ctx,
    ),
  )
  return isHeld ? until : undefined
}

/** Has the drafts of a subscription bill what is wanted and no more, and lets those go their way that were held. */
export async function settleDrafts(
  client: StripeClient,
  subscription: string,
  wanted: SubscriptionBilling['quantities'],
  ctx?: CallContext,
): Promise<void> {
  for (const draft of await draftsOf(client, subscription, ctx))
    await whileDraft(client, draft, ctx, async () => {
      await setCredits(client, draft, wanted, ctx)
      if (!heldUntil(draft)) return
      // Last, so that it is not charged for what is still to be taken off.
      await client.ask(
        'releaseDraft',
        draftWire,
        (stripe) =>
          stripe.invoices.update(draft.id, { auto_advance: true, metadata: { [heldUntilKey]: '' } }),
        ctx,
      )
    })
}

/** The time is read only from a draft that does not go its way: that of any other means nothing. */
function heldUntil({ auto_advance, metadata }: DraftWire): Date | undefined {
  const seconds = Number(metadata[heldUntilKey])
  return auto_advance === false && seconds > 0 ? new Date(seconds * 1_000) : undefined
}

/**
 * The lines of a subscription stay on its draft, and what is not owed is taken off by an amount below zero, which Stripe
 * describes for just this time: https://docs.stripe.com/api/invoiceitems/create. One for each plan, known by its metadata,
 * so that a repeated call changes the same.
 */
async function setCredits(
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

const planLines = ({ lines }: DraftWire) =>
  lines.data.flatMap(({ pricing, quantity, amount, discount_amounts: discounts }) => {
    const product = pricing?.price_details?.product
    const plan = product && planOf(product)
    const cents = amount - (discounts ?? []).reduce((sum, discount) => sum + discount.amount, 0)
    return plan ? [{ plan, quantity: quantity ?? 1, cents }] : []
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

function periodOf({ lines }: DraftWire, { plan }: Credit) {
  const line = lines.data.find(({ pricing }) => {
    const product = pricing?.price_details?.product
    return product !== undefined && planOf(product) === plan
  })
  return line?.period
}

/** Changes a draft. Returns false where its hour was over meanwhile: it is charged as it was, or can be given up. */
async function whileDraft(
  { ask }: StripeClient,
  { id }: DraftWire,
  ctx: CallContext | undefined,
  change: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (!isVendorError(error, 'rejected')) throw error
    const { status } = await ask('readInvoice', invoiceWire, (stripe) => stripe.invoices.retrieve(id), ctx)
    if (status === 'draft') throw error
    return false
  }
}
