import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { bundles, domainNames, domains } from '#base/db/schema/index.ts'
import { joinedStaff } from '#tests/e2e/console/staff.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** A name of this test's own. */
const ownName = (word: string) => `${word}-${process.env.TEST_PARALLEL_INDEX}-${Date.now()}.com`

test('domains are found by their state, chosen and looked at together', async ({ page, deps, customer }) => {
  await joinedStaff(deps, page, 'technician')
  const names = [ownName('calm'), ownName('calmer')]
  await createPaidOrder(deps, { customerId: customer.id, mailboxesPerDomain: 1, names: { azure: names } })
  await page.goto('/operator/domains')
  await expect(page).toHaveTitle('Domains · Console · Inboxyard')
  await page.getByLabel('Name begins with').fill('CALM')
  await expect(page).toHaveURL(/text=CALM/)
  await page.goto(`/operator/domains?customer=${customer.id}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await expectAccessible(page)

  await page.getByRole('link', { name: names[0] ?? '' }).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(page.getByText('2 domains chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Look now' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Look now' }).click()
  await expectTold(page, '2 domains being looked at.')
  await expect(page.getByText('2 domains chosen')).toHaveCount(0)
  const [row] = await deps.db
    .select()
    .from(domainNames)
    .where(eq(domainNames.name, names[0] ?? ''))
  expect(row?.recheckBefore).not.toBeNull()

  await page.getByLabel('State', { exact: true }).selectOption('released')
  await expect(page.getByText('No domain is like this')).toBeVisible()
})

test('an order is held, released and ended from its page; who only reads is offered nothing', async ({
  page,
  deps,
  customer,
}) => {
  await joinedStaff(deps, page, 'support')
  const name = ownName('order')
  const { orderId, bundleId } = await createPaidOrder(deps, {
    customerId: customer.id,
    mailboxesPerDomain: 2,
    names: { azure: [name] },
  })
  await page.goto('/operator/orders')
  await page.getByLabel('Order, domain, customer or company').fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await rowOf(page, 'Acme').getByRole('link', { name: 'Acme' }).click()
  await expect(page).toHaveURL(`/operator/orders/${orderId}`)
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)

  const statusOf = async () => (await deps.db.select().from(bundles).where(eq(bundles.id, bundleId)))[0]
  await page.getByRole('button', { name: 'Hold' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('2 mailboxes on 1 domain in 1 group stop sending')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Hold the order' }).click()
  await expectTold(page, 'On hold: 1 group. Nothing of it is billed.')
  expect((await statusOf())?.hold).toBe('operator')
  await page.getByRole('button', { name: 'Release' }).click()
  await question.getByRole('button', { name: 'Release the order' }).click()
  await expect(page.getByText('Ended the hold: the order resumes')).toBeVisible()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByLabel('Why, as the customer reads it').fill('Asked for it by phone')
  await question.getByRole('button', { name: 'End the order' }).click()
  await expect(page.getByText('Cancelled the order: Asked for it by phone')).toBeVisible()
  expect(await statusOf()).toMatchObject({ status: 'cancelled', cancelReason: 'Asked for it by phone' })

  await page.context().clearCookies()
  await joinedStaff(deps, page, 'reader')
  await page.goto(`/operator/orders/${orderId}`)
  await expect(page.getByText('Cancelled the order: Asked for it by phone')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End', exact: true })).toHaveCount(0)
})

test('an order of spares is marked for staff, and so is its domain whose place a spare took', async ({
  page,
  deps,
  customer,
}) => {
  await joinedStaff(deps, page, 'support')
  const { orderId, domains: held } = await createPaidOrder(deps, {
    customerId: customer.id,
    mailboxesPerDomain: 1,
    names: { azure: [ownName('spent'), ownName('spare')] },
    isReserve: true,
  })
  const [spent = '', spare = ''] = held.map(({ name }) => name)
  await deps.db.update(domains).set({ spentAt: new Date() }).where(eq(domains.name, spent))
  await page.goto(`/operator/orders?customer=${customer.id}`)
  await expect(rowOf(page, 'Acme')).toContainText('Spares')
  await page.goto(`/operator/orders/${orderId}`)
  await expect(page.getByText('Spares', { exact: true })).toBeVisible()
  await expect(rowOf(page, spent)).toContainText('To be replaced')
  await expect(rowOf(page, spare)).not.toContainText('To be replaced')
  await expectAccessible(page)
  await page.getByRole('link', { name: spent }).click()
  await expect(page.getByText('To be replaced', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
