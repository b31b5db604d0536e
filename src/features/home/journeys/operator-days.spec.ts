import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { StaffRoleName } from '#base/access.ts'
import { bundles, mailboxes } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import {
  codeField,
  enterPassword,
  freshCode,
  joinedStaff,
  letConfirmationPass,
} from '#tests/e2e/console/staff.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'

/** Comes in as every morning: by the sign-in page, with password and second factor. */
async function comeIn(deps: Dependencies, page: Page, role: StaffRoleName) {
  const colleague = await joinedStaff(deps, page, role)
  await page.context().clearCookies()
  await page.goto('/operator')
  await expect(page).toHaveURL('/operator/sign-in')
  await enterPassword(page, colleague)
  await codeField(page).fill(await freshCode(deps, colleague))
  await codeField(page).press('Enter')
  await expect(page).toHaveURL('/operator')
  return colleague
}

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click()

async function find(page: Page, text: string, option: string) {
  // Its key is heard once the frame of the page is there.
  await expect(page.getByRole('button', { name: /^Find anything/ })).toBeVisible()
  await page.keyboard.press('/')
  await page.getByRole('dialog').getByRole('combobox').fill(text)
  await page.getByRole('option').filter({ hasText: option }).first().click()
}

async function leave(page: Page) {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/operator/sign-in')
  await page.goBack()
  await expect(page).toHaveURL('/operator/sign-in')
}

const orderOf = async (deps: Dependencies, customerId: string, word: string) => {
  const name = `${word}-${process.env.TEST_PARALLEL_INDEX}-${Date.now()}.com`
  const order = await createPaidOrder(deps, { customerId, mailboxesPerDomain: 1, names: { azure: [name] } })
  const [mailbox] = await deps.db.select().from(mailboxes).where(eq(mailboxes.name, name))
  return { ...order, name, address: `${mailbox?.localPart}@${name}` }
}

test('an owner’s day: what waits, what is checked, what is earned, an order that has to stop, a new colleague', async ({
  page,
  deps,
  customer,
}) => {
  const order = await orderOf(deps, customer.id, 'ownersday')
  const owner = await comeIn(deps, page, 'owner')
  await expect(page.getByRole('heading', { name: 'What waits' })).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  const checks = page.getByRole('list', { name: 'Checks' })
  await expect(checks).toContainText('DNSimple')
  await expect(page.getByText(`by ${owner.name}`)).toBeVisible()

  await goTo(page, 'Money')
  await expect(page.getByRole('heading', { name: 'By month' })).toBeVisible()

  await find(page, order.name, order.name)
  await expect(page.getByRole('heading', { name: order.name })).toBeVisible()
  await page.goto(`/operator/orders/${order.orderId}`)
  await letConfirmationPass(deps, owner)
  await page.getByRole('button', { name: 'Hold' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hold the order' }).click()
  // What does harm asks for the second factor again, and goes on by itself.
  await codeField(page).fill(await freshCode(deps, owner))
  await codeField(page).press('Enter')
  await expectTold(page, 'On hold: 1 group. Nothing of it is billed.')
  await page.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Release the order' }).click()
  await expect(page.getByText('Ended the hold: the order resumes')).toBeVisible()
  const [bundle] = await deps.db.select().from(bundles).where(eq(bundles.id, order.bundleId))
  expect(bundle).toMatchObject({ hold: null, status: 'live' })

  await goTo(page, 'Staff')
  const email = `new-${Date.now()}@example.test`
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nina New')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: /^Technician/ }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expectTold(page, `An invitation is on its way to ${email}.`)
  await leave(page)
})

test('a support person’s day: why a mailbox does not send, what a customer sees, a note, a new password', async ({
  page,
  deps,
  customer,
}) => {
  const order = await orderOf(deps, customer.id, 'supportday')
  const support = await comeIn(deps, page, 'support')
  // What the customer wrote is what is looked for.
  await find(page, order.address, order.address)
  await expect(
    page.getByText(/^It is not sending yet|^It should be sending|^Nothing is seen to be wrong/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await expectTold(page, /is being connected again\.$/)
  // Passwords are nobody's here.
  await expect(page.getByRole('button', { name: 'Show the password' })).toHaveCount(0)

  await find(page, customer.email, customer.name)
  await expect(page).toHaveURL(`/operator/customers/${customer.id}`)
  await page.getByRole('button', { name: 'View as customer' }).click()
  const bar = page.getByRole('complementary', { name: 'View as customer' })
  await expect(bar).toContainText('Changes and secrets are off.')
  await bar.getByRole('button', { name: 'Back to the console' }).click()
  await page.getByLabel('New note').fill('Asked why a new mailbox is silent.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Asked why a new mailbox is silent.')

  await page.getByRole('tab', { name: 'People' }).click()
  await letConfirmationPass(deps, support)
  await page
    .getByRole('button', { name: /^Reset password/ })
    .first()
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Reset/ })
    .click()
  await codeField(page).fill(await freshCode(deps, support))
  await codeField(page).press('Enter')
  const handed = page.getByRole('dialog')
  await expect(handed).toContainText('Hand over this password')
  await handed.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('table', { name: 'History' })).toContainText(support.name)
  await leave(page)
})
