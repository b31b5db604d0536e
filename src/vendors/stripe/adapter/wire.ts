import * as z from 'zod'

/** What is read of Stripe's objects; everything else in an answer is passed over. */

/** The most that one page of a list holds. */
export const pageSize = 100

/** At most 255 characters (https://docs.stripe.com/upgrades); one that no database takes as text is none. */
export const identifier = z
  .string()
  .max(255)
  .regex(/^[\x21-\x7e]+$/)

/** A reference is an id, or the object itself when the answer was asked to include it. */
export const reference = z
  .union([identifier, z.object({ id: identifier }).transform((object) => object.id)])
  .nullish()
  .transform((id) => id ?? undefined)
/** Seconds since 1970, until the year 9999. */
export const moment = z
  .int()
  .min(0)
  .max(253_402_300_799)
  .transform((seconds) => new Date(seconds * 1_000))
export const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((entries) => entries ?? {})

export const listOf = <T extends z.ZodType>(entry: T) =>
  z.object({ object: z.literal('list'), has_more: z.boolean(), data: z.array(entry) })

export const customerWire = z.object({
  id: z.string(),
  object: z.literal('customer'),
  metadata,
  invoice_settings: z.object({ default_payment_method: reference }).nullish(),
})
/** Whose something is; one that was deleted has no address. */
export const ownerWire = z.object({ object: z.literal('customer'), email: z.string().nullish() })
export const customerListWire = listOf(customerWire)

export const productWire = z.object({
  id: z.string(),
  object: z.literal('product'),
  active: z.boolean().optional(),
  name: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
})

const priceWire = z.object({ product: reference, unit_amount: z.int().nullable() })

const lineItemWire = z.object({
  id: z.string(),
  amount_subtotal: z.int(),
  amount_total: z.int(),
  quantity: z.int().nullable(),
  price: priceWire.nullable(),
})
export type LineItemWire = z.output<typeof lineItemWire>
export const lineItemListWire = listOf(lineItemWire)

export const invoicePaymentWire = z.object({
  payment: z.object({ payment_intent: reference }),
})
/** An invoice as a session includes it: its id, or itself with its payments. */
const sessionInvoice = z.union([
  z.string().transform(() => ({ payments: undefined, number: undefined, hosted_invoice_url: undefined })),
  z.object({
    payments: listOf(invoicePaymentWire).optional(),
    number: z.string().nullish(),
    hosted_invoice_url: z.string().nullish(),
  }),
])

export const invoiceParent = z
  .object({ subscription_details: z.object({ subscription: reference }).nullish() })
  .nullish()
/** What a line was made of: https://docs.stripe.com/api/invoice-line-item/object */
const lineParent = z
  .object({
    invoice_item_details: z
      .object({ invoice_item: identifier.nullish(), proration: z.boolean().nullish() })
      .nullish(),
    subscription_item_details: z.object({ proration: z.boolean().nullish() }).nullish(),
  })
  .nullish()
export const invoiceWire = z.object({
  id: z.string(),
  object: z.literal('invoice'),
  number: z.string().nullish(),
  hosted_invoice_url: z.string().nullish(),
  status: z.string().nullable(),
  billing_reason: z.string().nullable(),
  amount_due: z.int(),
  amount_remaining: z.int(),
  attempt_count: z.int(),
  auto_advance: z.boolean().optional(),
  metadata,
  status_transitions: z.object({ paid_at: moment.nullish() }).nullish(),
  parent: invoiceParent,
  /** Only where they were asked for. */
  payments: listOf(invoicePaymentWire).nullish(),
  lines: listOf(
    z.object({
      id: identifier,
      period: z.object({ start: z.int(), end: z.int() }),
      quantity: z.int().nullish(),
      metadata,
      pricing: z.object({ price_details: z.object({ product: reference }).nullish() }).nullish(),
      parent: lineParent,
    }),
  ),
})
export type InvoiceWire = z.output<typeof invoiceWire>
export type InvoiceLineWire = InvoiceWire['lines']['data'][number]
export const invoiceLinesWire = invoiceWire.shape.lines
export const invoiceListWire = listOf(invoiceWire)

/** Where a payment stands, and whether it waits for its payer: https://docs.stripe.com/api/payment_intents/object */
export const paymentIntentWire = z.object({
  id: identifier,
  object: z.literal('payment_intent'),
  status: z.string(),
  payment_method: reference,
  last_payment_error: z
    .object({
      code: z.string().nullish(),
      decline_code: z.string().nullish(),
      payment_method: reference,
    })
    .nullish(),
})

/** A try to charge a card: https://docs.stripe.com/api/charges/object */
export const cardTryWire = z.object({
  id: identifier,
  object: z.literal('charge'),
  amount: z.int(),
  status: z.string(),
  created: moment,
  payment_method: identifier.nullish(),
  payment_method_details: z
    .object({ card: z.object({ last4: z.string().max(4).nullish() }).nullish() })
    .nullish(),
  failure_code: z.string().max(100).nullish(),
  outcome: z.object({ reason: z.string().max(100).nullish(), advice_code: z.string().nullish() }).nullish(),
})
export type CardTryWire = z.output<typeof cardTryWire>
export const cardTryListWire = listOf(cardTryWire)

