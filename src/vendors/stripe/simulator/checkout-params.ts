import * as z from 'zod'
import { currency, expandable, flag, ignored, integer, metadata, text } from './params.ts'
import { recurringParams } from './products.ts'

const address = z.url({ protocol: /^https?$/ }).max(5_000)

const lineParams = z.strictObject({
  price: text.optional(),
  price_data: z
    .strictObject({
      currency,
      unit_amount: integer.pipe(z.number().min(0).max(99_999_999)),
      product: text.optional(),
      product_data: z
        .strictObject({ name: text, description: text.optional(), metadata: metadata.optional() })
        .optional(),
      recurring: recurringParams.optional(),
      tax_behavior: ignored.optional(),
    })
    .optional(),
  quantity: integer.pipe(z.number().min(1).max(999_999)).optional(),
  metadata: metadata.optional(),
  adjustable_quantity: ignored.optional(),
  tax_rates: ignored.optional(),
})
export type LineParams = z.output<typeof lineParams>

/** `POST /v1/checkout/sessions`. `payment_method_types` is missing on purpose: newer versions refuse it. */
export const createSessionParams = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  line_items: z.array(lineParams).min(1).max(100),
  success_url: address,
  cancel_url: address.optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  client_reference_id: text.max(200).optional(),
  metadata: metadata.optional(),
  discounts: z
    .array(z.strictObject({ coupon: text.optional(), promotion_code: text.optional() }))
    .max(1)
    .optional(),
  allow_promotion_codes: flag.optional(),
  expires_at: integer.optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text.optional(),
      billing_mode: ignored.optional(),
      invoice_settings: ignored.optional(),
      proration_behavior: ignored.optional(),
    })
    .optional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text.optional(),
      receipt_email: ignored.optional(),
      setup_future_usage: ignored.optional(),
      statement_descriptor: ignored.optional(),
      statement_descriptor_suffix: ignored.optional(),
    })
    .optional(),
  invoice_creation: z.strictObject({ enabled: flag, invoice_data: ignored.optional() }).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  ui_mode: z.literal('hosted_page').optional(),
  locale: text.optional(),
  // Taken and not acted on.
  adaptive_pricing: ignored.optional(),
  allowed_payment_method_types: ignored.optional(),
  automatic_tax: ignored.optional(),
  billing_address_collection: ignored.optional(),
  branding_settings: ignored.optional(),
  consent_collection: ignored.optional(),
  currency: currency.optional(),
  custom_text: ignored.optional(),
  customer_creation: ignored.optional(),
  customer_update: ignored.optional(),
  integration_identifier: ignored.optional(),
  name_collection: ignored.optional(),
  origin_context: ignored.optional(),
  payment_method_options: ignored.optional(),
  phone_number_collection: ignored.optional(),
  submit_type: ignored.optional(),
  tax_id_collection: ignored.optional(),
  ...expandable,
})
export type CreateSessionParams = z.output<typeof createSessionParams>
