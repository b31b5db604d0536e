import type { CallContext } from '../ports/call-context.ts'
import type { Probe } from '../ports/probe.ts'
import { failedProbe } from '../probing.ts'
import { isVendorError } from '../vendor-error.ts'
import type { StripeClient } from './client.ts'
import { anyListWire } from './wire.ts'

/** Reads one object of every kind that we work with, which a restricted key may be missing the permission for. */
export async function probeStripe({ ask }: StripeClient, ctx?: CallContext): Promise<Probe> {
  const refused: string[] = []
  const reads = {
    customers: (s) => s.customers.list({ limit: 1 }),
    products: (s) => s.products.list({ limit: 1 }),
    'promotion codes': (s) => s.promotionCodes.list({ limit: 1 }),
    'checkout sessions': (s) => s.checkout.sessions.list({ limit: 1 }),
    subscriptions: (s) => s.subscriptions.list({ limit: 1 }),
    invoices: (s) => s.invoicePayments.list({ limit: 1 }),
    refunds: (s) => s.refunds.list({ limit: 1 }),
    disputes: (s) => s.disputes.list({ limit: 1 }),
    'portal configurations': (s) => s.billingPortal.configurations.list({ limit: 1 }),
    events: (s) => s.events.list({ limit: 1 }),
  } satisfies Record<string, Parameters<StripeClient['ask']>[2]>
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
