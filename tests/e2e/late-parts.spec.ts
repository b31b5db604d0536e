import type { CDPSession, Page } from '@playwright/test'
import { OrderWizard } from './ordering/order-wizard.ts'
import { addressOf, imported, manifest } from './product/built-files.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

const lost = new WeakMap<Page, { client: CDPSession; addresses: Set<string> }>()

/**
 * Has the code of a module not arrive, until it is let through. A route would take the browser's cache away, in which
 * what was fetched is found when it is imported.
 */
async function lose(page: Page, module: string): Promise<{ letThrough(): Promise<void> }> {
  const known = lost.get(page) ?? { client: await page.context().newCDPSession(page), addresses: new Set() }
  lost.set(page, known)
  const { client, addresses } = known
  const block = () => client.send('Network.setBlockedURLs', { urls: [...addresses] })
  const address = addressOf(module).replace('**', '*')
  addresses.add(address)
  await client.send('Network.enable')
  await block()
  return {
    async letThrough() {
      addresses.delete(address)
      await block()
    },
  }
}

/** Has the code of a module be on its way, until it is let through. */
async function delay(page: Page, module: string): Promise<{ letThrough(): void }> {
  const { promise, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(addressOf(module), async (route) => {
    await promise
    await route.continue()
  })
  return { letThrough }
}

const detailsSheet = 'features/orders/web/order-details/order-details-sheet.tsx'
const choosePlan = 'features/ordering/web/choose-plan-page.tsx'
const instantlyUpdate = 'features/bulk-update/web/instantly-bulk-update-page.tsx'
const notLoaded = 'This could not be loaded.'

test.beforeEach(async ({ deps, customer, signIn }) => {
  await seedOrder(deps, customer.id, {})
  await signIn()
})

test('a part of a step whose code does not arrive says so and can be tried again, and the order is kept', async ({
  page,
}) => {
  const part = await lose(page, 'features/ordering/web/own-domains.tsx')
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.chooseOption('own')
  const alert = page.getByRole('alert').filter({ hasText: notLoaded })
  await expect(alert).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Select and Setup Domains' })).toBeVisible()
  await expectAccessible(page)
  await part.letThrough()
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Your domain', { exact: true })).toBeVisible()
  await expect(page.getByText('Use domains you own').first()).toBeVisible()
})

test('a dialog or a menu whose code does not arrive says so in its place and can be tried again', async ({
  page,
}) => {
  const parts = [
    await lose(page, detailsSheet),
    await lose(page, 'ui/frame/account-actions.tsx'),
    await lose(page, 'features/orders/web/dashboard/explanation.tsx'),
  ]
  await page.goto('/dashboard')
  const card = page.getByRole('button', { name: 'Inboxyard Azure' }).first()
  await card.click()
  const details = page.getByRole('dialog', { name: 'Order Details' })
  await expect(details.getByText(notLoaded)).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(details).toBeHidden()
  await expect(card).toBeFocused()
  await expect(page).toHaveURL(/\/dashboard(\?order=[^&]*)?$/)

  await card.click()
  await expect(details.getByText(notLoaded)).toBeVisible()
  await parts[0]?.letThrough()
  await details.getByRole('button', { name: 'Retry' }).click()
  await expect(details.getByText('Order Summary')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeFocused()

  const account = page.getByRole('button', { name: /Ada Byron/ })
  await account.click()
  await expectTold(page, notLoaded)
  await expectAccessible(page)
  for (const part of parts) await part.letThrough()
  await account.click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
})

/** Styles that come with a part, and not with every page. */
const lateStyles = /\/assets\/(?!index-)[^/]*\.css$/

/** Has what is asked for never be answered, until it is let through. */
async function swallow(page: Page, address: string | RegExp): Promise<{ letThrough(): Promise<void> }> {
  await page.route(address, () => {})
  return { letThrough: () => page.unroute(address) }
}

test('what never answers has not arrived after half a minute, and can be asked for again', async ({
  page,
}) => {
  await page.clock.install()
  const code = await swallow(page, addressOf(detailsSheet))
  const style = await swallow(page, lateStyles)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Inboxyard Azure' }).first().click()
  const details = page.getByRole('dialog', { name: 'Order Details' })
  await expect(details.getByRole('status', { name: 'Loading' })).toBeVisible()
  // Other parts may arrive meanwhile, and each is a sign of life of the line.
  await expect(async () => {
    await page.clock.runFor(30_000)
    await expect(details.getByText(notLoaded)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await code.letThrough()
  await details.getByRole('button', { name: 'Retry' }).click()
  await expect(details.getByText('Order Summary')).toBeVisible()
  await page.keyboard.press('Escape')

  const planner = page.getByRole('link', { name: 'Plan by volume' })
  const asked = page.waitForRequest(lateStyles)
  await planner.click()
  await asked
  await expect(async () => {
    await page.clock.runFor(30_000)
    await expect(page.getByText('This page could not be loaded.').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await style.letThrough()
  await planner.click()
  await expect(page.getByRole('heading', { name: 'Plan by volume' })).toBeVisible()
})

test('a dialog opens at once, and shows what it holds when its code is there', async ({ page }) => {
  const [sheet, dialog] = [
    await delay(page, detailsSheet),
    await delay(page, 'features/forwarding/web/update-forwarding-dialog.tsx'),
  ]
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Inboxyard Azure' }).first().click()
  const details = page.getByRole('dialog', { name: 'Order Details' })
  await expect(details.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expectAccessible(page)
  sheet.letThrough()
  await expect(details.getByText('Order Summary')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByLabel(/^Select All/).click()
  const start = page.getByRole('toolbar').getByRole('button', { name: 'Update Forwarding' })
  await start.click()
  const forwarding = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
  await expect(forwarding.getByRole('status', { name: 'Loading' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(forwarding).toBeHidden()
  await expect(start).toBeFocused()
  await start.click()
  dialog.letThrough()
  await expect(forwarding.getByLabel('New Forwarding Domain')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(start).toBeFocused()
})

test('what is opened from the dashboard is fetched before it is asked for', async ({ page }) => {
  const arrived = Promise.all(
    [detailsSheet, 'features/people/web/change-usernames/change-usernames-dialog.tsx', choosePlan].map(
      (module) => imported(page, module),
    ),
  )
  await page.goto('/dashboard')
  await arrived
})

test('a page whose code does not arrive leaves the customer where they are, and says so', async ({
  page,
}) => {
  const next = await lose(page, choosePlan)
  await page.goto('/dashboard')
  await page.getByLabel(/^Select All/).click()
  await page.getByRole('link', { name: 'Place New Order' }).click()
  await expectTold(page, 'This page could not be loaded.')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByLabel(/^Select All/)).toBeChecked()
  await next.letThrough()
  await page.getByRole('link', { name: 'Place New Order' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
})

test('the first page of a tab comes once its code arrives, and says so where it does not', async ({
  page,
}) => {
  const part = await lose(page, choosePlan)
  const isLost = page.waitForEvent('requestfailed')
  await page.goto('/choose-plan')
  await isLost
  await part.letThrough()
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()

  await lose(page, choosePlan)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible({
    timeout: 40_000,
  })
  await expectAccessible(page)
})

test('a page asked for right behind a search is opened, though its code comes after the search is in the address', async ({
  page,
}) => {
  await page.clock.install()
  const itsCode = await delay(page, instantlyUpdate)
  await page.goto('/dashboard')
  await page.getByLabel('Search orders').fill('example')
  await page.getByRole('link', { name: 'Instantly Bulk Update' }).click()
  // Longer than what is typed takes to reach the address.
  await page.clock.runFor(2_000)
  itsCode.letThrough()
  await expect(page.getByLabel('Domains to search')).toBeVisible()
  await expect(page).toHaveURL('/instantly-bulk-update')
})

test('a menu entry pressed while offline leaves the customer where they are, and Retry goes there once the line is back', async ({
  page,
  context,
}) => {
  // A page that was idle has it already.
  const itsCode = await lose(page, instantlyUpdate)
  const messages = imported(page, 'ui/toaster.tsx')
  await page.goto('/dashboard')
  await (await messages).finished()
  await page.getByLabel('Search orders').fill('example')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Instantly Bulk Update' }).click()
  const message = page.getByRole('listitem').filter({ hasText: 'This page could not be loaded.' })
  await expect(message).toContainText('You are offline: please connect to the internet and try again.')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByLabel('Search orders')).toHaveValue('example')
  await expectAccessible(page)
  // Still without a line, it is asked for once more and says so again.
  const askedAgain = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'))
  await message.getByRole('button', { name: 'Retry' }).click()
  await askedAgain
  await expect(message).toBeVisible()
  await context.setOffline(false)
  await itsCode.letThrough()
  await message.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Domains to search')).toBeVisible()
  await expect(page).toHaveURL('/instantly-bulk-update')
  await expect(message).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('a menu that is used while offline goes, so that the message and its Retry can be reached', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    const itsCode = await lose(page, instantlyUpdate)
    const late = ['ui/toaster.tsx', 'ui/frame/navigation-dialog.tsx'].map((module) => imported(page, module))
    await page.goto('/dashboard')
    for (const answer of await Promise.all(late)) await answer.finished()
    const open = page.getByRole('button', { name: 'Menu' })
    const menu = page.getByRole('dialog')
    await open.tap()
    await context.setOffline(true)
    await menu.getByRole('link', { name: 'Instantly Bulk Update' }).tap()
    await expect(menu).toBeHidden()
    const message = page.getByRole('listitem').filter({ hasText: 'This page could not be loaded.' })
    await expect(message).toContainText('You are offline: please connect to the internet and try again.')
    await expect(open).toBeFocused()
    // One above the other: both say something.
    const line = page.getByText('Offline, reconnecting…')
    const isAbove = async () => {
      const [told, said] = [await message.boundingBox(), await line.boundingBox()]
      return told !== null && said !== null && told.y + told.height <= said.y
    }
    await expect.poll(isAbove).toBe(true)
    await context.setOffline(false)
    await itsCode.letThrough()
    await message.getByRole('button', { name: 'Retry' }).tap()
    await expect(page).toHaveURL('/instantly-bulk-update')

    await open.tap()
    await menu.getByRole('link', { name: 'Instantly Bulk Update' }).tap()
    await expect(menu).toBeHidden()
  })
})

test('a tab that meets a release says so and keeps what was typed until it is loaded again', async ({
  page,
}) => {
  // As after a release: files of this page are gone, and the page that is served starts from another one.
  const { 'index.html': entry } = manifest()
  const gone = [detailsSheet, choosePlan].map((module) => addressOf(module))
  for (const address of gone) await page.route(address, (route) => route.fulfill({ status: 404, body: '' }))
  await page.route('**/signin', async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replaceAll(entry?.file ?? '', 'assets/index-released.js')
    await route.fulfill({ response: answer, body: html })
  })
  await page.goto('/dashboard')
  await page.getByLabel('Search orders').fill('example')
  await expect(page.getByText('Updated: Reload')).toBeVisible()
  await page.getByRole('button', { name: 'Inboxyard Azure' }).first().click()
  const details = page.getByRole('dialog', { name: 'Order Details' })
  await expect(details.getByText('The product was updated while this page was open.')).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Search orders')).toHaveValue('example')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(page.getByText('Updated: Reload')).toBeHidden()
  await expect(page.getByLabel('Search orders')).toHaveValue('example')
})

test('the dashboard says while it is cut off, and when it is not any more', async ({ page, context }) => {
  const isLive = page.waitForResponse('**/api/events')
  await page.goto('/dashboard')
  await isLive
  const line = page.getByText('Offline, reconnecting…')
  await expect(line).toBeHidden()
  await context.setOffline(true)
  await expect(line).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Inboxyard Azure' }).first()).toBeVisible()
  await context.setOffline(false)
  await expect(line).toBeHidden()
})

test('the dashboard says that it is cut off as soon as the network goes, and looks for itself whether it has gone', async ({
  page,
}) => {
  const isLive = page.waitForResponse('**/api/events')
  await page.goto('/dashboard')
  await isLive
  const line = page.getByText('Offline, reconnecting…')
  await expect(line).toBeHidden()
  // The next stream comes when the line was seen, however long that takes.
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>()
  await page.route('**/api/events', async (route) => {
    await isSeen
    await route.continue()
  })
  // As in the moment in which the network goes: a connection that is made now still stands, and is worth nothing.
  const isAgain = page.waitForResponse('**/api/events')
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(line).toBeVisible()
  seen()
  await isAgain
  await expect(line).toBeHidden()
})
