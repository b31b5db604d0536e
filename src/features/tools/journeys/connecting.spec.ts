import type { BrowserContext, Page } from '@playwright/test'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { callApi, expectStatus } from '#tests/e2e/managing/place-paid-order.ts'
import { freshLabel } from '#tests/e2e/ordering/order-wizard.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { createPaidOrder, type PaidOrder } from '#tests/server/paid-order.ts'
import { makeConnectLink } from '../server/connecting/connect-links.ts'

test.describe.configure({ timeout: 240_000 })

/** A paid order of one domain with few mailboxes, which the demo's own staff leave alone while a page is open for it. */
const orderOf = (deps: Dependencies, customerId: string, platform: Platform): Promise<PaidOrder> =>
  createPaidOrder(deps, {
    customerId,
    plan: platform,
    tool: 'instantly',
    names: { [platform]: [`${freshLabel()}.com`] },
    mailboxesPerDomain: 2,
  })

/** Of the link that the command line prints for staff, what stands behind the product's address. */
async function printedPath(deps: Dependencies, { connectionId }: PaidOrder): Promise<string> {
  const { pathname, hash } = new URL(await makeConnectLink(deps, { connectionId, accountId: null }))
  return `${pathname}${hash}`
}

const card = (page: Page) => page.getByRole('region', { name: /@/ })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
/** Whose mailbox the card is for. */
const addressOnCard = async (page: Page) => (await card(page).getAttribute('aria-label')) ?? ''
const openedBy = async (page: Page, press: () => Promise<void>): Promise<Page> => {
  const opened = page.context().waitForEvent('page')
  await press()
  return opened
}

/** Until mailboxes wait: the page is asked again by its button. */
async function untilMailbox(page: Page): Promise<void> {
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Look again' })
    if (await again.isVisible()) await again.click()
    await expect(card(page)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 150_000 })
}

async function signInAtMicrosoft(tab: Page, address: string, password: string): Promise<void> {
  await tab.locator('input[name=passwd], input[name=loginfmt]').first().waitFor()
  if (await tab.locator('input[name=loginfmt]').isVisible()) {
    await tab.locator('input[name=loginfmt]').fill(address)
    await tab.locator('#idSIButton9').click()
  }
  await tab.locator('input[name=passwd]').fill(password)
  await tab.locator('#idSIButton9').click()
  // No page asks for permissions: the tenant's were given by API.
  await tab.locator('#idBtn_Back').click()
  await expect(tab.getByText(`${address} is connected`)).toBeVisible()
  await tab.close()
}

/** Google's pages refuse a browser that is driven, or has no window; here it plays one that someone sits at. */
const withWindow = (context: BrowserContext) =>
  context.setExtraHTTPHeaders({
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
  })
const playPerson = (tab: Page) =>
  tab.evaluate(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input[name=bgRequest]'))
      field.value = 'person'
  })

async function signInAtGoogle(tab: Page, address: string, password: string): Promise<void> {
  const identifier = tab.locator('#identifierId')
  await tab.locator('#identifierId, input[name=Passwd]').first().waitFor()
  if (await identifier.isVisible()) {
    await identifier.fill(address)
    await playPerson(tab)
    await tab.locator('#identifierNext button').click()
  }
  await tab.locator('input[name=Passwd]').fill(password)
  await playPerson(tab)
  await tab.locator('#passwordNext button').click()
  await tab.getByRole('button', { name: 'I understand' }).click()
  await tab.getByRole('button', { name: /Continue|Allow/ }).click()
  await expect(tab.getByText(`${address} is connected`)).toBeVisible()
  await tab.close()
}

