import * as z from 'zod/mini'

const time = z.nullable(z.string())

/** A renewal that was not charged, and that can still be paid. */
export const owedRenewal = z.object({
  invoiceId: z.string(),
  number: z.nullable(z.string()),
  /** The payment provider's page, where it is paid. */
  url: z.nullable(z.string()),
  cents: z.number(),
  /** The period that it is for. */
  from: time,
  until: time,
  /** Its bank asks the payer to confirm it, on its page. */
  isToConfirm: z.optional(z.boolean()),
  /** It is charged by itself no more: see `PaymentInvoice`. */
  isWrittenOff: z.optional(z.boolean()),
})
export type OwedRenewal = z.output<typeof owedRenewal>
