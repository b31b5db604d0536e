import { recordOf } from '#base/records/keys-of.ts'
import { dollarsOf } from '#base/text/usd.ts'
import { type PlanId, planIds, purchasableTlds, type Tld } from '../rules/catalog.ts'
import type { PriceList } from '../rules/price-list.ts'
import { priceList } from '../rules/price-list-form.ts'

/** A price list as its form has it: amounts are texts in dollars, a plan's name is empty where it is the catalog's. */
export interface PriceDraft {
  plans: Record<
    PlanId,
    { name: string; cents: string; originalCents: string; spareCents: string; onSale: boolean }
  >
  tlds: Record<Tld, { cents: string; ceilingCents: string; onSale: boolean }>
  reinstateCents: string
}

export const dollarText = (cents: number): string => dollarsOf(cents).toFixed(2)

const amount = /^\d{1,6}(?:\.\d{1,2})?$/
/** What was typed, in cents; what is no amount is none that a rule takes. */
export const typedCents = (typed: string): number => {
  const dollars = typed.trim().replace(/^\$/, '')
  return amount.test(dollars) ? Math.round(Number(dollars) * 100) : -1
}

export const draftOf = (list: PriceList): PriceDraft => ({
  plans: recordOf(planIds, (plan) => {
    const { name, cents, originalCents, spareCents, onSale } = list.plans[plan]
    return {
      name: name ?? '',
      cents: dollarText(cents),
      originalCents: originalCents === null ? '' : dollarText(originalCents),
      spareCents: spareCents === null ? '' : dollarText(spareCents),
      onSale,
    }
  }),
  tlds: recordOf(purchasableTlds, (tld) => {
    const { cents, ceilingCents, onSale } = list.tlds[tld]
    return { cents: dollarText(cents), ceilingCents: dollarText(ceilingCents), onSale }
  }),
  reinstateCents: dollarText(list.reinstateCents),
})

export const listOfDraft = (draft: PriceDraft): PriceList => ({
  plans: recordOf(planIds, (plan) => {
    const { name, cents, originalCents, spareCents, onSale } = draft.plans[plan]
    return {
      name: name.trim() === '' ? null : name.trim(),
      cents: typedCents(cents),
      originalCents: originalCents.trim() === '' ? null : typedCents(originalCents),
      spareCents: spareCents.trim() === '' ? null : typedCents(spareCents),
      onSale,
    }
  }),
  tlds: recordOf(purchasableTlds, (tld) => {
    const { cents, ceilingCents, onSale } = draft.tlds[tld]
    return { cents: typedCents(cents), ceilingCents: typedCents(ceilingCents), onSale }
  }),
  reinstateCents: typedCents(draft.reinstateCents),
})

/** What is wrong with a draft, by the place of each amount, in the order of the page: the rules of the server. */
export function draftProblems(draft: PriceDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { path, message } of priceList.safeParse(listOfDraft(draft)).error?.issues ?? [])
    problems[path.join('.')] ??= message
  return problems
}
