import { addressOf, manifest } from './product/built-files.ts'
import { expectDrawn } from './product/expect-drawn.ts'
import { customerPages } from './product/routes.ts'
import { expect, test } from './product/test.ts'

test('a page whose code was replaced by a release is loaded whole, once', async ({ page, signIn }) => {
  await signIn()
  // As after a release: the page's file is gone, and what is served starts from another one.
  const itsCode = addressOf('features/bulk-update/web/instantly-bulk-update-page.tsx')
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('no page is wider than the window, and controls are large enough for a finger', async ({
    page,
    signIn,
  }) => {
    await page.goto('/signin')
    await expect(page.getByLabel('Email')).toBeVisible()
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow()).toBe(0)
    // Large enough for a finger.
    for (const control of [page.getByLabel('Email'), page.getByRole('button', { name: 'Sign in' })])
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await signIn()
    for (const path of [...customerPages, '/no-such-page']) {
      await page.goto(path)
      await expectDrawn(page, path)
      expect(await overflow(), path).toBe(0)
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
