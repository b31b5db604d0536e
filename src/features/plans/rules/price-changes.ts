import { formatUsd } from '#base/text/usd.ts'
import { type PlanId, planIds, plans, purchasableTlds } from './catalog.ts'
import type { PlanPrice, PriceList, TldPrice } from './price-list.ts'

/** What is different between two price lists, each as a clause: "Entra: $50.00 → $60.00". Plans go by their name before. */
export const priceChanges = (before: PriceList, after: PriceList): string[] => [
  ...planIds.flatMap((plan) =>
    about(
      before.plans[plan].name ?? plans[plan].name,
      planWords(plan, before.plans[plan], after.plans[plan]),
    ),
  ),
  ...purchasableTlds.flatMap((tld) => about(`.${tld}`, tldWords(before.tlds[tld], after.tlds[tld]))),
  ...about('Reinstated orders', amount('', before.reinstateCents, after.reinstateCents)),
]

const about = (what: string, words: readonly string[]): string[] => words.map((each) => `${what}: ${each}`)

const planWords = (plan: PlanId, before: PlanPrice, after: PlanPrice): string[] => [
  ...called(plan, before.name, after.name),
  ...amount('', before.cents, after.cents),
  ...amount('original price ', before.originalCents, after.originalCents),
  ...amount('spares ', before.spareCents, after.spareCents, 'as the plan'),
  ...sale(before, after),
]

const tldWords = (before: TldPrice, after: TldPrice): string[] => [
  ...amount('', before.cents, after.cents),
  ...amount('refused above ', before.ceilingCents, after.ceilingCents),
  ...sale(before, after),
]

const called = (plan: PlanId, before: string | null, after: string | null): string[] =>
  before === after ? [] : [after === null ? `called ${plans[plan].name} again` : `called ${after}`]

const shown = (cents: number | null, none: string): string => (cents === null ? none : formatUsd(cents))

const amount = (name: string, before: number | null, after: number | null, none = 'none'): string[] =>
  before === after ? [] : [`${name}${shown(before, none)} → ${shown(after, none)}`]

const sale = (before: { onSale: boolean }, after: { onSale: boolean }): string[] =>
  before.onSale === after.onSale ? [] : [after.onSale ? 'on sale again' : 'not on sale any more']
