import { eq } from 'drizzle-orm'
import { domains } from '#server/db/schema/index.ts'
import { orderActionLabels, orderActionMessages, orderActions } from '#shared/orders/order-actions.ts'
import { fillMessage } from '#shared/text/message.ts'
import { pressUnavailable, selectAll, start } from './managing/workspace.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

test('an action that cannot be used says why, each in its words', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const nothingSelected: typeof orderActionMessages.nothingSelected = {
    updateForwarding: 'Please select at least one order to update forwarding.',
    updateUsernames: 'Please select at least one order to change usernames.',
    replaceDomains: 'Please select at least one order to replace domains.',
    reinstate: 'Please select at least one order to reinstate.',
  }
  await seedOrder(deps, customer.id, { groups: [{ statuses: ['in progress'] }] })
  await signIn()
  await page.goto('/dashboard')
  const button = (name: string) => page.getByRole('toolbar').getByRole('button', { name })
  const offered = page.getByRole('dialog')
  for (const action of orderActions) {
    await pressUnavailable(page, button(orderActionLabels[action]), nothingSelected[action])
    await expect(offered.getByRole('list', { name: 'Groups' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(offered).toBeHidden()
  }
  await page.getByLabel(/^Select All/).click()
  for (const action of orderActions)
    await pressUnavailable(
      page,
      button(orderActionLabels[action]),
      action === 'reinstate' ? orderActionMessages.notCancelled : orderActionMessages.nothingDone,
    )
})

test('a cancelled Premium order cannot be reinstated', async ({ page, deps, customer, signIn }) => {
  await seedOrder(deps, customer.id, {
    groups: [{ plan: 'premium', statuses: ['cancelled'], cancelled: true }],
  })
  await signIn()
  await selectAll(page)
  await pressUnavailable(
    page,
    page.getByRole('toolbar').getByRole('button', { name: 'Reinstate' }),
    fillMessage(orderActionMessages.notReinstatable, { plan: 'Premium' }),
  )
})

test('domains that another one took the place of do not come back with their order', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [{ statuses: ['cancelled'], cancelled: true }],
  })
  const [old = '', kept = ''] = groups[0]?.domains ?? []
  await deps.db.update(domains).set({ replacedAt: new Date() }).where(eq(domains.name, old))
  await signIn()
  await selectAll(page)
  const [tab] = await Promise.all([page.context().waitForEvent('page'), start(page, 'reinstate')])
  await expectTold(page, 'Reinstate request submitted for 1 domain')
  await expect(tab.getByText(kept)).toBeVisible()
  await expect(tab.getByText(old)).toBeHidden()
})
