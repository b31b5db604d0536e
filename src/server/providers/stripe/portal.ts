import type Stripe from 'stripe'
import type { CallContext } from '../ports/call-context.ts'
import type { PaymentAccount } from '../ports/payments.ts'
import { isVendorError } from '../vendor-error.ts'
import type { StripeClient } from './client.ts'
import { createOnce } from './create-once.ts'
import { portalConfigurationListWire, portalConfigurationWire, portalSessionWire } from './wire.ts'

/**
 * Cards and invoices only. Quantities, pausing and cancelling stay with us, since bundles hang on them. A change here
 * needs a new version, so that it gets a configuration of its own.
 */
const version = '2'
const features: Stripe.BillingPortal.ConfigurationCreateParams['features'] = {
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
  customer_update: { enabled: false },
  subscription_cancel: { enabled: false },
  subscription_pause: { enabled: false },
  subscription_update: { enabled: false },
}

/** The billing portal under a configuration of our own, whatever the account's default allows. */
export function createPortal({ ask }: StripeClient) {
  let configuration: string | undefined

  const ensureConfiguration = (ctx?: CallContext) =>
    createOnce({
      key: `portal-configuration-${version}`,
      async find() {
        const { data } = await ask(
          'findPortalConfiguration',
          portalConfigurationListWire,
          (stripe) => stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
          ctx,
        )
        return data.find((known) => known.metadata.inboxyard === version)
      },
      create: (idempotencyKey) =>
        ask(
          'createPortalConfiguration',
          portalConfigurationWire,
          (stripe) =>
            stripe.billingPortal.configurations.create(
              { features, metadata: { inboxyard: version } },
              { idempotencyKey },
            ),
          ctx,
        ),
    })

  return {
    /** A configuration can be switched off and not deleted, so its account has it for ever, and no other one has. */
    async account(known?: string, ctx?: CallContext): Promise<PaymentAccount | undefined> {
      try {
        const { id, livemode } = known
          ? await ask(
              'readPortalConfiguration',
              portalConfigurationWire,
              (stripe) => stripe.billingPortal.configurations.retrieve(known),
              ctx,
            )
          : await ensureConfiguration(ctx)
        return { mark: id, isLive: livemode }
      } catch (error) {
        if (isVendorError(error, 'not_found')) return undefined
        throw error
      }
    },
    async open(
      { customerExternalId, returnUrl }: { customerExternalId: string; returnUrl: string },
      ctx?: CallContext,
    ): Promise<{ url: string }> {
      configuration ??= (await ensureConfiguration(ctx)).id
      try {
        const { url } = await ask(
          'openPortal',
          portalSessionWire,
          (stripe) =>
            stripe.billingPortal.sessions.create({
              customer: customerExternalId,
              return_url: returnUrl,
              configuration,
            }),
          ctx,
        )
        return { url }
      } catch (error) {
        // The configuration may have been switched off in the dashboard: found or made again next time.
        if (isVendorError(error, 'rejected')) configuration = undefined
        throw error
      }
    },
  }
}
