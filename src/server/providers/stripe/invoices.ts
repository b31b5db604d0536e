import type { CallContext } from '../ports/call-context.ts'
import type { PaymentInvoice, PaymentSubscription, Payments } from '../ports/payments.ts'
import { isVendorError } from '../vendor-error.ts'
import { rememberedFailure, type StripeClient } from './client.ts'
import { coveredUntil, toInvoice, toSubscription } from './translate.ts'
import {
  cardListWire,
  customerWire,
  invoiceListWire,
  invoiceWire,
  type SubscriptionWire,
  subscriptionWire,
} from './wire.ts'

/** Invoices of subscriptions: what they were paid for, and how one that is open comes by its money. */
export function createInvoices({ ask }: StripeClient) {
  return {
    async read(invoiceId: string, ctx?: CallContext): Promise<PaymentInvoice> {
      return toInvoice(
        await ask('readInvoice', invoiceWire, (stripe) => stripe.invoices.retrieve(invoiceId), ctx),
      )
    },

    /** Where the latest invoice is not paid, the one paid last says until when the subscription is. */
    async paidBefore(
      subscription: SubscriptionWire,
      ctx?: CallContext,
    ): Promise<Pick<PaymentSubscription, 'periodEnd'> | undefined> {
      const latest = subscription.latest_invoice
      if (!latest || latest.status === 'paid' || toSubscription(subscription).status === 'ended')
        return undefined
      const { data } = await ask(
        'paidInvoices',
        invoiceListWire,
        (stripe) => stripe.invoices.list({ subscription: subscription.id, status: 'paid', limit: 1 }),
        ctx,
      )
      return { periodEnd: coveredUntil(data) ?? toSubscription(subscription).periodEnd }
    },

    async unpaidRenewals(customer: string, ctx?: CallContext): Promise<PaymentInvoice[]> {
      const { data } = await ask(
        'unpaidInvoices',
        invoiceListWire,
        (stripe) => stripe.invoices.list({ customer, status: 'open', limit: 100 }),
        ctx,
      )
      return data.map(toInvoice).filter(({ attempts, isRenewal }) => attempts > 0 && isRenewal)
    },

    collect: (async ({ invoice: { invoiceId, subscriptionId }, customerExternalId, isOwed }, ctx) => {
      for (const card of await cardsOf(customerExternalId, ctx)) {
        if (!(await isOwed())) return { paid: false }
        const paid = await charge(invoiceId, card, ctx)
        if (!paid) continue
        // Otherwise the next renewal would be charged to the card that was refused.
        if (subscriptionId)
          await ask(
            'setSubscriptionCard',
            subscriptionWire,
            (stripe) => stripe.subscriptions.update(subscriptionId, { default_payment_method: card }),
            ctx,
          )
        return { paid }
      }
      return { paid: false }
    }) satisfies Payments['collectInvoice'],

    /** Nobody is asked any more for what is open of a subscription. Answers whether anything was. */
    async giveUpOpen(subscription: string, ctx?: CallContext): Promise<boolean> {
      let isAny = false
      let after: string | undefined
      do {
        const { data, has_more } = await ask(
          'openInvoices',
          invoiceListWire,
          (stripe) =>
            stripe.invoices.list({ subscription, status: 'open', limit: 100, starting_after: after }),
          ctx,
        )
        for (const { id } of data) await giveUp(id, ctx)
        isAny ||= data.length > 0
        after = has_more ? data.at(-1)?.id : undefined
      } while (after)
      return isAny
    },
  }

  async function giveUp(invoiceId: string, ctx?: CallContext): Promise<void> {
    try {
      await ask('voidInvoice', invoiceWire, (stripe) => stripe.invoices.voidInvoice(invoiceId), ctx)
    } catch (error) {
      if (!isVendorError(error, 'rejected')) throw error
      // Paid or given up by somebody meanwhile.
      const { status } = await ask(
        'readInvoice',
        invoiceWire,
        (stripe) => stripe.invoices.retrieve(invoiceId),
        ctx,
      )
      if (status === 'open') throw error
    }
  }

  /** The card chosen for invoices, and the newest. */
  async function cardsOf(customer: string, ctx?: CallContext): Promise<Set<string>> {
    const { invoice_settings: settings } = await ask(
      'readCustomer',
      customerWire,
      (stripe) => stripe.customers.retrieve(customer),
      ctx,
    )
    const { data } = await ask(
      'listCards',
      cardListWire,
      (stripe) => stripe.customers.listPaymentMethods(customer, { limit: 1 }),
      ctx,
    )
    return new Set([settings?.default_payment_method, data[0]?.id].filter((id) => id !== undefined))
  }

  async function charge(
    invoiceId: string,
    card: string,
    ctx?: CallContext,
    // A key for each card: a repeated event does not charge it again, and hears what it heard before.
    idempotencyKey = `pay-${invoiceId}-${card}`,
  ): Promise<boolean> {
    try {
      const { status } = await ask(
        'payInvoice',
        invoiceWire,
        (stripe) =>
          stripe.invoices.pay(invoiceId, { payment_method: card, off_session: true }, { idempotencyKey }),
        ctx,
      )
      return status === 'paid'
    } catch (error) {
      // Declined, or paid by somebody meanwhile: what became of it is read from the subscription.
      if (isVendorError(error, 'rejected')) return false
      // One that was paid behind the failure is not paid again under any key.
      if (isVendorError(error) && error.code === rememberedFailure && !idempotencyKey.endsWith('-again'))
        return charge(invoiceId, card, ctx, `${idempotencyKey}-again`)
      throw error
    }
  }
}
