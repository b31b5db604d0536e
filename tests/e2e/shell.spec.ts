import { addressOf, manifest } from './product/built-files.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expectDrawn } from './product/expect-drawn.ts'
import { customerPages, customerPagesOfOne, openPages } from './product/routes.ts'
import { expect, test } from './product/test.ts'

test('every page of a customer asks a stranger to sign in', async ({ page }) => {
  for (const path of [...customerPages, ...customerPagesOfOne]) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/signin')
  }
})

test('every other page is shown to a stranger', async ({ page }) => {
  for (const path of openPages) {
    await page.goto(path)
    await expectDrawn(page, path)
    await expect(page, path).toHaveURL(path)
  }
})

test('an unknown page says so, leads home and is logged', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await page.goto('/orders/of/nobody')
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await expect(page).toHaveTitle(/^Page not found/)
  expect(logged).toEqual([expect.stringContaining('/orders/of/nobody')])
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/signin')
})

test('a page that breaks says so and can be loaded again', async ({ page, signIn }) => {
  await signIn()
  await page.route('**/api/config', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByText('Broken')).toBeVisible()
  await page.unroute('**/api/config')
  await page.getByRole('button', { name: 'Reload this page' }).click()
  await expect(page.getByText('Welcome back, Ada')).toBeVisible()
})

test('a page whose code was replaced by a release is loaded whole, once', async ({ page, signIn }) => {
  await signIn()
  // As after a release: the page's file is gone, and what is served starts from another one.
  const itsCode = addressOf('features/bulk-update/instantly-bulk-update-page.tsx')
  await page.route(itsCode, (route) => route.fulfill({ contentType: 'text/html', body: 'gone' }))
  await page.route('**/signin', async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replaceAll(manifest()['index.html']?.file ?? '', 'assets/released.js')
    await route.fulfill({ response: answer, body: html })
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome back, Ada')).toBeVisible()
  const loaded: string[] = []
  await page.route('**/instantly-bulk-update', async (route) => {
    loaded.push(route.request().resourceType())
    await page.unroute(itsCode)
    await route.continue()
  })
  await page.getByRole('link', { name: 'Instantly Bulk Update' }).click()
  await expect(page).toHaveURL('/instantly-bulk-update')
  await expect(page.getByLabel('Domains to search')).toBeVisible()
  expect(loaded).toEqual(['document'])
})

test('the side menu names the page one is on, in the window’s title too', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle('Dashboard · Inboxyard')
  await menu.getByRole('link', { name: 'Smartlead Bulk Update' }).click()
  await expect(page).toHaveURL('/smartlead-bulk-update')
  await expect(menu.getByRole('link', { name: 'Smartlead Bulk Update' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page).toHaveTitle('Smartlead · Inboxyard')
  await expect(page.getByRole('main')).toBeFocused()
})

test('on a tablet the side menu has the names of its pages, whole, and leaves the page its room', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/instantly-bulk-update')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Instantly Bulk Update' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  for (const name of [
    'Dashboard',
    'Health',
    'Instantly Bulk Update',
    'Smartlead Bulk Update',
    'Contact support',
  ]) {
    const link = menu.getByRole('link', { name, exact: true })
    // What is for screen readers alone is one pixel large.
    const { text, row } = await link.getByText(name).evaluate((element) => ({
      text: element.getBoundingClientRect(),
      row: (element.closest('a') ?? element).getBoundingClientRect(),
    }))
    expect(text.width, name).toBeGreaterThan(20)
    expect(text.left, name).toBeGreaterThanOrEqual(row.left)
    expect(text.right, name).toBeLessThanOrEqual(row.right)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
  await expectAccessible(page)
})

test('the top bar has the customer, the help and the sandbox’s console', async ({
  page,
  signIn,
  customer,
}) => {
  await signIn()
  await page.goto('/dashboard')
  const topBar = page.getByRole('banner')
  await expect(topBar.getByText(customer.email)).toBeVisible()
  await expect(topBar.getByRole('link', { name: 'Help' })).toHaveAttribute('href', 'https://help.example.com')
  const [sandbox] = await Promise.all([
    page.context().waitForEvent('page'),
    topBar.getByRole('link', { name: 'Sandbox' }).click(),
  ])
  await expect(sandbox).toHaveURL(`http://127.0.0.1:${process.env.SANDBOX_PORT}/`)
})

test('a press that begins before the menu of the account has arrived opens it', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    Object.assign(window, {
      requestIdleCallback: (call: () => void) => waiting.push(call),
      becomeIdle: () => {
        for (const call of waiting.splice(0)) call()
      },
    })
  })
  await signIn()
  await page.goto('/dashboard')
  const button = page.getByRole('button', { name: 'Ada Byron' })
  await button.hover()
  await page.mouse.down()
  await page.evaluate(() => (window as unknown as { becomeIdle: () => void }).becomeIdle())
  const portal = page.getByRole('menuitem', { name: 'Payment Portal' })
  await expect(portal).toBeVisible()
  await page.mouse.up()
  await expect(portal).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(portal).toBeHidden()
  await button.click()
  await expect(portal).toBeVisible()
})

test('the payment portal opens in a new tab', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/dashboard')
  await page.route('**/api/payments/create-customer-portal', (route) =>
    route.fulfill({ json: { data: { url: new URL('/choose-plan', page.url()).href } } }),
  )
  await page.getByRole('button', { name: 'Ada Byron' }).click()
  const [portal] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Payment Portal' }).click(),
  ])
  await expect(portal).toHaveURL('/choose-plan')
  expect(await portal.evaluate(() => window.opener)).toBeNull()
  await expect(page).toHaveURL('/dashboard')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('no page is wider than the window', async ({ page, signIn }) => {
    await page.goto('/signin')
    await expect(page.getByLabel('Email')).toBeVisible()
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow()).toBe(0)
    await signIn()
    for (const path of [...customerPages, '/no-such-page']) {
      await page.goto(path)
      await expectDrawn(page, path)
      expect(await overflow(), path).toBe(0)
    }
  })

  test('the menu is a sheet that closes when a page is chosen', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/dashboard')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).tap()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await sheet.getByRole('link', { name: 'Instantly Bulk Update' }).tap()
    await expect(page).toHaveURL('/instantly-bulk-update')
    await expect(sheet).toBeHidden()
  })

  test('controls are large enough for a finger', async ({ page }) => {
    await page.goto('/signin')
    for (const control of [page.getByLabel('Email'), page.getByRole('button', { name: 'Sign in' })]) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })
})

test('everything is reached by keyboard alone', async ({ page, customer }) => {
  await page.goto('/signin')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(customer.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(customer.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Welcome back')).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByText('Welcome back')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const account = page.getByRole('button', { name: 'Ada Byron' })
  // What the menu holds arrives after the page.
  await expect(account).toHaveAttribute('aria-haspopup', 'menu')
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Payment Portal' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Payment Portal' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Account' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Reset Password' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/reset-password')
})
