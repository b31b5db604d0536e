import { sql } from 'drizzle-orm'
import { choosePassword, enterPassword, invitedStaff, letConfirmationPass } from '#tests/e2e/console/staff.ts'
import { named, withPasskeyDevice } from '#tests/e2e/console/virtual-passkeys.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { mailTo } from '#tests/e2e/product/mails.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { secondFactorTexts } from '../rules/own-second-factor.ts'
import { passkeyTexts } from '../rules/passkeys.ts'

test('a customer adds a passkey, signs in with it, is asked for it before harm, renames and removes it', async ({
  page,
  deps,
  customer,
}) => {
  await withPasskeyDevice(page)
  const enter = async () => {
    await page.goto(named('/signin'))
    await page.getByLabel('Email').fill(customer.email)
    await page.getByLabel('Password').fill(customer.password)
    await page.getByLabel('Password').press('Enter')
  }
  await enter()
  await expect(page).toHaveURL(named('/dashboard'))
  await page.goto(named('/account'))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText(/Give the passkey a name/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('Work laptop')
  await dialog.getByLabel('Your password').fill('Wrong.Horse.1')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByLabel('I have stored them').click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/^Passkey, added .*, not used yet\.$/)).toBeVisible()
  await expectAccessible(page)
  expect(await mailTo(page, customer.email, 'second factor')).toContain('A passkey was added, "Work laptop"')
  // The same device makes no second one.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name').fill('Again')
  await dialog.getByLabel('Your password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText(/has a passkey of this account already/)).toBeVisible()

  await page.context().clearCookies()
  await enter()
  await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page).toHaveURL(named('/dashboard'))

  await deps.db.execute(sql`update refresh_families set confirmed_at = now() - interval '1 hour'
    where customer_id = ${customer.id}`)
  await page.goto(named('/account'))
  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  await dialog.getByLabel('Name').fill('Old laptop')
  await dialog.getByLabel('Name').press('Enter')
  await expectTold(page, 'Passkey renamed')
  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(confirming.getByRole('button', { name: 'Use your passkey' })).toBeVisible()
  await expectAccessible(page)
  await confirming.getByRole('button', { name: 'Confirm' }).click()
  await expectTold(page, 'Passkey removed')
  await expect(page.getByRole('heading', { name: 'Second factor Off' })).toBeVisible()
})

test('an account that asks everybody for a second factor keeps the last passkey, in a tab that has not heard of it too', async ({
  page,
  customer,
}) => {
  await withPasskeyDevice(page)
  await page.goto(named('/signin'))
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password').fill(customer.password)
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL(named('/dashboard'))
  await page.goto(named('/account'))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Only key')
  await dialog.getByLabel('Your password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('I have stored them').click()
  await page.getByRole('button', { name: 'Done' }).click()

  // Its question is open before the rule is there.
  const remove = page.getByRole('button', { name: 'Remove Only key' })
  await remove.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(named('/account'))
  await other.getByRole('button', { name: 'Ask everybody' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Ask everybody' }).click()
  await expectTold(other, 'Everybody needs a second factor from now on.')
  // A forced press would fall on what still fades out.
  await expect(other.getByRole('alertdialog')).toHaveCount(0)
  await other.getByRole('button', { name: 'Remove Only key' }).click({ force: true })
  await expectTold(other, passkeyTexts.lastByRule)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expectTold(page, passkeyTexts.lastByRule)
  await page.reload()
  await expect(page.getByText(/^Passkey, added /)).toBeVisible()
  await expect(page).toHaveURL(named('/account'))

  await other.getByRole('button', { name: 'Leave it to each' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Leave it to each' }).click()
  await expectTold(other, secondFactorTexts.ruleOff)
  await page.reload()
  await remove.click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expectTold(page, 'Passkey removed')
  await expect(page.getByRole('heading', { name: 'Second factor Off' })).toBeVisible()
})

test('a passkey that is not shown leaves the other ways', async ({ page, customer }) => {
  const device = await withPasskeyDevice(page)
  const enter = async () => {
    await page.goto(named('/signin'))
    await page.getByLabel('Email').fill(customer.email)
    await page.getByLabel('Password').fill(customer.password)
    await page.getByLabel('Password').press('Enter')
  }
  await enter()
  await expect(page).toHaveURL(named('/dashboard'))
  await page.goto(named('/account'))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Phone')
  await page.getByLabel('Your password').fill(customer.password)
  await page.getByLabel('Your password').press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const code = await codes.first().innerText()
  await device.forget()
  await page.context().clearCookies()
  await enter()
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page.getByText(/^No passkey was used\./)).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.getByLabel('Recovery code').press('Enter')
  await expect(page).toHaveURL(named('/dashboard'))
})

test('staff join with a passkey, sign in with it, are asked for it, and keep the last one', async ({
  page,
  deps,
}) => {
  await withPasskeyDevice(page)
  const staff = await invitedStaff(deps, 'owner')
  await page.goto(named(staff.path))
  await choosePassword(page)
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Desk')
  await page.getByLabel('Name').press('Enter')
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByLabel('I have stored them').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(named('/operator'))

  await page.getByRole('button', { name: 'Sign out' }).click()
  await enterPassword(page, staff)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page).toHaveURL(named('/operator'))

  await page.goto(named('/operator/account'))
  await page.getByRole('button', { name: 'Remove Desk' }).click({ force: true })
  await expectTold(page, /staff always have one/)
  await letConfirmationPass(deps, staff)
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirm it is you' })
  await confirming.getByRole('button', { name: 'Use your passkey' }).click()
  const made = page.getByRole('dialog', { name: 'Your recovery codes' })
  await made.getByLabel('I have stored them').click()
  await made.getByRole('button', { name: 'Done' }).click()
  await expectAccessible(page)
  await page.goto(named('/operator/staff'))
  await expect(page.getByRole('row').filter({ hasText: staff.email })).toContainText('1 passkey')
})
