import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import { mergeMetadata } from './customers.ts'
import { sum } from './discounts.ts'
import { page } from './lists.ts'
import type { Invoice, InvoiceItem, InvoiceLine } from './objects.ts'
import { currency, expandable, flag, integer, metadata, paging, text } from './params.ts'
import { existing, invalid, missingReference } from './problem.ts'
import { type Route, route } from './route.ts'

/** "A maximum of 250 items per invoice": https://docs.stripe.com/api/invoiceitems/create */
const itemsMax = 250

const changed = {
  amount: integer,
  description: z.string().max(5_000),
  metadata,
}

/**
 * Amounts that are added to a draft by hand; a negative one takes off what is due. A renewal's draft can be changed like
 * any other: https://docs.stripe.com/billing/invoices/subscription, https://docs.stripe.com/api/invoiceitems/create
 *
 * The lines of the subscription itself stay. That they could be taken off a draft is documented for lines in general
 * (https://docs.stripe.com/api/invoices/remove_lines) and not for those, so the sandbox has no such call.
 */
export const invoiceItemRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'GET',
    path: '/v1/invoiceitems',
    params: z.strictObject({ ...paging, invoice: text.optional() }),
    answer: ({ invoice, ...request }) =>
      page(account.invoiceItems, '/v1/invoiceitems', request, { ...(invoice && { parent: invoice }) }),
  }),
  route({
    method: 'POST',
    path: '/v1/invoiceitems',
    params: z.strictObject({
      ...changed,
      description: changed.description.optional(),
      metadata: metadata.default({}),
      currency,
      customer: text,
      discountable: flag.optional(),
      invoice: text.optional(),
      period: z.strictObject({ start: integer, end: integer }).optional(),
      ...expandable,
    }),
    answer: (params) => {
      const draft = params.invoice === undefined ? undefined : draftFor(account, params.invoice, params)
      const now = account.now()
      const item: InvoiceItem = {
        id: account.id('ii'),
        object: 'invoiceitem',
        amount: params.amount,
        currency: params.currency,
        customer: params.customer,
        date: now,
        description: params.description ?? null,
        // "Defaults to false for prorations or negative invoice items, and true for all other invoice items."
        discountable: params.discountable ?? params.amount >= 0,
        invoice: draft?.id ?? null,
        livemode: false,
        metadata: params.metadata,
        period: params.period ?? { start: now, end: now },
        pricing: pricingOf(params.amount, { price: account.id('price'), product: account.id('prod', 14) }),
        quantity: 1,
      }
      account.invoiceItems.put(item.id, item, draft?.id ?? pendingOf(params.customer))
      account.emit('invoiceitem.created', item)
      if (draft) storeLines(account, draft, [...draft.lines.data, lineOf(account, draft.id, item)])
      return item
    },
  }),
  route({
    method: 'POST',
    path: '/v1/invoiceitems/:id',
    params: z.strictObject({ ...z.object(changed).partial().shape, ...expandable }),
    answer: ({ expand: _, metadata: more, ...params }, { id = '' }) => {
      const item = existing(account.invoiceItems.get(id), 'invoiceitem', id)
      const draft = draftOf(account, item.invoice ?? '')
      const after: InvoiceItem = {
        ...item,
        ...params,
        metadata: mergeMetadata(item.metadata, more),
        pricing: pricingOf(params.amount ?? item.amount, item.pricing.price_details),
      }
      account.invoiceItems.put(id, after)
      storeLines(
        account,
        draft,
        draft.lines.data.map((line) =>
          itemOf(line) === id ? { ...lineOf(account, draft.id, after), id: line.id } : line,
        ),
      )
      return after
    },
  }),
  // "Only possible when … it's attached to a draft invoice": https://docs.stripe.com/api/invoiceitems/delete
  route({
    method: 'DELETE',
    path: '/v1/invoiceitems/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => {
      const item = existing(account.invoiceItems.get(id), 'invoiceitem', id)
      const draft = draftOf(account, item.invoice ?? '')
      account.invoiceItems.delete(id)
      account.emit('invoiceitem.deleted', item)
      storeLines(
        account,
        draft,
        draft.lines.data.filter((line) => itemOf(line) !== id),
      )
      return { id, object: 'invoiceitem', deleted: true }
    },
  }),
]

/**
 * An amount without a price has one of its own all the same, and a product, as the examples of the line and the item show:
 * https://docs.stripe.com/api/invoiceitems/object, https://docs.stripe.com/api/invoice-line-item/object
 */
const pricingOf = (
  amount: number,
  details: InvoiceItem['pricing']['price_details'],
): InvoiceItem['pricing'] => ({
  type: 'price_details',
  price_details: details,
  unit_amount_decimal: String(amount),
})

const itemOf = ({ parent }: InvoiceLine): string | undefined =>
  parent.type === 'invoice_item_details' ? parent.invoice_item_details.invoice_item : undefined

/** What items of a customer that no invoice has yet are grouped by. */
const pendingOf = (customer: string) => `pending ${customer}`

/**
 * "For subscription invoices, when left blank, the invoice item will be added to the next upcoming scheduled invoice", and
 * stands there before what the subscription bills, the newest first: https://docs.stripe.com/api/invoices/object
 */
export function takePending(account: StripeAccount, customer: string, invoice: string): InvoiceLine[] {
  const pending = account.invoiceItems.list({ parent: pendingOf(customer), newestFirst: true })
  return pending.map((item) => {
    account.invoiceItems.put(item.id, { ...item, invoice }, invoice)
    return lineOf(account, invoice, item)
  })
}

function draftFor(account: StripeAccount, id: string, item: { customer: string; currency: string }): Invoice {
  const draft = draftOf(account, id)
  if (draft.customer !== item.customer) throw missingReference('Invoice', id, 'invoice')
  if (draft.currency !== item.currency)
    throw invalid('The invoice item and the invoice must have the same currency.', 'currency')
  if (draft.lines.data.length >= itemsMax)
    throw invalid(`An invoice has at most ${itemsMax} items.`, 'invoice')
  return draft
}

function draftOf(account: StripeAccount, id: string): Invoice {
  const invoice = existing(account.invoices.get(id), 'invoice', id)
  if (invoice.status === 'draft') return invoice
  throw invalid('You can only add, change or delete items of an invoice that is a draft.', 'invoice')
}

const lineOf = (account: StripeAccount, id: string, item: InvoiceItem): InvoiceLine => ({
  id: account.id('il'),
  object: 'line_item',
  amount: item.amount,
  subtotal: item.amount,
  currency: item.currency,
  description: item.description,
  discount_amounts: [],
  invoice: id,
  livemode: false,
  metadata: item.metadata,
  parent: { type: 'invoice_item_details', invoice_item_details: { invoice_item: item.id, proration: false } },
  period: item.period,
  pricing: item.pricing,
  quantity: 1,
  subscription: null,
})

function storeLines(account: StripeAccount, draft: Invoice, data: InvoiceLine[]) {
  const subtotal = sum(data.map(({ amount }) => amount))
  const total = subtotal - sum(data.flatMap((line) => line.discount_amounts.map(({ amount }) => amount)))
  // What is below nothing would be the customer's credit; the sandbox has no balances and asks for nothing.
  const due = Math.max(total, 0)
  const changedDraft: Invoice = {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    lines: { ...draft.lines, data },
    subtotal,
    total,
  }
  account.invoices.put(draft.id, changedDraft)
  account.emit('invoice.updated', changedDraft)
}
