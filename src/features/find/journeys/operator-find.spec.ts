import { joinedStaff } from '#tests/e2e/console/staff.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { findAnything } from '../api/console-find.ts'

test('staff find a customer by keys alone, and what they opened last is kept until they leave', async ({
  page,
  deps,
  customer,
}) => {
  const { name, email, id } = customer
  await joinedStaff(deps, page, 'support')
  await page.goto('/operator/staff')
  await page.getByRole('heading', { name: 'Staff', level: 1 }).waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill('no such thing 123')
  await expect(page.getByText('Nothing begins with “no such thing 123”')).toBeVisible()
  await field.fill(email)
  const line = page.getByRole('option').filter({ hasText: name })
  await expect(line.locator('mark').first()).toBeVisible()
  await expectAccessible(page)
  await field.press('Enter')
  await expect(page).toHaveURL(`/operator/customers/${id}`)

  await page.goto('/operator/staff')
  await page.getByRole('button', { name: 'Find anything' }).dblclick({ delay: 100 })
  await expect(page.getByRole('option').filter({ hasText: email })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/operator/sign-in')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(email)
})

test('a search that fails says so and can be repeated', async ({ page, deps }) => {
  await joinedStaff(deps, page, 'reader')
  await page.goto('/operator/staff')
  await page.getByRole('heading', { name: 'Staff', level: 1 }).waitFor()
  await page.route(`**${findAnything.path}*`, (route) => route.abort(), { times: 1 })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('whatever')
  await expect(page.getByText('Nothing could be searched just now.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing begins with “whatever”')).toBeVisible()
})
