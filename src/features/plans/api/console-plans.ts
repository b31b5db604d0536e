import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { planIds, purchasableTlds } from '../rules/catalog.ts'
import type { PriceList } from '../rules/price-list.ts'
import { priceList } from '../rules/price-list-form.ts'

const done = z.object({ message: z.string(), version: z.number() })
const versionNumber = z.int().check(z.minimum(1), z.maximum(2_000_000_000))

/** A price list as answers hold it: its schema does nothing but name what is there. */
const shownList = z.object({
  plans: z.record(
    z.enum(planIds),
    z.object({
      name: z.nullable(z.string()),
      cents: z.number(),
      originalCents: z.nullable(z.number()),
      spareCents: z.nullable(z.number()),
      onSale: z.boolean(),
    }),
  ),
  tlds: z.record(
    z.enum(purchasableTlds),
    z.object({ cents: z.number(), ceilingCents: z.number(), onSale: z.boolean() }),
  ),
  reinstateCents: z.number(),
}) satisfies z.ZodMiniType<PriceList>

const priceVersion = z.object({
  version: z.number(),
  at: z.string(),
  by: z.string(),
  /** The version that it brought back. */
  restored: z.nullable(z.number()),
  /** What is different from the version before. */
  changes: z.array(z.string()),
})
export type PriceVersion = z.output<typeof priceVersion>

export const consolePlans = endpoint({
  method: 'GET',
  path: '/api/operator/plans',
  summary: 'Staff: what is sold at which price, what the registrar asks, and every version of the price list',
  access: 'staff:money.read',
  response: z.object({
    /** 1 while it is what the product ships with. */
    version: z.number(),
    list: shownList,
    /** What registering a name costs the operator, as it was entered last; endings without one are missing. */
    registrarCents: z.record(z.string(), z.number()),
    /** What runs, by plan and what it was bought for: a new list changes none of it. */
    running: z.array(z.object({ plan: z.enum(planIds), monthlyCents: z.number(), groups: z.number() })),
    /** Newest first, without the first one. */
    versions: z.array(priceVersion),
  }),
})
export type ConsolePlans = z.output<(typeof consolePlans)['response']>

export const savePrices = endpoint({
  method: 'POST',
  path: '/api/operator/plans',
  summary: 'Staff: sell at other prices and by other names from now on; what runs keeps its price',
  access: 'staff:plans.write',
  asksAgain: true,
  limit: 'staff',
  body: z.strictObject({ basedOn: versionNumber, list: priceList }),
  response: done,
})

export const restorePrices = endpoint({
  method: 'POST',
  path: '/api/operator/plans/restore',
  summary: 'Staff: bring an earlier price list back, as a new version; 1 is what the product ships with',
  access: 'staff:plans.write',
  asksAgain: true,
  limit: 'staff',
  body: z.strictObject({ version: versionNumber }),
  response: done,
})
