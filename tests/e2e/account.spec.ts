import { expectAccessible } from './product/expect-accessible.ts'
import { mailTo } from './product/mails.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

test('a customer sees where they are signed in, hears of a new device, and ends what they do not know', async ({
  page,
  customer,
  signIn,
  browser,
  baseURL,
}) => {
  const enter = async (userAgent: string) => {
    const context = await browser.newContext({ baseURL, userAgent })
    const other = await context.newPage()
    await other.goto('/signin')
    await other.getByLabel('Email').fill(customer.email)
    await other.getByLabel('Password').fill(customer.password)
    await other.getByLabel('Password').press('Enter')
    await expect(other).toHaveURL('/dashboard')
    return other
  }
  await signIn()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: customer.name }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByText('This one')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0)

  const firefox = await enter('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0')
  const mail = await mailTo(page, customer.email, 'New sign-in')
  expect(mail).toContain('Firefox on Windows')
  await enter('Mozilla/5.0 (iPhone) Version/18.0 Mobile Safari/604.1')
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(4)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'End the session of Firefox on Windows' }).click()
  await expectTold(page, 'Session ended')
  await expect(page.getByText('Firefox on Windows')).toHaveCount(0)
  await firefox.goto('/account')
  await expect(firefox).toHaveURL(/\/signin/)

  await page.getByRole('button', { name: 'End all others' }).click()
  await expectTold(page, 'One other session has ended.')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Change password' }).click()
  await expect(page).toHaveURL('/reset-password')
})

for (const width of [360, 1440])
  test(`the account’s page at ${width} px`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 800 })
    await signIn()
    await page.goto('/account')
    await expect(page.getByText('This one')).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
