import * as z from 'zod/mini'
import { boundedText } from '#base/text/outcome.ts'

/**
 * What the calls that lead to a payment page take beside their body: the ids, with commas between, of the open pages
 * that their customer agrees to have ended.
 */
export const agreedEnds = z.object({ ends: z.optional(boundedText(2000)) })

/** Paying again for what is on hold pays for all of its order that is: its page never loses anything. */
export const lostKinds = ['order', 'replace', 'reinstate'] as const
export type LostKind = (typeof lostKinds)[number]

/** A payment page that is open and would end: what `ends_payment` brings in its details, as `payments`. */
const openPayment = z.object({
  checkoutId: z.string(),
  kind: z.enum(lostKinds),
  cents: z.number(),
  /** The domains it would pay for; of many, the first. */
  names: z.array(z.string()),
  domains: z.number(),
})
export type OpenPayment = z.output<typeof openPayment>

/** A payment page that ended for a smaller one, or whose bank refused: what it would have paid for and nothing pays for now. */
export const droppedPayment = z.object({
  ...openPayment.shape,
  /** Its bank refused the payment, or did not decide it in time. */
  isRefused: z.optional(z.boolean()),
  /** The order that it would have changed; null for a new one. */
  orderId: z.nullable(z.string()),
  /** Of replacements: which name was to take the place of which. */
  replacements: z.array(z.object({ originalDomain: z.string(), newDomain: z.string() })),
})
export type DroppedPayment = z.output<typeof droppedPayment>

/** A payment from a bank account that its bank has not decided. */
export const bankPayment = z.object({
  checkoutId: z.string(),
  kind: z.enum(['order', 'release']),
  cents: z.number(),
  /** The domains it pays for. */
  names: z.array(z.string()),
})
export type BankPayment = z.output<typeof bankPayment>
