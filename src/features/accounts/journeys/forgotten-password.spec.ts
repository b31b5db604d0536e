import { codeField, enterPassword, freshCode, joinedStaff } from '#tests/e2e/console/staff.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { mailedPath, mailTo } from '#tests/e2e/product/mails.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { forgottenMessages } from '../rules/forgotten-password.ts'

const another = 'Another.Horse.2'

test('a customer who forgot the password chooses another one by the link in a mail, once', async ({
  page,
  customer,
}) => {
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  const email = page.getByLabel('Email')
  await expect(email).toBeFocused()
  await email.press('Enter')
  await expect(email).toHaveAccessibleDescription('Email is required')
  await expectAccessible(page)
  await email.fill(` ${customer.email.toUpperCase()}`)
  await email.press('Enter')
  await expect(page.getByText(forgottenMessages.asked)).toBeVisible()
  await expectAccessible(page)

  const link = mailedPath(await mailTo(page, customer.email, 'Choose another password'))
  await page.goto(link)
  await expect(page).toHaveURL('/choose-password')
  const [first, again] = [
    page.getByLabel('New password', { exact: true }),
    page.getByLabel('New password again'),
  ]
  await expect(first).toBeFocused()
  await first.fill(another)
  await again.fill('Not.The.Same.2')
  await again.press('Enter')
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await expectAccessible(page)
  await again.fill(another)
  await again.press('Enter')
  await expect(page).toHaveURL('/signin')
  await expectTold(page, forgottenMessages.chosen)
  await mailTo(page, customer.email, 'was changed')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password').fill(another)
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL('/dashboard')

  // The link was good once, which it says before a third password is chosen, and whoever is signed in stays so.
  await page.goto(link)
  await expect(page.getByText(forgottenMessages.linkOver)).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('staff choose another password by a link, and still show their second factor', async ({
  page,
  deps,
}) => {
  const sam = await joinedStaff(deps, page, 'support')
  await page.context().clearCookies()
  await page.goto('/operator/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/operator/forgot')
  await expectAccessible(page)
  await page.getByLabel('Email').fill(sam.email)
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByText(forgottenMessages.asked)).toBeVisible()
  await page.goto(mailedPath(await mailTo(page, sam.email, 'Choose another password')))
  await expect(page).toHaveURL('/operator/choose-password')
  await page.getByLabel('New password', { exact: true }).fill(another)
  await page.getByLabel('New password again').fill(another)
  await expectAccessible(page)
  await page.getByLabel('New password again').press('Enter')
  await expect(page).toHaveURL('/operator/sign-in')
  await expectTold(page, forgottenMessages.chosen)
  await enterPassword(page, sam, another)
  await codeField(page).fill(await freshCode(deps, sam))
  await codeField(page).press('Enter')
  await expect(page).toHaveURL('/operator')
})
