import { joinedStaff, letConfirmationPass } from './console/staff.ts'
import { addressOf, manifest } from './product/built-files.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'

test('an act that wants the second factor in a tab from before a release says that nothing was done and what helps', async ({
  page,
  deps,
}) => {
  const staff = await joinedStaff(deps, page, 'owner')
  await letConfirmationPass(deps, staff)
  // As after a release: what asks is gone, and the page that is served starts from other files.
  await page.route(addressOf('ui/console/ask-staff.ts', 'console'), (route) =>
    route.fulfill({ status: 404, body: '' }),
  )
  await page.route('**/operator/sign-in', async (route) => {
    const answer = await route.fetch()
    const files = Object.values(manifest('console')).map(({ file }) => file)
    const html = files.reduce(
      (text, file) => text.replaceAll(file, 'assets/released.js'),
      await answer.text(),
    )
    await route.fulfill({ response: answer, body: html })
  })
  await page.goto('/operator/customers')
  await page.getByRole('button', { name: 'Add customer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a customer' })
  await dialog.getByLabel('Name').fill('Grace Hopper')
  await dialog.getByLabel('Email').fill('grace@example.test')
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Nothing was done: the product was updated while this page was open. Please reload the page and do it again.',
  )
  await expectAccessible(page)
  await expect(dialog.getByLabel('Name')).toHaveValue('Grace Hopper')
})
