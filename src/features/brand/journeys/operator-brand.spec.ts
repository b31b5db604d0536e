import { expect, type Page } from '@playwright/test'
import { brandMaxima } from '#base/brand/brand.ts'
import { expectNoOverflow } from '#tests/e2e/managing/workspace.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { ownInstallation } from '#tests/e2e/product/own-installation.ts'
import { test } from '#tests/e2e/product/test.ts'

// A brand is everybody's.
const { signInAs, signInAsOwner } = ownInstallation()

async function openBrand(page: Page): Promise<void> {
  await signInAsOwner(page)
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Brand' }).click()
}

const accentOf = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--color-accent)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })

test('an owner gives the product another name, colour and banner, which open and new pages show, and takes it back', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const customer = await (await browser.newContext({ baseURL })).newPage()
  await signInAs(customer, '/signin', 'demo@inboxyard.test')
  await expect(customer).toHaveTitle('Dashboard · Inboxyard')
  const builtIn = await accentOf(customer)

  await openBrand(page)
  await expect(page).toHaveTitle('Brand · Console · Inboxyard')
  await expectAccessible(page)

  // What cannot be read is said while it is chosen, and refused.
  await page.getByRole('textbox', { name: 'On light pages', exact: true }).fill('#f5b800')
  const checks = page.getByRole('list', { name: 'Contrast on light pages' })
  await expect(checks).toContainText('Links and words in the accent: 1.6:1, needs 4.5:1')
  const save = page.getByRole('button', { name: 'Save and show it' })
  await save.click()
  await expect(page.getByText(/^Links and words in the accent would have a contrast/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'On light pages', exact: true })).toBeFocused()

  // A day without its time is no moment, and would be sent as none.
  const from = page.getByLabel('Shown from')
  await from.focus()
  await page.keyboard.type('11252026')
  await save.click()
  await expect(page.getByText('Enter a day and a time')).toBeVisible()
  await from.fill('')

  await page.getByRole('textbox', { name: 'On light pages', exact: true }).fill('#0f6b3c')
  await page.getByRole('textbox', { name: 'On dark pages', exact: true }).fill('#6fdc9f')
  await page.getByLabel('Product name').fill('Acme Mail')
  await page.getByLabel('Text', { exact: true }).fill('Acme’s first week')
  await page.getByLabel('Code', { exact: true }).fill('')
  await save.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save and show it' }).click()
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible()

  await expect(customer).toHaveTitle('Dashboard · Acme Mail')
  await expect(customer.getByRole('complementary', { name: 'Promotion' })).toContainText('Acme’s first week')
  await expect.poll(() => accentOf(customer)).toBe('rgb(15, 107, 60)')
  const fresh = await (await browser.newContext({ baseURL })).newPage()
  await fresh.goto('/signin', { waitUntil: 'commit' })
  await expect(fresh.getByText('acme mail')).toBeVisible()
  expect(await fresh.locator('meta[name=application-name]').getAttribute('content')).toBe('Acme Mail')

  await page.getByRole('button', { name: 'Restore Version 0' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
  await expect(customer).toHaveTitle('Dashboard · Inboxyard')
  await expect.poll(() => accentOf(customer)).toBe(builtIn)
})

test('the longest name there can be makes no page wider than a narrow window', async ({
  page,
  browser,
  baseURL,
}) => {
  await openBrand(page)
  await page.getByLabel('Product name').fill('W'.repeat(brandMaxima.productName))
  await page.getByRole('button', { name: 'Save and show it' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save and show it' }).click()
  await expect(page).toHaveTitle(/^Brand · Console · W+$/)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  const stranger = await (
    await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })
  ).newPage()
  for (const path of ['/signin', '/operator/sign-in', '/forgot-password', '/nowhere']) {
    await stranger.goto(path)
    await expect(stranger.getByText(/^w+$/).first()).toBeVisible()
    await expectNoOverflow(stranger)
  }
  await page.getByRole('button', { name: 'Restore Version 0' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring it back' }).click()
  await expect(page).toHaveTitle('Brand · Console · Inboxyard')
})

test('what is entered and not saved is not lost by a link, Back or a reload without a question', async ({
  page,
}) => {
  await openBrand(page)
  const name = page.getByLabel('Product name')
  await name.fill('Harbourpost')
  const inConsole = page.getByRole('navigation', { name: 'Console' })
  const plans = inConsole.getByRole('link', { name: 'Plans' })
  const brand = inConsole.getByRole('link', { name: 'Brand' })
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await plans.click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Harbourpost')
  await page.goBack()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(name).toHaveValue('Harbourpost')
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload({ timeout: 5_000 }).catch(() => undefined)
  const leave = await asked
  expect(leave.type()).toBe('beforeunload')
  await leave.dismiss()
  await reloading
  await expect(name).toHaveValue('Harbourpost')

  await plans.click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveTitle('Plans · Console · Inboxyard')
  const price = page.getByLabel('Entra: price per month in US dollars')
  await price.fill('61')
  await brand.click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(price).toHaveValue('61')
  // As it goes it gives the focus back, which must not come between choosing the price and typing over it.
  await expect(question).toBeHidden()
  await expect(brand).toBeFocused()
  // What is as it was is nothing to be lost.
  await price.fill('50')
  await brand.click()
  await expect(name).toHaveValue('Inboxyard')

  await name.fill('Harbourpost')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveTitle('Plans · Console · Inboxyard')
  await expect(price).toHaveValue('50.00')
})
