import { and, eq, isNull } from 'drizzle-orm'
import { domains, mailboxes, personas } from '#base/db/schema/index.ts'
import { fillMessage } from '#base/text/message.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { orderActionMessages } from '#features/orders/rules/order-actions.ts'
import { expectStatus, placeDeliveredOrder } from '#tests/e2e/managing/place-paid-order.ts'
import { atVendors, expectAgreed } from '#tests/e2e/managing/vendors.ts'
import { startOnAll } from '#tests/e2e/managing/workspace.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

/** Addresses of the living people of an order, by full name; of the dead, by whether they are disabled. */
async function mailboxesOf({ db }: Dependencies, bundleId: string) {
  const rows = await db
    .select({ address: mailboxes.localPart, name: mailboxes.name, want: mailboxes.want, person: personas })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .leftJoin(personas, and(eq(personas.id, mailboxes.personaId), isNull(personas.removedAt)))
    .where(eq(domains.bundleId, bundleId))
  return {
    active: rows.filter(({ want }) => want === 'active').length,
    disabled: rows.filter(({ want }) => want === 'disabled').length,
    of: (first: string) =>
      rows
        .filter(({ person, want }) => person?.firstName === first && want === 'active')
        .map(({ address, name }) => `${address}@${name}`)
        .sort(),
  }
}

/** What a Premium order with two people has: mailboxes made, and those of the second person. */
const shape = { active: 165, second: 78 }

test('who leaves a Premium order loses the mailboxes, who joins gets new ones in the sending tool, who stays keeps theirs', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(420_000)
  await signIn()
  const { instantly } = await atVendors(deps).credentials()
  const order = await placeDeliveredOrder(page, customer, {
    plan: 'premium',
    tool: 'instantly',
    credentials: { password: 'Secret.1', ...instantly },
  })
  const before = await mailboxesOf(deps, order.groupId)
  expect(before.active).toBe(shape.active)

  await startOnAll(page, 'updateUsernames')
  const dialog = page.getByRole('dialog', { name: 'Change Usernames' })
  await dialog.getByRole('button', { name: 'Delete John Roe' }).click()
  const add = async (first: string, last: string) => {
    await dialog.getByLabel('First Name', { exact: true }).fill(first)
    await dialog.getByLabel('Last Name', { exact: true }).fill(last)
    await dialog.getByRole('button', { name: 'Add User' }).click()
  }
  await add('Mary', 'Major')
  await dialog.getByRole('button', { name: 'Submit Changes' }).click()
  await page.getByRole('button', { name: 'Confirm Changes' }).click()
  await expectTold(
    page,
    fillMessage(orderActionMessages.usernamesRequested, { domains: `${order.domains.length} domains` }),
  )
  await expect(dialog).toBeHidden()
  await expectStatus(page, order.domains, 'done')
  await expectAgreed(deps, order.domains)
  const after = await mailboxesOf(deps, order.groupId)
  expect(after.active).toBe(before.active)
  expect(after.disabled).toBe(shape.second)
  expect(after.of('Jane')).toEqual(before.of('Jane'))
  expect(after.of('Mary')).toHaveLength(shape.second)

  // A third person leaves fewer to the others: theirs are made again.
  await startOnAll(page, 'updateUsernames')
  await add('Nora', 'Novak')
  await dialog.getByRole('button', { name: 'Submit Changes' }).click()
  await page.getByRole('button', { name: 'Confirm Changes' }).click()
  await expect(dialog).toBeHidden()
  await expectStatus(page, order.domains, 'done')
  await expectAgreed(deps, order.domains)
  const last = await mailboxesOf(deps, order.groupId)
  expect(last.active).toBe(before.active)
  expect(last.of('Nora').length).toBeGreaterThan(0)
  for (const address of last.of('Mary')) expect(after.of('Mary')).not.toContain(address)
  await page.goto(`/dashboard?details=${order.groupId}`)
  await expect(
    page.getByRole('dialog', { name: 'Order Details' }).getByText('Changed the people: 3 now'),
  ).toBeVisible()
})

test('the one person of a Google order is renamed', async ({ page, deps, customer, signIn }) => {
  test.setTimeout(420_000)
  await signIn()
  const order = await placeDeliveredOrder(page, customer, { plan: 'google' })
  await startOnAll(page, 'updateUsernames')
  const dialog = page.getByRole('dialog', { name: 'Change Usernames' })
  await dialog.getByLabel('New first name for Jane Doe').fill('Rita')
  await dialog.getByLabel('New last name for Jane Doe').fill('Return')
  await dialog.getByRole('button', { name: 'Submit Changes' }).click()
  await expect(
    page.getByText('Jane Doe becomes Rita Return: the old mailboxes are deactivated, new ones are created.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Changes' }).click()
  await expect(dialog).toBeHidden()
  await expectStatus(page, order.domains, 'done')
  await expectAgreed(deps, order.domains)
  const after = await mailboxesOf(deps, order.groupId)
  expect(after.of('Rita')).toHaveLength(15)
  expect(after.disabled).toBe(15)
})
