import type { Page } from '@playwright/test'
import type { OrderDraft } from '#features/ordering/rules/order-draft.ts'
import { writeDraft } from '#features/ordering/rules/order-draft-storage.ts'
import type { DomainOption, PlanId } from '#features/plans/rules/catalog.ts'
import { firstPriceList, pricesOf } from '#features/plans/rules/price-list.ts'
import { completeDraft } from '../../rules/complete-draft.ts'
import type { Customer } from '../product/test.ts'
import { freshLabel } from './order-wizard.ts'

/**
 * A complete order that sends with no tool of its own, over names that nobody has: own ones have an ending of which no
 * registry says that.
 */
export function freshDraft(
  plan: PlanId = 'azure',
  orderCount = 1,
  option: DomainOption = 'purchase',
): OrderDraft {
  const draft = completeDraft(plan, orderCount, option)
  const fresh = (names: readonly string[]) =>
    names.map(() => `${freshLabel()}.${option === 'own' ? 'dev' : 'com'}`)
  const lists = draft.domains[option]
  const domains = { azure: fresh(lists.azure), google: fresh(lists.google) }
  return {
    ...draft,
    tool: { tool: 'other', connectionId: null, shown: {} },
    domains: { ...draft.domains, [option]: domains },
    confirmedDomains: option === 'own' ? [...domains.azure, ...domains.google] : [],
  }
}

/** Puts an order where the browser keeps it, as if it had been left there. */
export async function storeDraft(page: Page, { email }: Customer, draft: OrderDraft): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate(
    (entries) => {
      for (const [key, text] of entries) {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
      }
    },
    Object.entries(writeDraft(draft, email, pricesOf(firstPriceList))),
  )
}
