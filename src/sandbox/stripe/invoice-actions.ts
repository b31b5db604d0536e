import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import type { Invoice } from './objects.ts'
import { expandable, flag, text } from './params.ts'
import { cardDeclined } from './payments.ts'
import { existing, invalid, missingReference, StripeProblem } from './problem.ts'
import { type Route, route } from './route.ts'
import { giveUpInvoice, payInvoice } from './subscriptions.ts'

/** What is done with an invoice that waits for its money. */
export const invoiceActionRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: z.strictObject({
      payment_method: text.optional(),
      off_session: flag.optional(),
      ...expandable,
    }),
    answer: ({ payment_method: card }, { id = '' }) => {
      const invoice = openInvoiceOf(account, id)
      if (card && account.paymentMethods.get(card)?.customer !== invoice.customer)
        throw missingReference('PaymentMethod', card, 'payment_method')
      const after = payInvoice(account, invoice, card)
      // A refused card is answered with 402, and the attempt counts: https://docs.stripe.com/api/invoices/pay
      return after.status === 'paid' ? after : new StripeProblem(402, cardDeclined)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/invoices/:id/void',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => giveUpInvoice(account, openInvoiceOf(account, id)),
  }),
]

function openInvoiceOf(account: StripeAccount, id: string): Invoice {
  const invoice = existing(account.invoices.get(id), 'invoice', id)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  if (invoice.status !== 'open')
    throw invalid(
      `This invoice is ${String(invoice.status)} and can no longer be changed.`,
      undefined,
      'invoice_not_editable',
    )
  return invoice
}
