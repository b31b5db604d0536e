import { joinedStaff } from './console/staff.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'

test('a dialog that is opened offline says so, and is there by itself once there is a connection', async ({
  page,
  deps,
}) => {
  await joinedStaff(deps, page, 'owner')
  await page.goto('/operator/customers')
  const add = page.getByRole('button', { name: 'Add customer' })
  await expect(add).toBeVisible()
  await page.context().setOffline(true)
  await add.dblclick()
  const dialog = page.getByRole('dialog', { name: 'Add a customer' })
  await expect(dialog).toHaveCount(1)
  await expect(dialog.getByText(/^You are offline: please connect to the internet/)).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
})
