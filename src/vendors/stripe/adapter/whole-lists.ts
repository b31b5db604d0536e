import type * as z from 'zod'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { allPages, type Page } from './all-pages.ts'
import type { StripeClient } from './client.ts'
import { pageSize, type SubscriptionWire, subscriptionItemListWire } from './wire.ts'

/*
 * What hangs on an object comes with it in part, "the first handful", and as a list of its own. An invoice shows amounts
 * that were added before what its subscription bills: https://docs.stripe.com/api/invoices/object
 */

/** An invoice with all of its lines. */
export async function withLines<
  Line extends { id: string },
  Invoice extends { id: string; lines: Page<Line> },
>(
  { ask }: StripeClient,
  wire: z.ZodType<Page<Line>>,
  invoice: Invoice,
  ctx: CallContext | undefined,
): Promise<Invoice> {
  if (!invoice.lines.has_more) return invoice
  const readMore = (after: string | undefined) =>
    ask(
      'listInvoiceLines',
      wire,
      (stripe) => stripe.invoices.listLineItems(invoice.id, { limit: pageSize, starting_after: after }),
      ctx,
    )
  const data = await allPages('listInvoiceLines', readMore, invoice.lines)
  return { ...invoice, lines: { ...invoice.lines, data, has_more: false } }
}

/** A subscription with all of its items. */
export async function withItems(
  { ask }: StripeClient,
  subscription: SubscriptionWire,
  ctx: CallContext | undefined,
): Promise<SubscriptionWire> {
  const { id, items } = subscription
  if (!items.has_more) return subscription
  const readMore = (after: string | undefined) =>
    ask(
      'listSubscriptionItems',
      subscriptionItemListWire,
      (stripe) => stripe.subscriptionItems.list({ subscription: id, limit: pageSize, starting_after: after }),
      ctx,
    )
  const data = await allPages('listSubscriptionItems', readMore, items)
  return { ...subscription, items: { ...items, data, has_more: false } }
}

/** One after the other, so that many are not asked for at once. */
export async function eachOf<T, Made>(
  entries: readonly T[],
  make: (entry: T) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  for (const entry of entries) made.push(await make(entry))
  return made
}
