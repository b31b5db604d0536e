import type {
  ChargeRecord,
  InvoiceLineRecord,
  InvoiceRecord,
  ReturnRecord,
} from '#vendors/ports/payment-records.ts'
import { creditOf } from './draft-credits.ts'
import { planOf } from './products.ts'
import type {
  ChargeRecordWire,
  DisputeRecordWire,
  InvoiceLineWire,
  InvoiceRecordWire,
  RefundRecordWire,
} from './record-wires.ts'
import { toDispute, toRefund } from './translate.ts'

/** The currency of everything that is sold. */
const currency = 'usd'

const statuses: Record<string, InvoiceRecord['status']> = {
  draft: 'draft',
  paid: 'paid',
  void: 'void',
  uncollectible: 'uncollectible',
}
const kinds: Record<string, InvoiceRecord['kind']> = {
  subscription_create: 'first',
  subscription_cycle: 'renewal',
  subscription_update: 'renewal',
}

/** Nothing for one in another currency, or of nobody. */
export function toInvoiceRecord(invoice: InvoiceRecordWire): InvoiceRecord | undefined {
  if (invoice.currency !== currency || !invoice.customer) return undefined
  return {
    invoiceId: invoice.id,
    customerExternalId: invoice.customer,
    subscriptionId: invoice.parent?.subscription_details?.subscription,
    kind: kinds[invoice.billing_reason ?? ''] ?? 'once',
    // A state that Stripe may add one day is not paid for as far as we know.
    status: statuses[invoice.status ?? ''] ?? 'open',
    totalCents: invoice.total,
    paidCents: invoice.amount_paid,
    attempts: invoice.attempt_count,
    paymentId: invoice.payments?.data.map(({ payment }) => payment.payment_intent).find(Boolean),
    madeAt: invoice.created,
    paidAt: invoice.status_transitions?.paid_at ?? undefined,
    lines: invoice.lines.data.map(toLine),
  }
}

function toLine({
  amount,
  discount_amounts: discounts,
  metadata,
  period,
  pricing,
}: InvoiceLineWire): InvoiceLineRecord {
  const product = pricing?.price_details?.product
  return {
    // An amount that was added has a product as well, which Stripe makes for it.
    plan: (product && planOf(product)) || creditOf(metadata)?.plan,
    listCents: amount,
    netCents: amount - discounts.reduce((sum, discount) => sum + discount.amount, 0),
    periodStart: period.start,
    periodEnd: period.end,
  }
}

const chargeStates: Record<string, ChargeRecord['state']> = { succeeded: 'succeeded', failed: 'failed' }

export const toChargeRecord = (charge: ChargeRecordWire): ChargeRecord => ({
  chargeId: charge.id,
  customerExternalId: charge.customer,
  paymentId: charge.payment_intent,
  cents: charge.amount,
  isOtherCurrency: charge.currency !== currency,
  // An account that is kept in another currency pays its fees in that one.
  feeCents: charge.balance_transaction?.currency === currency ? charge.balance_transaction.fee : undefined,
  state: chargeStates[charge.status] ?? 'pending',
  disputed: charge.disputed,
  madeAt: charge.created,
})

export function refundRecord(refund: RefundRecordWire): ReturnRecord[] {
  if (refund.currency !== currency || !refund.charge) return []
  const { refundId, cents, status } = toRefund(refund)
  return [
    {
      returnId: refundId,
      chargeId: refund.charge,
      kind: 'refund',
      cents,
      outcome: status,
      madeAt: refund.created,
    },
  ]
}

export function disputeRecord(dispute: DisputeRecordWire): ReturnRecord[] {
  if (dispute.currency !== currency || !dispute.charge) return []
  const { disputeId, amountCents, outcome } = toDispute(dispute)
  return [
    {
      returnId: disputeId,
      chargeId: dispute.charge,
      kind: 'dispute',
      cents: amountCents,
      // Nothing is taken back for an inquiry.
      outcome: outcome === 'inquiry' || outcome === 'inquiry_closed' ? 'won' : outcome,
      madeAt: dispute.created,
    },
  ]
}
