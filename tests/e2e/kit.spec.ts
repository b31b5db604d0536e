import { createServer, type ViteDevServer } from 'vite'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'

/** The kit's page exists while developing only, so Vite serves it. */
let pages: ViteDevServer
test.beforeAll(async () => {
  pages = await createServer({ server: { port: 0, hmr: false, watch: null }, logLevel: 'error' })
  await pages.listen()
})
test.afterAll(() => pages.close())
test.beforeEach(async ({ page }) => {
  await page.goto(new URL('/kit', pages.resolvedUrls?.local[0]).href)
  await expect(page.getByRole('heading', { name: 'The kit' })).toBeVisible({ timeout: 45_000 })
  await page.evaluate(() => document.fonts.ready)
})

test('every part is accessible, open or closed', async ({ page }) => {
  test.slow()
  await expectAccessible(page)
  for (const name of ['Dialog', 'Sheet', 'Confirmation']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole(name === 'Confirmation' ? 'alertdialog' : 'dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
})

test('fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: 'Dialog', exact: true }).click()
  expect(await page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 })
})

test('a button that cannot be used can be reached, and says why', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Update Forwarding' })
  await expect(button).toBeDisabled()
  await button.focus()
  await expect(button).toBeFocused()
  const reason = 'Please select at least one order to update forwarding.'
  await expect(button).toHaveAccessibleDescription(reason)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: reason })).toBeVisible()
})

test('a button that is busy keeps its width and its words', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Press to load' })
  const before = await button.boundingBox()
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  expect(await button.boundingBox()).toEqual(before)
  const hidden = button.locator('*').filter({ hasText: 'Press to load' })
  await expect(hidden).toHaveCount(0)
  await expect(button).toHaveText('Press to load')
})

test('a dialog holds the focus, asks before it loses something and gives the focus back', async ({
  page,
}) => {
  const opener = page.getByRole('button', { name: 'Dialog', exact: true })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
  const holdsFocus = () => dialog.evaluate((element) => element.contains(document.activeElement))
  await expect(dialog.getByLabel('Forwarding domain')).toBeFocused()
  expect(await dialog.locator('[tabindex="0"]:not([aria-label])').count()).toBe(0)
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await holdsFocus()).toBe(true)
  }
  await dialog.getByLabel('Forwarding domain').fill('example.com')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  // Until it has gone, keys are still its own.
  await expect(question).toBeHidden()
  await expect.poll(holdsFocus).toBe(true)
  await expect(dialog.getByLabel('Forwarding domain')).toHaveValue('example.com')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a list of a thousand rows is moved through by keyboard, and only what is seen exists', async ({
  page,
}) => {
  const list = page.getByRole('listbox', { name: 'Orders' })
  await expect(list.getByRole('option', { name: 'order-1.example', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  expect(await list.getByRole('option').count()).toBeLessThan(40)
  await list.focus()
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { name: 'order-2.example' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expect(list.getByRole('option', { name: 'order-1000.example' })).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(list.getByRole('option', { name: 'order-1.example', exact: true })).toBeInViewport()
})

test('a locked section says why, an open one closes when pressed', async ({ page }) => {
  const open = page.getByRole('button', { name: 'Basic Configuration' })
  await expect(open).toHaveAttribute('aria-expanded', 'true')
  await open.click()
  await expect(open).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('button', { name: 'Setup Your User Configuration' })).toBeDisabled()
  await expect(page.getByText('Save the basic configuration first.')).toBeVisible()
})

test('an error takes the place of the hint and moves nothing', async ({ page }) => {
  const field = page.getByLabel('Forwarding domain')
  const distanceToNext = async () =>
    ((await page.getByLabel('Domains').boundingBox())?.y ?? 0) - ((await field.boundingBox())?.y ?? 0)
  const before = await distanceToNext()
  await page.getByRole('button', { name: 'Show an error' }).click()
  await expect(field).toHaveAccessibleDescription('Please enter a forwarding URL')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  expect(await distanceToNext()).toBe(before)
})

test('a tooltip waits for 700 ms', async ({ page }) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Tooltip' }).hover()
  await page.clock.runFor(600)
  await expect(page.getByRole('tooltip')).toBeHidden()
  await page.clock.runFor(200)
  await expect(page.getByRole('tooltip')).toHaveText('15 minutes per mailbox and 30 per domain')
})

test('a secret shows when asked for', async ({ page }) => {
  await expect(page.getByText('••••••••4f2a')).toBeVisible()
  await page.getByRole('button', { name: 'Show API key' }).click()
  await expect(page.getByText('sk_sample_0123456789abcdef4f2a')).toBeVisible()
  await page.getByRole('button', { name: 'Hide API key' }).click()
  await expect(page.getByText('••••••••4f2a')).toBeVisible()
})
