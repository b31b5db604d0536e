import * as z from 'zod'
import {
  disputeWire,
  identifier,
  invoiceParent,
  invoicePaymentWire,
  listOf,
  metadata,
  moment,
  reference,
  refundWire,
} from './wire.ts'

/*
 * What the books are read from. A field is required only where Stripe's description requires it.
 * https://docs.stripe.com/api/invoices/object, https://docs.stripe.com/api/charges/object
 */

const cents = z.int()

const invoiceLineWire = z.object({
  id: identifier,
  amount: cents,
  discount_amounts: z
    .array(z.object({ amount: cents }))
    .nullish()
    .transform((amounts) => amounts ?? []),
  metadata,
  period: z.object({ start: moment, end: moment }),
  pricing: z.object({ price_details: z.object({ product: reference }).nullish() }).nullish(),
})
export type InvoiceLineWire = z.output<typeof invoiceLineWire>
export const invoiceLineListWire = listOf(invoiceLineWire)

export const invoiceRecordWire = z.object({
  id: identifier,
  object: z.literal('invoice'),
  customer: reference,
  currency: z.string(),
  status: z.string().nullable(),
  billing_reason: z.string().nullable(),
  total: cents,
  amount_paid: cents,
  attempt_count: z.int(),
  created: moment,
  status_transitions: z.object({ paid_at: moment.nullish() }).nullish(),
  parent: invoiceParent,
  lines: invoiceLineListWire,
  payments: listOf(invoicePaymentWire).nullish(),
})
export type InvoiceRecordWire = z.output<typeof invoiceRecordWire>
export const invoiceRecordListWire = listOf(invoiceRecordWire)

const chargeRecordWire = z.object({
  id: identifier,
  object: z.literal('charge'),
  customer: reference,
  payment_intent: reference,
  currency: z.string(),
  amount: cents,
  status: z.string(),
  disputed: z.boolean(),
  created: moment,
  /** Only its id where it was not asked for. */
  balance_transaction: z
    .union([z.object({ fee: cents, currency: z.string() }), z.string().transform(() => undefined)])
    .nullish(),
})
export type ChargeRecordWire = z.output<typeof chargeRecordWire>
export const chargeRecordListWire = listOf(chargeRecordWire)

const refundRecordWire = refundWire.extend({ charge: reference, currency: z.string(), created: moment })
export type RefundRecordWire = z.output<typeof refundRecordWire>
export const refundRecordListWire = listOf(refundRecordWire)

const disputeRecordWire = disputeWire.extend({ charge: reference, currency: z.string(), created: moment })
export type DisputeRecordWire = z.output<typeof disputeRecordWire>
export const disputeRecordListWire = listOf(disputeRecordWire)
