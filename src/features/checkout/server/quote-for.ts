import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, checkouts } from '#base/db/schema/index.ts'
import { countUse } from '#base/http/call-limits.ts'
import { type Refusal, ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { UsablePromotion } from '#vendors/ports/payments.ts'
import {
  leastChargeCents,
  type PricedItem,
  promotionMessages,
  promotionMinimum,
  type Quote,
  quoteItems,
} from '../rules/pricing.ts'

/** What is to be paid, and the code that was taken into account. */
export interface Offer {
  quote: Quote
  promotion: UsablePromotion | undefined
}

/**
 * The offer for some things to a customer, with a code checked at the payment provider: what is quoted is what will be
 * charged. Each call with a code is one of the tries that a customer has. Throws a `Refusal`, beside the code, for one
 * that cannot be used for this.
 */
export async function quoteFor(
  { db, vendors, limits }: Pick<Dependencies, 'db' | 'vendors' | 'limits'>,
  customerId: string,
  items: readonly PricedItem[],
  code: string | undefined,
): Promise<Offer> {
  if (!code) return { quote: quoteItems(items), promotion: undefined }
  // A code is a secret that could be guessed, by whichever way it is tried.
  await countUse(limits, 'promotionCode', customerId)
  const promotion = await vendors.payments.findPromotion(code, { purpose: 'waiting' })
  if (!promotion) throw promotionRefusal('unknown')
  const listCents = items.reduce((sum, item) => sum + item.listCents, 0)
  if (listCents < promotion.minimumCents) throw beside(promotionMinimum(promotion.minimumCents))
  if (promotion.firstOrderOnly && (await hasPaid(db, customerId))) throw promotionRefusal('firstOrderOnly')
  const quote = quoteItems(items, promotion)
  if (quote.totalCents > 0 && quote.totalCents < leastChargeCents) throw promotionRefusal('tooLittle')
  return { quote, promotion }
}

/**
 * Whether a customer has paid for something, here or for an order that was brought in with its subscription: nothing
 * they buy from then on is their first order. A subscription that pays for no order of theirs says nothing: one whose
 * first payment never came is told of as well.
 */
export const hasPaid = async (db: Db, customerId: string): Promise<boolean> =>
  (await db.$count(checkouts, and(eq(checkouts.customerId, customerId), eq(checkouts.status, 'paid')))) > 0 ||
  (await db.$count(bundles, and(eq(bundles.customerId, customerId), isNotNull(bundles.subscriptionId)))) > 0

const beside = (message: string): Refusal => ruleBroken(message, { promotionCode: message })

export const promotionRefusal = (why: Exclude<keyof typeof promotionMessages, 'malformed'>): Refusal =>
  beside(promotionMessages[why])
