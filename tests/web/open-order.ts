import { expect, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { readRoom } from '#features/checkout/api/payments.ts'
import {
  lookAtStanding,
  prepareOwnNames,
  searchDomain,
  verifyAvailability,
} from '#features/names/api/find-domains.ts'
import { emptyDraft, type OrderDraft } from '#features/ordering/rules/order-draft.ts'
import { writeDraft } from '#features/ordering/rules/order-draft-storage.ts'
import { type Platform, platformContents } from '#features/plans/rules/catalog.ts'
import { firstPriceList, pricesOf } from '#features/plans/rules/price-list.ts'
import { listConnections } from '#features/tools/api/connections.ts'
import { kept } from './kept-answers.ts'
import { network } from './network.ts'
import { customer, openPage } from './open-page.tsx'

/** Puts texts where the browser keeps the order, as if they had been left there. */
export function storeTexts(texts: Record<string, string | null>): void {
  for (const [key, text] of Object.entries(texts)) {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  }
}

export const storeDraft = (draft: OrderDraft, email = customer().email): void =>
  storeTexts(writeDraft(draft, email, pricesOf(firstPriceList)))

export const withoutDomains = (draft: OrderDraft): OrderDraft => ({
  ...draft,
  domains: emptyDraft().domains,
  confirmedDomains: [],
})

/** What is found like a name: what the server has found like another one. */
export function foundLike(domain: string): ReturnType<typeof kept<typeof searchDomain>> {
  const found = JSON.stringify(kept(searchDomain, 'found-names'))
  return JSON.parse(found.replaceAll('fenwickmail', domain.slice(0, domain.lastIndexOf('.'))))
}

/** Opens a step with an order that has come so far, where every name is free. */
export function openOrder(address: string, draft: OrderDraft): ReturnType<typeof openPage> {
  storeDraft(draft)
  network.answer(searchDomain, ({ body }) => foundLike(body.domain))
  const [free] = kept(verifyAvailability, 'own-names').results
  network.answer(verifyAvailability, ({ body }) => ({
    success: true,
    results: free ? body.domains.map((domain) => ({ ...free, domain })) : [],
  }))
  network.answer(lookAtStanding, ({ body }) => ({
    results: body.domains.map((domain) => ({ domain, isKnown: true, records: [], kept: [] })),
  }))
  const [prepared] = kept(prepareOwnNames, 'prepared-names').results
  network.answer(prepareOwnNames, ({ body }) => ({
    results: prepared ? body.domains.map((domain) => ({ ...prepared, domain })) : [],
  }))
  network.answer(listConnections, kept(listConnections, 'connections'))
  network.answer(readRoom, kept(readRoom, 'room'))
  return openPage(address)
}

export const button = (name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Lets a test move the clock of what the page waits for. */
export const holdClock = () =>
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })

/** Presses a button that says it cannot be used now. */
export async function pressUnavailable(target: Locator): Promise<void> {
  await expect.element(target).toHaveAttribute('aria-disabled', 'true')
  // By keyboard: for a pointer it would be waited for until it can be used.
  target.element().focus()
  await userEvent.keyboard('{Enter}')
}

/** Expects a sentence, be it beside its field or for a few seconds over the page. */
export const expectTold = (message: string | RegExp): Promise<void> =>
  expect
    .poll(
      () =>
        page
          .getByText(message, { exact: true })
          .elements()
          .some((each) => each.checkVisibility()),
      { message: `The page says “${message}”` },
    )
    .toBe(true)

/** Opens a section that is closed. */
export async function openSection(title: string): Promise<void> {
  const section = page.getByRole('button', { name: new RegExp(`^${title}`) })
  await expect.element(section).toBeVisible()
  if (section.element().getAttribute('aria-expanded') !== 'true') await section.click()
}

export const cart = (platform: Platform): Locator =>
  page.getByRole('region', { name: new RegExp(`: ${platformContents[platform].name}$`) })

/** The names chosen for a platform, as the page lists them. */
export const chosen = (platform: Platform): string[] =>
  cart(platform)
    .getByRole('button', { name: /^Remove (?!all)/ })
    .elements()
    .map((each) => each.getAttribute('aria-label')?.slice(7) ?? '')

export async function search(text: string): Promise<void> {
  await page.getByLabelText('Search for a domain').fill(text)
  await button('Search').click()
}
