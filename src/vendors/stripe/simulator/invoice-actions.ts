import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import { mergeMetadata } from './customers.ts'
import { finishInvoice, intentOf, markUncollectible } from './invoices.ts'
import type { Invoice, Metadata } from './objects.ts'
import { expandable, flag, metadata, text } from './params.ts'
import { refusalOf } from './payments.ts'
import { existing, invalid, missingReference, StripeProblem } from './problem.ts'
import { type Route, route } from './route.ts'
import { draftSeconds, giveUpInvoice, payInvoice, storeSubscription } from './subscriptions.ts'

/** https://docs.stripe.com/error-codes#invoice-payment-intent-requires-action */
const actionRequired = {
  type: 'card_error',
  code: 'invoice_payment_intent_requires_action',
  message:
    'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
}

/** What is done with an invoice that waits for its money. */
export const invoiceActionRoutes = (account: StripeAccount): Route[] => [
  // https://docs.stripe.com/api/invoices/update
  route({
    method: 'POST',
    path: '/v1/invoices/:id',
    params: z.strictObject({ auto_advance: flag.optional(), metadata: metadata.optional(), ...expandable }),
    answer: (params, { id = '' }) => updateInvoice(account, id, params),
  }),
  route({
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: z.strictObject({
      payment_method: text.optional(),
      off_session: flag.optional(),
      ...expandable,
    }),
    answer: ({ payment_method: card }, { id = '' }) => {
      const invoice = changeable(account, id, ['open', 'uncollectible'])
      if (card && account.paymentMethods.get(card)?.customer !== invoice.customer)
        throw missingReference('PaymentMethod', card, 'payment_method')
      const after = payInvoice(account, invoice, card)
      // A refused card is answered with 402, and the attempt counts: https://docs.stripe.com/api/invoices/pay
      if (after.status === 'paid') return after
      const isAsked = intentOf(account, after)?.status === 'requires_action'
      return new StripeProblem(402, isAsked ? actionRequired : refusalOf(account, card))
    },
  }),
  // https://docs.stripe.com/api/invoices/finalize
  route({
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    params: z.strictObject({ auto_advance: flag.optional(), ...expandable }),
    answer: ({ auto_advance: isCharged }, { id = '' }) => {
      const draft = existing(account.invoices.get(id), 'invoice', id)
      if (draft.status !== 'draft')
        throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.")
      const invoice = finishInvoice(
        account,
        draft,
        isCharged === false ? { auto_advance: false, next_payment_attempt: null } : {},
      )
      // There is nothing to wait for.
      return invoice.amount_due === 0 ? payInvoice(account, invoice) : invoice
    },
  }),
  route({
    method: 'POST',
    path: '/v1/invoices/:id/void',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => giveUpInvoice(account, changeable(account, id, ['open', 'uncollectible'])),
  }),
  // https://docs.stripe.com/api/invoices/mark_uncollectible
  route({
    method: 'POST',
    path: '/v1/invoices/:id/mark_uncollectible',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => giveUpInvoice(account, changeable(account, id, ['open']), markUncollectible),
  }),
]

/**
 * Whether a draft goes its way is changed while it is a draft or open, and one that is let go again is finished after the
 * time that the account has set for drafts, an hour, counted from then:
 * https://docs.stripe.com/invoicing/integration/automatic-advancement-collection,
 * https://docs.stripe.com/invoicing/scheduled-finalization
 */
function updateInvoice(
  account: StripeAccount,
  id: string,
  { auto_advance: advances, metadata: changed }: { auto_advance?: boolean; metadata?: Metadata },
): Invoice {
  const invoice = existing(account.invoices.get(id), 'invoice', id)
  const isOver = invoice.status !== 'draft' && invoice.status !== 'open'
  if (advances !== undefined && isOver)
    throw invalid(`You can't change auto_advance of an invoice that is ${String(invoice.status)}.`)
  const updated: Invoice = { ...invoice, metadata: mergeMetadata(invoice.metadata ?? {}, changed) }
  if (advances !== undefined && advances !== invoice.auto_advance) {
    const chargedAt = advances ? account.now() + draftSeconds : null
    updated.auto_advance = advances
    updated.automatically_finalizes_at = invoice.status === 'draft' ? chargedAt : null
    updated.next_payment_attempt = chargedAt
  }
  account.invoices.put(id, updated)
  account.emit('invoice.updated', updated)
  const subscription = account.subscriptions.get(String(invoice.parent?.subscription_details.subscription))
  if (subscription) storeSubscription(account, subscription)
  return updated
}

/** "Void or pay" an uncollectible one, "send, void, mark uncollectible, or pay" an open one: https://docs.stripe.com/invoicing/overview */
export function changeable(
  account: StripeAccount,
  id: string,
  states: readonly ('open' | 'uncollectible')[],
): Invoice {
  const invoice = existing(account.invoices.get(id), 'invoice', id)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  if (!states.some((status) => status === invoice.status))
    throw invalid(
      `This invoice is ${String(invoice.status)} and can no longer be changed.`,
      undefined,
      'invoice_not_editable',
    )
  return invoice
}
