import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { ownPriceFrom } from '#features/plans/rules/own-price.ts'
import { priceCents } from '#features/plans/rules/price-list-form.ts'
import { customerParams } from './console-customer.ts'

const ownPriceRow = z.object({
  id: z.number(),
  plan: z.enum(planIds),
  /** Null: the list's price again. */
  cents: z.nullable(z.number()),
  /** The day of UTC with which it begins; null: it began when it was set. */
  from: z.nullable(z.string()),
  by: z.string(),
  at: z.string(),
})
export type OwnPriceRow = z.output<typeof ownPriceRow>

export const customerOwnPrices = endpoint({
  method: 'GET',
  path: '/api/operator/customers/:customerId/prices',
  summary: 'Staff: what a customer pays for an order of each plan, and every own price they had',
  access: 'staff:money.read',
  params: customerParams,
  response: z.object({
    prices: z.array(
      z.object({
        plan: z.enum(planIds),
        listCents: z.number(),
        /** Null: they pay the list's price. */
        ownCents: z.nullable(z.number()),
        /** What they will pay instead, from a day of UTC on; `cents` null: the list's price. */
        next: z.nullable(z.object({ cents: z.nullable(z.number()), from: z.string() })),
      }),
    ),
    /** Newest first. */
    history: z.array(ownPriceRow),
  }),
})
export type CustomerOwnPrices = z.output<(typeof customerOwnPrices)['response']>

export const setCustomerPrice = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/prices',
  summary: 'Staff: give a customer a price of their own for new orders of a plan, or the list’s price again',
  access: 'staff:plans.write',
  asksAgain: true,
  limit: 'staff',
  params: customerParams,
  body: z.strictObject({
    plan: z.enum(planIds),
    cents: z.nullable(priceCents),
    /** A day of UTC to come; null or missing: at once. */
    from: z.optional(z.nullable(ownPriceFrom)),
  }),
  response: z.object({ message: z.string() }),
})
