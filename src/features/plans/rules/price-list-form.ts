import * as z from 'zod/mini'
import { recordOf } from '#base/records/keys-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { visibleText } from '#base/text/visible-text.ts'
import { type PlanId, planIds, plans, purchasableTlds } from './catalog.ts'
import { type PriceList, soldPlans, soldTlds } from './price-list.ts'

const leastCents = 1_00
const mostCents = 100_000_00

/** It stands behind the name of the product, in buttons, and on a phone. */
const planNameMaxLength = 30

export const priceMessages = {
  range: `A price is between ${formatUsd(leastCents)} and ${formatUsd(mostCents)}, written as 1000 or 42.50`,
  spare: 'Spares cost no more than an order that sends',
  original: 'The original price is struck through beside the present one, so it has to be above it',
  sameName: 'Another plan is called so',
  noPlan: 'At least one plan has to be on sale',
  noTld: 'At least one ending has to be on sale',
} as const

/** An amount that something is sold for: what payment providers take, and no slip of the keyboard. */
export const priceCents = z
  .int(priceMessages.range)
  .check(z.minimum(leastCents, priceMessages.range), z.maximum(mostCents, priceMessages.range))

export const planPrice = z
  .strictObject({
    // Versions from before plans could be named say nothing of it.
    name: z._default(z.nullable(visibleText(planNameMaxLength)), null),
    cents: priceCents,
    originalCents: z.nullable(priceCents),
    // Versions from before there were spares say nothing of it.
    spareCents: z._default(z.nullable(priceCents), null),
    onSale: z.boolean(),
  })
  .check(
    z.refine(({ cents, originalCents }) => originalCents === null || originalCents > cents, {
      message: priceMessages.original,
      path: ['originalCents'],
    }),
    z.refine(({ cents, spareCents }) => spareCents === null || spareCents <= cents, {
      message: priceMessages.spare,
      path: ['spareCents'],
    }),
  )

export const tldPrice = z.strictObject({ cents: priceCents, ceilingCents: priceCents, onSale: z.boolean() })

/** What customers may know a plan by; capitals and spaces do not distinguish. */
const knownAs = (list: PriceList, plan: PlanId): string[] => {
  const { name } = list.plans[plan]
  const names = name === null ? [plans[plan].name, plans[plan].labelSuffix] : [name]
  return names.map((each) => each.normalize('NFKC').toLowerCase().replace(/\s+/g, ''))
}

/** Those that an owner has named as another plan is called. */
const namedAlike = (list: PriceList): PlanId[] =>
  planIds.filter(
    (plan) =>
      list.plans[plan].name !== null &&
      planIds.some(
        (other) => other !== plan && knownAs(list, other).some((name) => knownAs(list, plan).includes(name)),
      ),
  )

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
    z.check(({ value, issues }) => {
      for (const plan of namedAlike(value as PriceList))
        issues.push({
          code: 'custom',
          message: priceMessages.sameName,
          path: ['plans', plan, 'name'],
          input: value,
        })
    }),
  )
