import type { Page } from '@playwright/test'
import { and, eq, isNull } from 'drizzle-orm'
import { personas } from '#base/db/schema/index.ts'
import { expectNoOverflow, openDetails, startOnAll } from '#tests/e2e/managing/workspace.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { changedMeanwhileMessages } from '../rules/changed-meanwhile.ts'

/** Another tab of the same browser, which hears nothing of what happens: as one that slept does. */
async function deafTab(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  // Without locks it has a stream of its own.
  await other.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
  await other.route('**/api/events', (route) => route.abort())
  await other.goto('/dashboard')
  return other
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change Usernames' })
async function add(page: Page, first: string, last: string) {
  await dialogOf(page).getByLabel('First Name', { exact: true }).fill(first)
  await dialogOf(page).getByLabel('Last Name', { exact: true }).fill(last)
  await dialogOf(page).getByRole('button', { name: 'Add User' }).click()
}
const submit = (page: Page) => dialogOf(page).getByRole('button', { name: 'Submit Changes' }).click()
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm Changes' }).click()

test('people added in one tab survive a rename that is confirmed in another, which was open since before', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{}] })
  await signIn()
  const other = await deafTab(page)
  await startOnAll(other, 'updateUsernames')
  await dialogOf(other).getByLabel('New first name for John Roe').fill('Johnny')
  await dialogOf(other).getByLabel('New last name for John Roe').fill('Roe')

  await startOnAll(page, 'updateUsernames')
  await add(page, 'Mary', 'Major')
  await add(page, 'Nora', 'Novak')
  await submit(page)
  await confirm(page)
  await expect(dialogOf(page)).toBeHidden()

  await submit(other)
  await confirm(other)
  await expectTold(other, changedMeanwhileMessages.people)
  await expectTold(other, changedMeanwhileMessages.goOn)
  await expect(dialogOf(other).getByText('Mary Major was added.')).toBeVisible()
  await expect(dialogOf(other).getByText('Nora Novak was added.')).toBeVisible()
  await expect(dialogOf(other).getByText(/^Last changed by you, /)).toBeVisible()
  await expect(dialogOf(other).getByLabel('New first name for John Roe')).toHaveValue('Johnny')
  await expectAccessible(other)
  await other.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(other)

  // Now the confirmation names everybody there is.
  await submit(other)
  const confirmation = other.getByRole('alertdialog')
  for (const sentence of [
    'Jane Doe keeps all mailboxes.',
    'John Roe becomes Johnny Roe: the old mailboxes are deactivated, new ones are created.',
    'Mary Major keeps all mailboxes.',
    'Nora Novak keeps all mailboxes.',
  ])
    await expect(confirmation.getByText(sentence)).toBeVisible()
  await confirm(other)
  await expect(dialogOf(other)).toBeHidden()
  const left = await deps.db
    .select()
    .from(personas)
    .where(and(eq(personas.bundleId, groups[0]?.groupId ?? ''), isNull(personas.removedAt)))
    .orderBy(personas.position)
  expect(left.map(({ firstName }) => firstName)).toEqual(['Jane', 'Johnny', 'Mary', 'Nora'])
})

test('a dialog that hears of a change puts the entries on top of it at once', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, { groups: [{}] })
  await signIn()
  const other = await deafTab(page)
  await startOnAll(page, 'updateUsernames')
  await dialogOf(page).getByLabel('New first name for John Roe').fill('Johnny')
  await dialogOf(page).getByLabel('New last name for John Roe').fill('Roe')
  await startOnAll(other, 'updateUsernames')
  await dialogOf(other).getByRole('button', { name: 'Delete John Roe' }).click()
  await submit(other)
  await confirm(other)
  await expect(dialogOf(other)).toBeHidden()
  await expect(
    dialogOf(page).getByText(
      'John Roe is not there any more. What you entered for them does not apply any more.',
    ),
  ).toBeVisible()
  await expect(dialogOf(page).getByRole('row', { name: /John Roe/ })).toHaveCount(0)
})

test('a forwarding and details that were changed in another tab are shown, and what was entered stays', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{}] })
  const groupId = groups[0]?.groupId ?? ''
  await signIn()
  const forwarding = await deafTab(page)
  await startOnAll(forwarding, 'updateForwarding')
  const forward = forwarding.getByRole('dialog', { name: 'Update Forwarding Domain' })
  await forward.getByLabel('New Forwarding Domain').fill('example.org/mine')
  const editing = await deafTab(page)
  await openDetails(editing, groupId)
  await editing.getByRole('button', { name: 'Edit order' }).click()
  const edit = editing.getByRole('dialog', { name: 'Edit Order' })
  await edit.getByLabel('Organization Name').fill('Mine Inc')

  await startOnAll(page, 'updateForwarding')
  const first = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
  await first.getByLabel('New Forwarding Domain').fill('example.org/first')
  await first.getByRole('button', { name: 'Update Forwarding Domain' }).click()
  await expect(first).toBeHidden()

  await forward.getByRole('button', { name: 'Update Forwarding Domain' }).click()
  await expectTold(forwarding, changedMeanwhileMessages.forwarding)
  await expect(forward.getByText(/: from example\.com to example\.org\/first\.$/)).toHaveCount(2)
  await expect(forward.getByLabel('New Forwarding Domain')).toHaveValue('example.org/mine')
  await forward.getByRole('button', { name: 'Update Forwarding Domain' }).click()
  await expect(forward).toBeHidden()

  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectTold(editing, changedMeanwhileMessages.details)
  await expect(edit.getByText('Forwarding: from example.com to example.org/mine.')).toBeVisible()
  await expect(edit.getByLabel('Organization Name')).toHaveValue('Mine Inc')
  await expect(edit.getByLabel('Forwarding Domain')).toHaveValue('https://example.org/mine')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toBeHidden()
  const details = await openDetails(page, groupId)
  await expect(details.getByText('Mine Inc')).toBeVisible()
})
