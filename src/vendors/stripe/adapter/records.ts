import type * as z from 'zod'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { RecordPage } from '#vendors/ports/payment-records.ts'
import { allPages } from './all-pages.ts'
import type { StripeCall, StripeClient } from './client.ts'
import {
  chargeRecordListWire,
  disputeRecordListWire,
  type InvoiceRecordWire,
  invoiceLineListWire,
  invoiceRecordListWire,
  invoiceRecordWire,
  refundRecordListWire,
} from './record-wires.ts'
import { disputeRecord, refundRecord, toChargeRecord, toInvoiceRecord } from './translate-records.ts'
import { withLines } from './whole-lists.ts'
import { pageSize } from './wire.ts'

export const readInvoiceRecord: StripeCall<'readInvoiceRecord'> = async (client, invoiceId, ctx) =>
  whole(
    client,
    await client.ask(
      'readInvoiceRecord',
      invoiceRecordWire,
      (stripe) => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }),
      ctx,
    ),
    ctx,
  )

const whole = async (client: StripeClient, invoice: InvoiceRecordWire, ctx: CallContext | undefined) =>
  toInvoiceRecord(await withLines(client, invoiceLineListWire, invoice, ctx))

export const readPaymentRecords: StripeCall<'readPaymentRecords'> = async (client, paymentId, ctx) => {
  const after = (starting_after: string | undefined) => ({
    payment_intent: paymentId,
    limit: pageSize,
    starting_after,
  })
  const charges = await allPages('listChargeRecords', (last) => askCharges(client, after(last), ctx))
  const refunds = await allPages('listRefundRecords', (last) =>
    client.ask('listRefundRecords', refundRecordListWire, (stripe) => stripe.refunds.list(after(last)), ctx),
  )
  const disputes = await allPages('listDisputeRecords', (last) =>
    client.ask(
      'listDisputeRecords',
      disputeRecordListWire,
      (stripe) => stripe.disputes.list(after(last)),
      ctx,
    ),
  )
  return {
    charges: charges.map(toChargeRecord),
    returns: [...refunds.flatMap(refundRecord), ...disputes.flatMap(disputeRecord)],
  }
}

interface ListParams {
  payment_intent?: string
  starting_after?: string | undefined
  created?: { gte: number; lt: number }
  limit: number
}

/** Times are whole seconds there: https://docs.stripe.com/api/charges/list */
const createdIn = (within: { from: Date; until: Date } | undefined) =>
  within && {
    created: {
      gte: Math.ceil(within.from.getTime() / 1_000),
      lt: Math.ceil(within.until.getTime() / 1_000),
    },
  }

/** With the fee of each, unless the key may not read fees: then they are unknown, and the charges are not. */
async function askCharges(
  { ask }: StripeClient,
  params: ListParams,
  ctx: CallContext | undefined,
): Promise<z.output<typeof chargeRecordListWire>> {
  const list = (expand: string[]) =>
    ask(
      'listChargeRecords',
      chargeRecordListWire,
      (stripe) => stripe.charges.list({ ...params, ...(expand.length > 0 && { expand }) }),
      ctx,
    )
  try {
    return await list(['data.balance_transaction'])
  } catch (error) {
    if (isVendorError(error) && error.status === 403) return list([])
    throw error
  }
}

const pageOf = <Wire extends { id: string }, T>(
  { data, has_more }: { data: Wire[]; has_more: boolean },
  records: T[],
): RecordPage<T> => ({ records, next: has_more ? data.at(-1)?.id : undefined })

export const listInvoiceRecords: StripeCall<'listInvoiceRecords'> = async (client, { after }, ctx) => {
  const page = await client.ask(
    'listInvoiceRecords',
    invoiceRecordListWire,
    (stripe) => stripe.invoices.list({ limit: pageSize, starting_after: after, expand: ['data.payments'] }),
    ctx,
  )
  const records = []
  for (const invoice of page.data) records.push(await whole(client, invoice, ctx))
  return pageOf(
    page,
    records.filter((record) => record !== undefined),
  )
}

export const listChargeRecords: StripeCall<'listChargeRecords'> = async (client, { after, within }, ctx) => {
  const page = await askCharges(client, { limit: pageSize, starting_after: after, ...createdIn(within) }, ctx)
  return pageOf(page, page.data.map(toChargeRecord))
}

export const listRefundRecords: StripeCall<'listRefundRecords'> = async ({ ask }, { after, within }, ctx) => {
  const page = await ask(
    'listRefundRecords',
    refundRecordListWire,
    (stripe) => stripe.refunds.list({ limit: pageSize, starting_after: after, ...createdIn(within) }),
    ctx,
  )
  return pageOf(page, page.data.flatMap(refundRecord))
}

export const listDisputeRecords: StripeCall<'listDisputeRecords'> = async (
  { ask },
  { after, within },
  ctx,
) => {
  const page = await ask(
    'listDisputeRecords',
    disputeRecordListWire,
    (stripe) => stripe.disputes.list({ limit: pageSize, starting_after: after, ...createdIn(within) }),
    ctx,
  )
  return pageOf(page, page.data.flatMap(disputeRecord))
}
