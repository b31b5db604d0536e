import { expectAccessible } from './product/expect-accessible.ts'
import { expectDrawn } from './product/expect-drawn.ts'
import { customerPages } from './product/routes.ts'
import { expect, test } from './product/test.ts'

test('the pages of a stranger', async ({ page }) => {
  await page.goto('/signin')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/no-such-page')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expectAccessible(page)
})

/** Some pages move on by themselves after a second or two; looking at them takes longer. */
function keepPage(): void {
  const { setTimeout } = window
  const keeping = (task: () => void, delay = 0) => (delay < 1000 ? setTimeout(task, delay) : 0)
  Object.assign(window, { setTimeout: keeping })
}

for (const path of customerPages) {
  test(`the page at ${path}`, async ({ page, signIn }) => {
    await signIn()
    await page.addInitScript(keepPage)
    await page.goto(path)
    await expectDrawn(page)
    await expectAccessible(page)
  })
}

test('messages over the page, and the sheet on phones', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn()
  await page.goto('/reset-password')
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Ada Byron' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('Network error.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

test('the page of a failure', async ({ page, signIn }) => {
  await signIn()
  await page.route('**/api/config', (route) => route.fulfill({ status: 404, json: { message: 'Gone' } }))
  await page.goto('/dashboard')
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
})
