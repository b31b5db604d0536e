import * as z from 'zod/mini'

const time = z.nullable(z.string())

/** A renewal that the card refused and that can still be paid. */
export const owedRenewal = z.object({
  invoiceId: z.string(),
  number: z.nullable(z.string()),
  /** The payment provider's page, where it is paid. */
  url: z.nullable(z.string()),
  cents: z.number(),
  /** The period that it is for. */
  from: time,
  until: time,
})
export type OwedRenewal = z.output<typeof owedRenewal>