test('the operator’s staff connect Microsoft mailboxes by a link, with keys, until the domain is done', async ({
  page,
  context,
  deps,
  customer,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const order = await orderOf(deps, customer.id, 'azure')
  const path = await printedPath(deps, order)
  await page.goto(path)
  await expect(page.getByText(`Instantly of ${customer.email}`)).toBeVisible()
  await expect(page).toHaveURL(/\/connect$/)
  await untilMailbox(page)
  await expectAccessible(page)
  for (let count = 0; count < 2; count++) {
    await expect(page.getByText(`${count} of 2 connected`)).toBeVisible()
    const address = await addressOnCard(page)
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeFocused()
    await page.keyboard.press('a')
    await expect(page.getByText('Address copied')).toBeAttached()
    expect(await clipboard(page)).toBe(address)
    await page.keyboard.press('p')
    await expect(page.getByText('Password copied')).toBeAttached()
    const password = await clipboard(page)
    await expect(page.getByRole('link', { name: 'Open sign-in page' })).toBeVisible()
    const tab = await openedBy(page, () => page.keyboard.press('o'))
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await signInAtMicrosoft(tab, address, password)
    // By itself, as soon as the tool says so.
    await expect(page.getByRole('region', { name: address })).toBeHidden({ timeout: 20_000 })
  }
  await expect(page.getByRole('heading', { name: 'All 2 mailboxes are connected' })).toBeFocused()

  // Opened a second time it is refused in words, whoever does.
  await page.goto('about:blank')
  await page.goto(path)
  await expect(page.getByText('This link was opened before, and each works once.')).toBeVisible()

  await signIn()
  await page.goto('/dashboard')
  await expectStatus(
    page,
    order.domains.map(({ name }) => name),
    'done',
  )
})

test('customers connect their own Google mailboxes from the order’s details, skipping one at first', async ({
  page,
  context,
  deps,
  customer,
  signIn,
}) => {
  await withWindow(context)
  await signIn()
  const order = await orderOf(deps, customer.id, 'google')
  const [{ name = '' } = {}] = order.domains
  await page.goto('/dashboard')
  // From now on it is theirs to do.
  await callApi(page, 'POST', '/api/connecting/unlock', { domain: name, password: customer.password })

  await expect
    .poll(
      async () => {
        const path = `/api/orders/groups/${order.bundleId}`
        const group = await callApi<{ domains: { toConnect: number }[] }>(page, 'GET', path)
        return group.domains[0]?.toConnect
      },
      { timeout: 150_000, intervals: [500] },
    )
    .toBe(3)
  await page.goto(`/dashboard?${new URLSearchParams({ order: order.orderId, details: order.bundleId })}`)
  const details = page.getByRole('dialog', { name: 'Order Details' })
  await details.getByRole('button', { name, expanded: false }).click()
  await details.getByRole('link', { name: 'Connect 3 mailboxes' }).click()
  await page.getByLabel('Your password').fill('wrong')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await page.getByLabel('Your password').fill(customer.password)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByText('0 of 3 connected')).toBeVisible()
  await expect(page.getByText('At the first sign-in of a new mailbox')).toBeVisible()
  const skipped = await addressOnCard(page)
  await page.keyboard.press('s')
  await expect(page.getByText('0 of 3 connected, 1 skipped')).toBeVisible()
  const held = await addressOnCard(page)
  expect(held).not.toBe(skipped)
  // A reload brings the same one again.
  await page.reload()
  await expect(page.getByRole('region', { name: held })).toBeVisible()
  for (let count = 0; count < 3; count++) {
    await expect(page.getByText(`${count} of 3 connected`)).toBeVisible()
    const address = await addressOnCard(page)
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
    const password = await page
      .getByText('Password', { exact: true })
      .locator('xpath=..')
      .locator('.font-mono')
      .innerText()
    const tab = await openedBy(page, () => page.getByRole('link', { name: 'Open sign-in page' }).click())
    await signInAtGoogle(tab, address, password)
    await expect(page.getByRole('region', { name: address })).toBeHidden({ timeout: 20_000 })
  }
  await expect(page.getByRole('heading', { name: 'All 3 mailboxes are connected' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard', exact: true }).click()
  await expectStatus(page, [name], 'done')
})

test('the page says that the line is gone, and that its half hour is over', async ({
  page,
  context,
  deps,
  customer,
}) => {
  await page.goto(await printedPath(deps, await orderOf(deps, customer.id, 'azure')))
  await untilMailbox(page)
  await context.setOffline(true)
  await expect(page.getByText('There is no connection')).toBeVisible({ timeout: 20_000 })
  await expect(card(page)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('There is no connection')).toBeHidden({ timeout: 20_000 })
  await context.clearCookies()
  await expect(page.getByText('The 30 minutes of this page are over.')).toBeVisible({ timeout: 20_000 })
  await expect(card(page)).toBeHidden()
})
