import * as z from 'zod/mini'
import { planIds, purchasableTlds } from '#features/plans/rules/catalog.ts'
import type { PriceList } from '#features/plans/rules/price-list.ts'
import { planPrice, priceCents, tldPrice } from '#features/plans/rules/price-list-form.ts'
import { recordOf } from '../records/keys-of.ts'

const recordOfAnything = z.record(z.string(), z.unknown())
const stored = z.object({
  plans: z.catch(recordOfAnything, {}),
  tlds: z.catch(recordOfAnything, {}),
  reinstateCents: z.unknown(),
})

/** The values of a version. What it says nothing of, because it is older than that, is as the first version has it. */
export function readPriceList(values: unknown, shipped: PriceList): PriceList {
  const read = z.safeParse(stored, values)
  if (!read.success) return shipped
  const { plans, tlds, reinstateCents } = read.data
  const fee = z.safeParse(priceCents, reinstateCents)
  return {
    plans: recordOf(planIds, (plan) => readOr(planPrice, plans[plan], shipped.plans[plan])),
    tlds: recordOf(purchasableTlds, (tld) => readOr(tldPrice, tlds[tld], shipped.tlds[tld])),
    reinstateCents: fee.success ? fee.data : shipped.reinstateCents,
  }
}

function readOr<T>(schema: z.ZodMiniType<T>, value: unknown, otherwise: T): T {
  const read = z.safeParse(schema, value)
  return read.success ? read.data : otherwise
}
