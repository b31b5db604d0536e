import { and, desc, eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { newId } from '#base/db/ids.ts'
import { bundles, checkouts, customers, refunds } from '#base/db/schema/index.ts'
import { joinedStaff } from '#tests/e2e/console/staff.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

test('a customer is added, found, noted about, suspended and opened, and every step is in the history', async ({
  page,
  deps,
}) => {
  await joinedStaff(deps, page, 'owner')
  const email = `ada-${Date.now()}@example.test`
  await page.goto('/operator/customers')
  await expect(page).toHaveTitle('Customers · Console · Inboxyard')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Ada Byron')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(dialog).toContainText('Hand over this password')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()

  // The filters are the page's address.
  await page.getByRole('searchbox', { name: 'Find customers' }).fill(email)
  await expect(page).toHaveURL(/text=ada-/)
  await page.getByRole('combobox', { name: 'State' }).selectOption('Suspended')
  await expect(page.getByText('No customer is meant by this')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOption('Invited')
  await page.reload()
  await page.getByRole('link', { name: 'Ada Byron' }).click()

  await expect(page.getByRole('heading', { name: 'Ada Byron' })).toBeVisible()
  await page.getByLabel('New note').fill('Calls on Mondays.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const notes = page.getByRole('list', { name: 'Notes' })
  await expect(notes).toContainText('Calls on Mondays.')
  await expect(page.getByLabel('New note')).toHaveValue('')
  await notes.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('Change note').fill('Calls on Fridays.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(notes).toContainText('Calls on Fridays.')
  await expectAccessible(page)

  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(dialog).toBeVisible()
  }
  await act('Suspend')
  await expect(dialog).toContainText('Nobody can sign in any more.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expectTold(page, `${email} is suspended.`)
  await expect(page.getByText('Suspended').first()).toBeVisible()
  await act('Open account')
  await dialog.getByRole('button', { name: 'Open account' }).click()
  await expectTold(page, `${email} is open.`)

  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('button', { name: 'Invite again: Ada Byron' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Invite again' }).click()
  await expect(dialog).toContainText('Hand over this password')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page).toHaveURL(/tab=history/)
  const history = page.getByRole('table', { name: 'History' })
  for (const sentence of [
    'Gave access',
    'Wrote a note',
    'Suspended the account',
    'Gave a new one-time password',
  ])
    await expect(history.getByRole('row').filter({ hasText: sentence })).toContainText('Olivia Owner (staff)')
  await expectAccessible(page)

  // What cannot be undone wants the address, whatever is left.
  await act('Erase personal data')
  await dialog.getByLabel(`Type ${email} to go on`).fill(email)
  await dialog.getByRole('button', { name: 'Erase personal data' }).click()
  await expectTold(page, 'The personal data is gone.')
  await expect(page.getByRole('heading', { name: 'Erased' })).toBeVisible()
})

test('a reader sees customers, and nothing to change them by', async ({ page, deps, customer }) => {
  await joinedStaff(deps, page, 'technician')
  await page.goto(`/operator/customers/${customer.id}`)
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions' })).toHaveCount(0)
  await expect(page.getByLabel('New note')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Payments' })).toHaveCount(0)
  await page.goto('/operator/customers')
  await expect(page.getByRole('button', { name: 'Add customer' })).toHaveCount(0)
})

test('support looks as a customer, changes nothing, and comes back', async ({ page, deps, customer }) => {
  await joinedStaff(deps, page, 'support')
  await page.goto(`/operator/customers/${customer.id}`)
  await page.getByRole('button', { name: 'View as customer' }).click()
  await expect(page).toHaveURL('/dashboard')
  const bar = page.getByRole('complementary', { name: 'View as customer' })
  await expect(bar).toContainText(`${customer.email}. Changes and secrets are off.`)
  await expectAccessible(page)
  // What changes something is refused by the server, whatever the page offers.
  const refused = await page.request.post('/api/payments/create-customer-portal', {
    data: {},
    headers: { 'x-requested-with': 'XMLHttpRequest', origin: new URL(page.url()).origin },
  })
  expect(refused.status()).toBe(403)
  await page.reload()
  await bar.getByRole('button', { name: 'Back to the console' }).click()
  await expect(page).toHaveURL(`/operator/customers/${customer.id}`)
  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByRole('table', { name: 'History' })
  await expect(history).toContainText('Began to look at the product as this customer')
  await expect(history).toContainText('Looks at it no more')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/signin/)
})

test('a refund says what goes back and what stops before anything is paid', async ({ page, deps }) => {
  await joinedStaff(deps, page, 'finance')
  await page.goto('/operator/customers?text=demo@inboxyard.test')
  await page.getByRole('row').filter({ hasText: 'demo@inboxyard.test' }).getByRole('link').click()
  await page.getByRole('tab', { name: 'Payments' }).click()
  await page
    .getByRole('button', { name: /^Refund the payment/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const plan = dialog.getByRole('list', { name: 'What happens' })
  const look = () => dialog.getByRole('button', { name: 'See what happens' }).click()
  await dialog.getByLabel('Amount in dollars').fill('a lot')
  await look()
  await expect(dialog).toContainText('Give the amount in dollars, such as 12.50.')
  await expect(dialog).toContainText('Say why.')
  await dialog.getByLabel('Amount in dollars').fill('1.00')
  await dialog.getByLabel('Reason').fill('a day was lost')
  await look()
  await expect(plan).toContainText('goes back, for: a day was lost')
  await expect(plan).toContainText('No mailbox stops.')
  await expect(dialog.getByRole('button', { name: 'Refund $1.00' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('Amount in dollars').fill('9999.00')
  await look()
  await expect(dialog).toContainText(/At most \$[\d.]+ can be refunded\./)
  await expect(plan).toHaveCount(0)
})

test('a refund that failed is paid once more from the payment it belongs to', async ({ page, deps }) => {
  const [paid] = await deps.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .innerJoin(customers, eq(customers.id, checkouts.customerId))
    .where(and(eq(customers.email, 'demo@inboxyard.test'), eq(checkouts.status, 'paid')))
    .orderBy(desc(checkouts.createdAt))
    .limit(1)
  const id = newId('refund')
  const reason = `three days were lost, ${id}`
  await deps.db.insert(refunds).values({
    id,
    checkoutId: paid?.id ?? '',
    cents: 3_21,
    reason,
    stripeRefundId: `re_${id}`,
    outcome: 'failed',
  })
  await joinedStaff(deps, page, 'finance')
  await page.goto('/operator/customers?text=demo@inboxyard.test')
  await page.getByRole('row').filter({ hasText: 'demo@inboxyard.test' }).getByRole('link').click()
  await page.getByRole('tab', { name: 'Payments' }).click()
  const press = page.getByRole('button', { name: 'Pay the refund of $3.21 again' })
  await press.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(reason)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Pay $3.21' }).click()
  await expectTold(page, '$3.21 is on its way once more. If it fails again, you are told by mail.')
  await expect(press).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Payments' })).toContainText(`${reason} (paid again)`)
})

test('a closing that was stopped half way is finished, and not offered after that', async ({
  page,
  deps,
  customer,
}) => {
  const { id, email } = customer
  const eraseDueAt = new Date()
  await deps.db.update(customers).set({ eraseDueAt }).where(eq(customers.id, id))
  await audit(deps.db, { customerId: id, actor: 'operator', action: 'customer.closing_begun' })
  await joinedStaff(deps, page, 'support')
  await page.goto(`/operator/customers/${id}`)
  await expect(page.getByText('Not finished')).toBeVisible()
  const actions = page.getByRole('button', { name: 'Actions' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Finish closing' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It is asked what else it bills, and that ends.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Finish closing' }).click()
  await expectTold(
    page,
    `${email} is closed: 0 groups cancelled. The personal data goes from ${eraseDueAt.toISOString().slice(0, 10)} on.`,
  )
  await expect(page.getByText('Not finished')).toHaveCount(0)
  await actions.click()
  await expect(page.getByRole('menuitem', { name: 'Open again' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Finish closing' })).toHaveCount(0)
})

test('a closing that left something is finished from the page that Home sends to', async ({
  page,
  deps,
  customer,
}) => {
  await seedOrder(deps, customer.id, {})
  await deps.db
    .update(customers)
    .set({ eraseDueAt: new Date(Date.now() + 86_400_000) })
    .where(eq(customers.id, customer.id))
  await joinedStaff(deps, page, 'owner')
  await page.goto('/operator')
  await expect(
    page.getByRole('listitem').filter({ hasText: `${customer.email} is closed and has` }),
  ).toContainText('On its page under Customers: “Actions”, “Finish closing”.')
  await page.goto(`/operator/customers/${customer.id}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Finish closing' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Something of the account was left when it was closed.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Finish closing' }).click()
  await expectTold(page, new RegExp(`^${customer.email} is closed`))
  const live = and(eq(bundles.customerId, customer.id), eq(bundles.status, 'live'))
  expect(await deps.db.$count(bundles, live)).toBe(0)
})

test('what is typed to find customers follows the address when that changes otherwise', async ({
  page,
  deps,
}) => {
  await joinedStaff(deps, page, 'reader')
  await page.goto('/operator/customers')
  const find = page.getByRole('searchbox', { name: 'Find customers' })
  await find.fill('nobody is called this')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(find).toHaveValue('')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page).toHaveURL(/customers$/)

  await page.goto('/operator/orders?plan=nonsense')
  const orders = page.getByRole('searchbox')
  await orders.fill('nobody')
  await expect(page).toHaveURL(/text=nobody/)
  await expect(page.getByRole('combobox', { name: 'Plan' })).toHaveValue('nonsense')
  await page.getByRole('combobox', { name: 'Plan' }).selectOption('All plans')
  await expect(page.getByText('No order is like this')).toBeVisible()
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Orders' }).click()
  await expect(orders).toHaveValue('')
  await expect(page).toHaveURL(/orders$/)
})
