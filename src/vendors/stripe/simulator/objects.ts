import type Stripe from 'stripe'

/**
 * Stripe's objects as the sandbox keeps and answers them: the fields that are acted on, typed by the official
 * package, with references as ids (`expand` replaces them in an answer).
 */
type Fields<T, Plain extends keyof T, References extends keyof T = never> = Pick<T, Plain> & {
  [K in References]: Exclude<T[K], { id: string }>
}
export type Metadata = Record<string, string>
export interface List<T> {
  object: 'list'
  url: string
  has_more: boolean
  data: T[]
}

/** All that is left of a customer that was deleted. */
export type DeletedCustomer = Pick<Stripe.DeletedCustomer, 'id' | 'object' | 'deleted'>

export type Customer = Fields<
  Stripe.Customer,
  | 'id'
  | 'object'
  | 'balance'
  | 'created'
  | 'delinquent'
  | 'description'
  | 'email'
  | 'livemode'
  | 'name'
  | 'phone'
> & { metadata: Metadata; invoice_settings: { default_payment_method: string | null } }

export type PaymentMethod = Fields<
  Stripe.PaymentMethod,
  'id' | 'object' | 'created' | 'livemode' | 'type',
  'customer'
> & { card: { brand: string; last4: string; exp_month: number; exp_year: number } | null }

export type Product = Fields<
  Stripe.Product,
  'id' | 'object' | 'active' | 'created' | 'description' | 'livemode' | 'name' | 'updated'
> & { metadata: Metadata }

export type Recurring = {
  interval: 'day' | 'week' | 'month' | 'year'
  interval_count: number
  usage_type: 'licensed'
}
export type Price = Fields<
  Stripe.Price,
  | 'id'
  | 'object'
  | 'active'
  | 'billing_scheme'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'lookup_key'
  | 'nickname'
  | 'type'
> & { product: string; unit_amount: number; recurring: Recurring | null; metadata: Metadata }

/** `applies_to` is shown only when expanded. */
export type Coupon = Fields<
  Stripe.Coupon,
  | 'id'
  | 'object'
  | 'amount_off'
  | 'created'
  | 'currency'
  | 'duration'
  | 'duration_in_months'
  | 'livemode'
  | 'max_redemptions'
  | 'name'
  | 'percent_off'
  | 'redeem_by'
  | 'times_redeemed'
  | 'valid'
> & { metadata: Metadata; applies_to?: { products: string[] } }

export type PromotionCode = Fields<
  Stripe.PromotionCode,
  | 'id'
  | 'object'
  | 'active'
  | 'code'
  | 'created'
  | 'expires_at'
  | 'livemode'
  | 'max_redemptions'
  | 'restrictions'
  | 'times_redeemed',
  'customer'
> & { metadata: Metadata; promotion: { type: 'coupon'; coupon: string } }

export type LineItem = Fields<
  Stripe.LineItem,
  | 'id'
  | 'object'
  | 'amount_discount'
  | 'amount_subtotal'
  | 'amount_tax'
  | 'amount_total'
  | 'currency'
  | 'description'
> & { metadata: Metadata; price: Price; quantity: number }

/** `line_items` are shown only when expanded. */
export type CheckoutSession = Fields<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'allow_promotion_codes'
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'customer_email'
  | 'expires_at'
  | 'livemode'
  | 'locale'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'total_details'
  | 'ui_mode'
  | 'url',
  'customer' | 'invoice' | 'payment_intent' | 'subscription'
> & {
  mode: 'payment' | 'subscription'
  metadata: Metadata
  customer_details: { email: string | null; name: string | null } | null
  discounts: { coupon: string | null; promotion_code: string | null }[]
}

export type PaymentIntent = Fields<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'status',
  'customer' | 'latest_charge' | 'payment_method'
> & { metadata: Metadata; last_payment_error: CardError | null }
export interface CardError {
  type: 'card_error'
  code: string
  decline_code?: string
  message: string
  payment_method?: { id: string; object: 'payment_method' }
}

export type Charge = Fields<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'created'
  | 'currency'
  | 'description'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
  | 'paid'
  | 'payment_method'
  | 'refunded'
  | 'status',
  'balance_transaction' | 'customer' | 'payment_intent'
> & {
  metadata: Metadata
  outcome: { advice_code: string | null; network_status: string; reason: string | null; type: string }
  payment_method_details: { type: 'card'; card: { brand: string; last4: string } } | null
}