/** A renewal that is not charged yet, with what is needed to change it. */
const draftWire = invoiceWire.extend({
  customer: reference,
  currency: z.string(),
  lines: listOf(
    invoiceWire.shape.lines.shape.data.element.extend({
      amount: z.int(),
      discount_amounts: z.array(z.object({ amount: z.int() })).nullish(),
    }),
  ),
})
export type DraftWire = z.output<typeof draftWire>
export const draftLinesWire = draftWire.shape.lines
export const draftListWire = listOf(draftWire)
/** One that was added, changed or taken off. */
export const invoiceItemWire = z.object({ id: identifier, object: z.literal('invoiceitem') })

/** In turn, or because its subscription's period was begun anew: https://docs.stripe.com/api/invoices/object */
export const isOfRenewal = (reason: string | null | undefined): boolean =>
  reason === 'subscription_cycle' || reason === 'subscription_update'

export const subscriptionWire = z.object({
  id: z.string(),
  object: z.literal('subscription'),
  status: z.string(),
  customer: reference,
  metadata,
  items: listOf(
    z.object({
      id: z.string(),
      quantity: z.int().optional(),
      current_period_start: z.int(),
      current_period_end: z.int(),
      price: priceWire,
    }),
  ),
  pause_collection: z.object({ behavior: z.string() }).nullish(),
  /** The invoice itself where it was asked for. */
  latest_invoice: z.union([z.string().transform(() => undefined), invoiceWire]).nullish(),
})
export type SubscriptionWire = z.output<typeof subscriptionWire>
export const subscriptionItemListWire = subscriptionWire.shape.items

export const sessionWire = z.object({
  id: z.string(),
  object: z.literal('checkout.session'),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  url: z.string().nullable(),
  amount_total: z.int().nullable(),
  client_reference_id: z.string().nullable(),
  customer: reference,
  subscription: subscriptionWire.nullish(),
  payment_intent: reference,
  invoice: sessionInvoice.nullish(),
  expires_at: moment,
  line_items: lineItemListWire.optional(),
})
export type SessionWire = z.output<typeof sessionWire>
/** In a list only what finds the one that is looked for. */
export const sessionListWire = listOf(
  z.object({ id: z.string(), client_reference_id: z.string().nullable() }),
)

export const subscriptionListWire = listOf(subscriptionWire)

export const portalConfigurationWire = z.object({
  id: z.string(),
  object: z.literal('billing_portal.configuration'),
  livemode: z.boolean(),
  metadata,
})
export const portalConfigurationListWire = listOf(portalConfigurationWire)
export const portalSessionWire = z.object({ object: z.literal('billing_portal.session'), url: z.url() })

export const promotionCodeListWire = listOf(
  z.object({
    id: z.string(),
    active: z.boolean(),
    code: z.string(),
    customer: reference,
    restrictions: z.object({
      first_time_transaction: z.boolean().nullish(),
      minimum_amount: z.int().nullish(),
      minimum_amount_currency: z.string().nullish(),
    }),
    promotion: z.object({
      coupon: z
        .object({
          valid: z.boolean(),
          percent_off: z.number().nullable(),
          duration: z.string(),
          applies_to: z.object({ products: z.array(z.string()) }).optional(),
        })
        .nullable(),
    }),
  }),
)
export type PromotionCodeWire = z.output<typeof promotionCodeListWire>['data'][number]

export const refundWire = z.object({
  id: z.string(),
  object: z.literal('refund'),
  amount: z.int(),
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata,
})
export type RefundWire = z.output<typeof refundWire>
export const refundListWire = listOf(refundWire)
/** Refunds with the charge that they gave back. */
export const chargeRefundListWire = listOf(
  refundWire.extend({ charge: z.object({ amount: z.int() }).nullable() }),
)

export const disputeWire = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  amount: z.int(),
  status: z.string(),
  payment_intent: reference,
  is_charge_refundable: z.boolean().nullish(),
  payment_method_details: z
    .object({ card: z.object({ case_type: z.string().nullish() }).nullish() })
    .nullish(),
})
export type DisputeWire = z.output<typeof disputeWire>
export const disputeListWire = listOf(disputeWire)

export const invoicePaymentListWire = listOf(
  z.object({ invoice: z.object({ id: z.string(), parent: invoiceParent }) }),
)

/** Of a customer: the card that is chosen for invoices. In what an event says of before it stands only if it was another. */
const chosenCard = z.object({ default_payment_method: z.string().nullish() }).nullish().catch(undefined)

/** An event's object: only what it refers to, since what it says may be old by the time it is read. */
const eventObject = z.looseObject({
  id: identifier.optional(),
  object: z.string(),
  customer: reference,
  subscription: reference,
  payment_intent: reference,
  parent: invoiceParent,
  invoice_settings: chosenCard,
})
export const eventWire = z.object({
  id: identifier,
  object: z.literal('event'),
  type: identifier,
  created: moment,
  data: z.object({
    object: eventObject,
    previous_attributes: z.object({ invoice_settings: chosenCard }).nullish().catch(undefined),
  }),
})
export type EventWire = z.output<typeof eventWire>
export const eventListWire = listOf(eventWire)

/** For calls that only have to be allowed. */
export const anyListWire = listOf(z.unknown())
