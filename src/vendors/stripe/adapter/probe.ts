import { failedProbe } from '#vendors/client/probing.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import type { StripeClient } from './client.ts'
import { anyListWire } from './wire.ts'

/**
 * One list of every kind of object that we work with, or have included in an answer, since either needs a permission:
 * https://docs.stripe.com/keys/permissions-reference, https://docs.stripe.com/stripe-apps/reference/permissions
 */
const reads = {
  customers: (stripe) => stripe.customers.list({ limit: 1 }),
  'payment methods': (stripe) => stripe.paymentMethods.list({ limit: 1 }),
  products: (stripe) => stripe.products.list({ limit: 1 }),
  prices: (stripe) => stripe.prices.list({ limit: 1 }),
  coupons: (stripe) => stripe.coupons.list({ limit: 1 }),
  'promotion codes': (stripe) => stripe.promotionCodes.list({ limit: 1 }),
  'checkout sessions': (stripe) => stripe.checkout.sessions.list({ limit: 1 }),
  subscriptions: (stripe) => stripe.subscriptions.list({ limit: 1 }),
  invoices: (stripe) => stripe.invoices.list({ limit: 1 }),
  'invoice items': (stripe) => stripe.invoiceItems.list({ limit: 1 }),
  'invoice payments': (stripe) => stripe.invoicePayments.list({ limit: 1 }),
  'payment intents': (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  charges: (stripe) => stripe.charges.list({ limit: 1 }),
  'balance transactions': (stripe) => stripe.balanceTransactions.list({ limit: 1 }),
  refunds: (stripe) => stripe.refunds.list({ limit: 1 }),
  disputes: (stripe) => stripe.disputes.list({ limit: 1 }),
  'portal configurations': (stripe) => stripe.billingPortal.configurations.list({ limit: 1 }),
  events: (stripe) => stripe.events.list({ limit: 1 }),
} satisfies Record<string, Parameters<StripeClient['ask']>[2]>

/** Asks for each of them: a restricted key may be missing a permission, of which only the reading can be tried. */
export async function probeStripe({ ask }: StripeClient, ctx?: CallContext): Promise<Probe> {
  const refused: string[] = []
  for (const [what, read] of Object.entries(reads)) {
    try {
      await ask('probe', anyListWire, read, ctx)
    } catch (error) {
      if (!isVendorError(error)) throw error
      if (error.status !== 403) return failedProbe(error)
      refused.push(what)
    }
  }
  return refused.length === 0
    ? { ok: true }
    : {
        ok: false,
        isAway: false,
        reason: `the key may not read ${refused.join(', ')}; give it these permissions in the dashboard`,
      }
}
