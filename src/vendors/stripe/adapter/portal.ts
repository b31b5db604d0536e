import type Stripe from 'stripe'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { PaymentAccount, Payments } from '#vendors/ports/payments.ts'
import { configurationGone, type StripeClient } from './client.ts'
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

type PortalRequest = Parameters<Payments['openPortal']>[0]

/** The billing portal under a configuration of our own, whatever the account's default allows. */
export function createPortal({ ask }: StripeClient) {
  let configuration: string | undefined

  /** `instead`: the id of one that is gone, which an earlier answer would still name. */
  const ensureConfiguration = (ctx?: CallContext, instead?: string) =>
    createOnce({
      key: ['portal-configuration', version, instead].filter(Boolean).join('-'),
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

  const openWith = (id: string, { customerExternalId, returnUrl }: PortalRequest, ctx?: CallContext) =>
    ask(
      'openPortal',
      portalSessionWire,
      (stripe) =>
        stripe.billingPortal.sessions.create({
          customer: customerExternalId,
          return_url: returnUrl,
          configuration: id,
        }),
      ctx,
    )

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
    async open(request: PortalRequest, ctx?: CallContext): Promise<{ url: string }> {
      configuration ??= (await ensureConfiguration(ctx)).id
      try {
        return await openWith(configuration, request, ctx)
      } catch (error) {
        if (!isVendorError(error) || error.code !== configurationGone) throw error
        configuration = (await ensureConfiguration(ctx, configuration)).id
        return openWith(configuration, request, ctx)
      }
    },
  }
}
