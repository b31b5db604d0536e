import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { staffMessages } from '#features/staff/rules/staff.ts'
import { codeField, codeOf, freshCode } from '#tests/e2e/console/staff.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { mailTo } from '#tests/e2e/product/mails.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

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

test('a customer sets up a second factor, signs in with it, is asked again before harm, and removes it', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await signIn()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('Wrong.Horse.1')
  await dialog.getByLabel('Your password').press('Enter')
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(customer.password)
  await dialog.getByLabel('Your password').press('Enter')
  const key = await dialog.getByText(/^(?:[A-Z2-7]{1,4} ?)+$/).innerText()
  const secret = key.replaceAll(' ', '')
  await expect(dialog.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  await expectAccessible(page)
  await codeField(page).fill(codeOf(secret))
  await codeField(page).press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await page.getByLabel('I have stored them').click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/^10 of 10 recovery codes left\./)).toBeVisible()
  await expectAccessible(page)
  expect(await mailTo(page, customer.email, 'second factor')).toContain('was set up')

  await page.context().clearCookies()
  await page.goto('/signin')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password').fill(customer.password)
  await page.getByLabel('Password').press('Enter')
  await expect(codeField(page)).toBeFocused()
  await expectAccessible(page)
  await codeField(page).fill('000000')
  await codeField(page).press('Enter')
  await expect(page.getByText(staffMessages.codeWrong)).toBeVisible()
  await codeField(page).fill(await freshCode(deps, { email: customer.email, secret }))
  await codeField(page).press('Enter')
  await expect(page).toHaveURL('/dashboard')

  await deps.db.execute(sql`update refresh_families set confirmed_at = now() - interval '1 hour'
    where customer_id = ${customer.id}`)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm it is you' })).toBeVisible()
  await expectAccessible(page)
  await codeField(page).fill(await freshCode(deps, { email: customer.email, secret }))
  await codeField(page).press('Enter')
  await expectTold(page, 'Authenticator app removed')
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})

/** Sets an authenticator app up, and stores the codes. */
async function setUpApp(page: Page, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByLabel('Your password').press('Enter')
  const key = await dialog.getByText(/^(?:[A-Z2-7]{1,4} ?)+$/).innerText()
  await codeField(page).fill(codeOf(key.replaceAll(' ', '')))
  await codeField(page).press('Enter')
  await page.getByLabel('I have stored them').click()
  await page.getByRole('button', { name: 'Done' }).click()
}

test('an owner asks everybody for a second factor, and who has none is led to set one up', async ({
  page,
  deps,
  customer,
  addPerson,
  signIn,
  browser,
  baseURL,
}) => {
  const colleague = await addPerson({ name: 'Bea Colleague', email: `colleague-of-${customer.email}` })
  await deps.db.execute(
    sql`update memberships set customer_id = ${customer.id} where user_id = ${colleague.userId}`,
  )
  const context = await browser.newContext({ baseURL })
  const other = await context.newPage()
  await other.goto('/signin')
  await other.getByLabel('Email').fill(colleague.email)
  await other.getByLabel('Password').fill(colleague.password)
  await other.getByLabel('Password').press('Enter')
  await expect(other).toHaveURL('/dashboard')
  expect(colleague.id).not.toBe(customer.id)

  await signIn()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Ask everybody' }).click({ force: true })
  await expectTold(page, /Set up a second factor of your own first/)
  await setUpApp(page, customer.password)
  await page.getByRole('button', { name: 'Ask everybody' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Of 2 people who sign in, 1 has none')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Ask everybody' }).click()
  await expectTold(page, 'Everybody needs a second factor from now on.')
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Remove', exact: true }).click({ force: true })
  await expectTold(page, /your account asks everybody for one/)

  await other.goto('/account')
  await expect(other).toHaveURL('/set-up-second-factor')
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Continue' }).click({ force: true })
  await expect(other).toHaveURL('/set-up-second-factor')
  await setUpApp(other, colleague.password)
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other).toHaveURL('/account')
  await expect(other.getByText('This one')).toBeVisible()
  await context.close()
})