/** What a charge left in the account's balance. */
export type BalanceTransaction = Fields<
  Stripe.BalanceTransaction,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'fee' | 'net' | 'status' | 'type',
  'source'
>

export type Refund = Fields<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'failure_reason' | 'reason' | 'status',
  'charge' | 'payment_intent'
> & { metadata: Metadata }

export type Dispute = Fields<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'created'
  | 'currency'
  | 'is_charge_refundable'
  | 'livemode'
  | 'reason'
  | 'status',
  'charge' | 'payment_intent'
> & { metadata: Metadata; evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean } }

interface LinePricing {
  type: 'price_details'
  price_details: { price: string; product: string }
  unit_amount_decimal: string
}

export interface InvoiceLine {
  id: string
  object: 'line_item'
  amount: number
  subtotal: number
  currency: string
  description: string | null
  discount_amounts: { amount: number; discount: string }[]
  invoice: string
  livemode: false
  metadata: Metadata
  /** What the line was made of: https://docs.stripe.com/api/invoice-line-item/object */
  parent:
    | {
        type: 'subscription_item_details'
        subscription_item_details: { subscription_item: string | null; proration: boolean }
      }
    | { type: 'invoice_item_details'; invoice_item_details: { invoice_item: string; proration: boolean } }
  period: { start: number; end: number }
  pricing: LinePricing
  quantity: number
  subscription: string | null
}

export type InvoiceItem = Fields<
  Stripe.InvoiceItem,
  'id' | 'object' | 'amount' | 'currency' | 'description' | 'discountable' | 'livemode' | 'period'
> & {
  customer: string
  date: number
  invoice: string | null
  metadata: Metadata
  pricing: LinePricing
  quantity: 1
}

/** `payments` are shown only when expanded. */
export type Invoice = Fields<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'attempt_count'
  | 'attempted'
  | 'auto_advance'
  | 'automatically_finalizes_at'
  | 'billing_reason'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'customer_email'
  | 'hosted_invoice_url'
  | 'livemode'
  | 'next_payment_attempt'
  | 'number'
  | 'period_end'
  | 'period_start'
  | 'status'
  | 'subtotal'
  | 'total'
> & {
  customer: string
  metadata: Metadata
  lines: List<InvoiceLine>
  parent: {
    type: 'subscription_details'
    quote_details: null
    subscription_details: { subscription: string; metadata: Metadata }
  } | null
  status_transitions: {
    finalized_at: number | null
    marked_uncollectible_at: number | null
    paid_at: number | null
    voided_at: number | null
  }
}

export interface InvoicePayment {
  id: string
  object: 'invoice_payment'
  amount_paid: number | null
  amount_requested: number
  created: number
  currency: string
  invoice: string
  is_default: boolean
  livemode: false
  payment: { type: 'payment_intent'; payment_intent: string }
  status: 'open' | 'paid' | 'canceled'
  status_transitions: { canceled_at: number | null; paid_at: number | null }
}

export type SubscriptionItem = Fields<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'created' | 'current_period_end' | 'current_period_start' | 'subscription'
> & { metadata: Metadata; price: Price; quantity: number }

export type Subscription = Fields<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'billing_cycle_anchor'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'cancellation_details'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'description'
  | 'ended_at'
  | 'livemode'
  | 'start_date'
  | 'status',
  'default_payment_method' | 'latest_invoice'
> & {
  customer: string
  metadata: Metadata
  items: List<SubscriptionItem>
  discounts: string[]
  pause_collection: { behavior: 'void'; resumes_at: null } | null
}

export type PortalConfiguration = Fields<
  Stripe.BillingPortal.Configuration,
  | 'id'
  | 'object'
  | 'active'
  | 'created'
  | 'default_return_url'
  | 'is_default'
  | 'livemode'
  | 'name'
  | 'updated'
> & { metadata: Metadata; features: Record<string, { enabled: boolean }> }

export type PortalSession = Fields<
  Stripe.BillingPortal.Session,
  'id' | 'object' | 'created' | 'customer' | 'livemode' | 'return_url' | 'url',
  'configuration'
>

export type WebhookEndpoint = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'object' | 'api_version' | 'created' | 'enabled_events' | 'livemode' | 'status' | 'url'
>

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
  data: { object: { id: string; object: string }; previous_attributes?: Record<string, unknown> }
}
