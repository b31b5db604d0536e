import type { APIResponse, Page } from '@playwright/test'
import { buildOrder } from '#shared/order-draft/build-order.ts'
import type { OrderDraft } from '#shared/order-draft/order-draft.ts'
import { writeDraft } from '#shared/order-draft/order-draft-storage.ts'
import type { DomainOption, PlanId } from '#shared/plans/catalog.ts'
import { firstPriceList, pricesOf } from '#shared/plans/price-list.ts'
import { completeDraft } from '#shared/testing/complete-draft.ts'
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

/** Puts texts where the browser keeps the order, as if they had been left there. */
export async function storeTexts(page: Page, texts: Record<string, string | null>): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate((entries) => {
    for (const [key, text] of entries) {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
    }
  }, Object.entries(texts))
}

export const storeDraft = (page: Page, { email }: Customer, draft: OrderDraft): Promise<void> =>
  storeTexts(page, writeDraft(draft, email, pricesOf(firstPriceList)))

/** Takes an order for a draft without paying it: its names are held from then on. */
export async function placeOrder(page: Page, draft: OrderDraft): Promise<APIResponse> {
  const body = buildOrder(draft)
  if (!body.ok) throw new Error(body.problem.message)
  return page.request.post('/api/orders', {
    headers: { 'x-requested-with': 'XMLHttpRequest', origin: `http://127.0.0.1:${process.env.PORT}` },
    data: body.value,
  })
}
