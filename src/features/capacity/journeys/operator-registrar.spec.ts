import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { ownInstallation } from '#tests/e2e/product/own-installation.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

// Which account new domains are given to is everybody's.
const { signInAsOwner } = ownInstallation()

test('an owner renames, removes, adds, asks, drains and opens an account at the registrar', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await signInAsOwner(page)
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Capacity' }).click()
  const table = page.getByRole('table', { name: 'Accounts at the registrar' })
  const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) })
  const dialog = page.getByRole('dialog')
  const choose = async (name: string, item: string) => {
    await table.getByRole('button', { name: `To do with ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }

  // The demo's second one takes nothing new, and has nothing.
  await expect(row('Second')).toContainText('Draining')
  await expect(row('Second')).toContainText(/[\d,]+ of [\d,]+/)
  await choose('Second', 'Rename')
  await dialog.getByLabel('Your name for it').fill('default')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByText('There is an account named default already.')).toBeVisible()
  await dialog.getByLabel('Your name for it').fill('Spare')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expectTold(page, 'Second is called Spare now.')
  await choose('Spare', 'Remove')
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expectTold(page, 'Spare is removed.')
  await expect(row('Spare')).toBeHidden()

  await page.getByRole('button', { name: 'Add a registrar account' }).click()
  await dialog.getByLabel('Your name for it').fill('Fresh')
  await dialog.getByLabel('Account token').fill('no-such-token')
  await dialog.getByLabel('Contact').fill('2')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expect(dialog.getByText('It does not work, and nothing is changed')).toBeVisible()
  await dialog.getByLabel('Account token').fill('sandbox-token-2')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expectTold(page, 'Fresh is added. It works, and takes new domains.')
  await expect(row('Fresh')).toContainText('Open')
  await choose('Fresh', 'Ask now')
  await expectTold(page, 'Fresh works.')
  await choose('Fresh', 'Drain')
  await page.getByRole('button', { name: 'Drain it' }).click()
  await expect(row('Fresh')).toContainText('Draining')
  await choose('Fresh', 'Renew the token')
  await dialog.getByLabel('Account token').fill('sandbox-token')
  await dialog.getByLabel('Contact').fill('1')
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await expect(
    dialog.getByText('This is the account of DNSIMPLE_TOKEN, which is here already.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await choose('Fresh', 'Open again')
  await expectTold(page, 'Fresh takes new domains again.')
  await expect(row('Fresh')).toContainText('Open')
  await expectAccessible(page)
})
