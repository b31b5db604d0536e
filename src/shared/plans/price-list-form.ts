import * as z from 'zod/mini'
import { formatUsd } from '../money/pricing.ts'
import { recordOf } from '../records/keys-of.ts'
import { planIds, purchasableTlds } from './catalog.ts'
import { type PriceList, soldPlans, soldTlds } from './price-list.ts'

const leastCents = 1_00
const mostCents = 100_000_00

export const priceMessages = {
  range: `A price is between ${formatUsd(leastCents)} and ${formatUsd(mostCents)}`,
  original: 'The original price is struck through beside the present one, so it has to be above it',
  noPlan: 'At least one plan has to be on sale',
  noTld: 'At least one ending has to be on sale',
} as const

/** An amount that something is sold for: what payment providers take, and no slip of the keyboard. */
export const priceCents = z
  .int(priceMessages.range)
  .check(z.minimum(leastCents, priceMessages.range), z.maximum(mostCents, priceMessages.range))

export const planPrice = z
  .strictObject({ cents: priceCents, originalCents: z.nullable(priceCents), onSale: z.boolean() })
  .check(
    z.refine(({ cents, originalCents }) => originalCents === null || originalCents > cents, {
      message: priceMessages.original,
      path: ['originalCents'],
    }),
  )

export const tldPrice = z.strictObject({ cents: priceCents, ceilingCents: priceCents, onSale: z.boolean() })

/** A price list as an owner enters it. */
export const priceList = z
  .strictObject({
    plans: z.strictObject(recordOf(planIds, () => planPrice)),
    tlds: z.strictObject(recordOf(purchasableTlds, () => tldPrice)),
    reinstateCents: priceCents,
  })
  .check(
    z.refine((list: PriceList) => soldPlans(list).length > 0, {
      message: priceMessages.noPlan,
      path: ['plans'],
    }),
    z.refine((list: PriceList) => soldTlds(list).length > 0, {
      message: priceMessages.noTld,
      path: ['tlds'],
    }),
  )
