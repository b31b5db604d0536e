import type { Page } from '@playwright/test'
import { callApi } from '#tests/e2e/managing/place-paid-order.ts'
import { expectNoOverflow, openDetails, startOnAll } from '#tests/e2e/managing/workspace.ts'
import { freshLabel } from '#tests/e2e/ordering/order-wizard.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

test.describe.configure({ timeout: 180_000 })

const waits = 'A replacement waits for payment'

/** Asks for a bought domain in the place of another one, up to its payment page. Answers that page's address. */
async function beginReplacement(page: Page, original: string, bought: string): Promise<string> {
  await startOnAll(page, 'replaceDomains')
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await dialog.getByRole('radio', { name: 'Purchase new domains' }).click()
  await dialog.getByRole('button', { name: `Replace ${original}` }).click()
  await dialog.getByLabel(`New domain for ${original}`).fill(bought)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Replace 1 domain' }).click()
  await page.getByRole('button', { name: 'Confirm Replacement' }).click()
  await expect(page).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })
  return page.url()
}

/** What the dashboard says of its one order besides what waits for payment: names, badges and counts. */
async function toldOfOrder(page: Page): Promise<string[]> {
  const notice = page.getByRole('status').filter({ hasText: waits })
  const waiting = (await notice.count()) > 0 ? await notice.innerText() : ''
  const told = [
    page.getByRole('listbox', { name: 'Orders' }),
    page.getByRole('main').locator('dl').first(),
    page.getByText('Active Domains:'),
    cardOf(page),
  ]
  const texts = await Promise.all(told.map((part) => part.innerText()))
  const asOneLine = (text: string) => text.replace(/\s+/g, ' ')
  return texts.map((text) => asOneLine(asOneLine(text).replace(asOneLine(waiting), '')).trim())
}
const cardOf = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Inboxyard Azure' }) })

/** As long as a name may be. */
const longName = () => `${freshLabel().padEnd(31, 'x')}.com`
const isFree = async (page: Page, domain: string) => {
  const answer = await callApi<{ exists: boolean }>(
    page,
    'GET',
    `/api/orders/validate-domain?domain=${domain}`,
  )
  return !answer.exists
}

test('a replacement that nobody paid waits beside its finished order, and is gone once it is discarded', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{ inboxes: 52 }] })
  const [{ groupId, domains }] = groups as [(typeof groups)[number]]
  const bought = longName()
  await signIn()
  await page.goto('/dashboard')
  const card = cardOf(page)
  const main = page.getByRole('main')
  await expect(card.getByText('Done').first()).toBeVisible()
  const before = await toldOfOrder(page)
  const paying = await beginReplacement(page, domains[0] as string, bought)

  // A customer who leaves the page without a word finds it waiting, and the order as finished as it was.
  await page.goto('/dashboard')
  const notice = card.getByRole('status').filter({ hasText: waits })
  await expect(notice).toContainText(/1 domain, \$(15\.50|9\.00)\. The payment page is open until/)
  await expect.poll(() => toldOfOrder(page)).toEqual(before)
  await expect(main.getByText(bought, { exact: true })).toHaveCount(0)
  expect(await isFree(page, bought)).toBe(false)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const details = await openDetails(page, groupId)
  await expect(details.getByText(waits)).toBeVisible()
  await details.getByRole('button', { name: 'Discard' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Discard this replacement?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(details.getByText(waits)).toBeVisible()

  let discards = 0
  await page.route('**/api/payments/discard', (route) => {
    discards += 1
    return discards === 1
      ? route.fulfill({ status: 502, json: { message: 'The payment provider does not answer.' } })
      : route.continue()
  })
  await details.getByRole('button', { name: 'Discard' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expectTold(page, 'The payment provider does not answer.')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Discard' }).dblclick()
  await expectTold(page, 'The replacement was discarded. Nothing was charged.')
  await expect(question).toBeHidden()
  await expect(details.getByText(waits)).toHaveCount(0)
  expect(discards).toBe(2)
  await page.keyboard.press('Escape')
  await expect(notice).toHaveCount(0)
  await expect.poll(() => toldOfOrder(page)).toEqual(before)
  expect(await isFree(page, bought)).toBe(true)
  await page.goto(paying)
  await expect(page.getByText('This payment page has expired')).toBeVisible()
})

test('turning back at the payment page ends the replacement, or says that it still waits', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {})
  const [{ domains }] = groups as [(typeof groups)[number]]
  const bought = longName()
  await signIn()
  const paying = await beginReplacement(page, domains[0] as string, bought)
  await page.route('**/api/payments/discard', (route) => route.abort())
  await page.getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await expect(dialog).toContainText(
    'Nothing was charged. The replacement still waits for its payment: you can pay for it or discard it on your dashboard.',
  )
  await expect(dialog).toContainText(bought)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(waits)).toBeVisible()
  await page.unroute('**/api/payments/discard')

  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(paying)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectTold(page, 'Nothing was charged and nothing is replaced. Your domains keep running as before.')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('button', { name: 'Inboxyard Azure' }).first()).toBeVisible()
  await expect(page.getByText(waits)).toHaveCount(0)
  expect(await isFree(page, bought)).toBe(true)
  await page.goto(paying)
  await expect(page.getByText('This payment page has expired')).toBeVisible()
})
