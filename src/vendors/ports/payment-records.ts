import type { PlanId } from '#features/plans/rules/catalog.ts'
import type { CallContext } from './call-context.ts'

/** An invoice as the books have it. */
export interface InvoiceRecord {
  invoiceId: string
  customerExternalId: string
  subscriptionId: string | undefined
  kind: 'first' | 'renewal' | 'once'
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  totalCents: number
  paidCents: number
  attempts: number
  /** The payment that it is charged by, once there is one. */
  paymentId: string | undefined
  madeAt: Date
  paidAt: Date | undefined
  lines: InvoiceLineRecord[]
}

export interface InvoiceLineRecord {
  plan: PlanId | undefined
  listCents: number
  netCents: number
  periodStart: Date
  periodEnd: Date
}

/** One try to charge a card. */
export interface ChargeRecord {
  chargeId: string
  /** Undefined where nobody's customer was charged. */
  customerExternalId: string | undefined
  paymentId: string | undefined
  cents: number
  /** Its cents are none of ours: it can be counted, and not added up. */
  isOtherCurrency: boolean
  /** What the provider keeps of it; undefined while it has not told, or may not tell us. */
  feeCents: number | undefined
  state: 'succeeded' | 'pending' | 'failed'
  disputed: boolean
  madeAt: Date
}

/** What went back of a charge, or is asked back. */
export interface ReturnRecord {
  returnId: string
  chargeId: string
  kind: 'refund' | 'dispute'
  cents: number
  outcome: 'pending' | 'succeeded' | 'failed' | 'open' | 'won' | 'lost'
  madeAt: Date
}

/** A page of something, newest first; `next` asks for the one after it. */
export interface RecordPage<T> {
  records: T[]
  next: string | undefined
}

interface PageQuery {
  after: string | undefined
}

/** Of some time only, by when each was made. */
interface PageOfTimeQuery extends PageQuery {
  within?: { from: Date; until: Date } | undefined
}

/** What the provider has in its books. Only US dollars: of what is charged in another currency it is known that it was. */
export interface PaymentRecords {
  /** Undefined where it is in another currency. */
  readInvoiceRecord(invoiceId: string, ctx?: CallContext): Promise<InvoiceRecord | undefined>
  /** Every try to charge for a payment, and what went back of it. */
  readPaymentRecords(
    paymentId: string,
    ctx?: CallContext,
  ): Promise<{ charges: ChargeRecord[]; returns: ReturnRecord[] }>
  listInvoiceRecords(query: PageQuery, ctx?: CallContext): Promise<RecordPage<InvoiceRecord>>
  listChargeRecords(query: PageOfTimeQuery, ctx?: CallContext): Promise<RecordPage<ChargeRecord>>
  listRefundRecords(query: PageOfTimeQuery, ctx?: CallContext): Promise<RecordPage<ReturnRecord>>
  listDisputeRecords(query: PageOfTimeQuery, ctx?: CallContext): Promise<RecordPage<ReturnRecord>>
}
