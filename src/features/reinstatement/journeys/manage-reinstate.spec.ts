import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { domainNames, domains } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { callApi, expectStatus, placePaidOrder } from '#tests/e2e/managing/place-paid-order.ts'
import { atVendors, expectAgreed } from '#tests/e2e/managing/vendors.ts'
import { expectNoOverflow, selectAll, start } from '#tests/e2e/managing/workspace.ts'
import { type SeededOrder, seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { reinstateMessages } from '../rules/reinstate-form.ts'
import { reinstatePath } from '../rules/reinstate-path.ts'

const cancelledOrder = async (
  page: Page,
  customer: Parameters<typeof placePaidOrder>[1],
  plan: 'azure' | 'google',
) => {
  const order = await placePaidOrder(page, customer, { plan })
  await callApi(page, 'POST', '/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
  await expectStatus(page, order.domains, 'cancelled')
  return order
}

test('turning back at the payment page ends the reinstatement, and it can be begun again', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(180_000)
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [{ statuses: ['cancelled'], cancelled: true, tool: 'other' }],
  })
  const [{ groupId, domains: seeded }] = groups as [SeededOrder['groups'][number]]
  // As long as a name may be, in the widest of letters.
  const names = seeded.map((name) => name.replace('.com', '').padEnd(31, 'w').concat('.com'))
  for (const [index, name] of names.entries())
    await deps.db
      .update(domains)
      .set({ name })
      .where(eq(domains.name, seeded[index] as string))
  const expiresAt = new Date(Date.now() + 365 * 24 * 3600_000)
  await deps.db
    .insert(domainNames)
    .values(names.map((name) => ({ name, registration: 'registered' as const, expiresAt })))
  await signIn()
  const waits = page.getByText('A reinstatement waits for payment')
  const confirm = async () => {
    await page.getByRole('button', { name: 'Confirm Reinstatement' }).click()
    await expect(page).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })
    return page.url()
  }
  const open = () =>
    page.goto(
      reinstatePath(names.map((domain) => ({ domain, domainType: 'Azure', status: 'cancelled', groupId }))),
    )
  const begin = async () => {
    await open()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Save Configuration' }).click()
    await page.getByRole('button', { name: 'Confirm User Configuration' }).click()
    await page.getByRole('button', { name: 'Save Tool Configuration' }).click()
    return confirm()
  }
  /** What was entered before is there still. */
  const beginAgain = async () => {
    await open()
    return confirm()
  }
  const expectOver = async (paying: string) => {
    await page.goto(paying)
    await expect(page.getByText('This payment page has expired')).toBeVisible()
  }

  // With the link of the payment page: it is over at once.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(
    reinstatePath(names.map((domain) => ({ domain, domainType: 'Azure', status: 'cancelled', groupId }))),
  )
  await expect(page.getByRole('listitem').filter({ hasText: 'Order #1' })).toBeInViewport({ ratio: 1 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const first = await begin()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const turnedBack = page.getByRole('status').filter({ hasText: 'Payment cancelled' })
  await expect(turnedBack).toContainText(
    'Nothing was charged. The order stays cancelled, and can be reinstated from your dashboard.',
  )
  await expect(page).toHaveURL(/\/reinstate-order/)
  await expect(turnedBack.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Inboxyard Azure' }).first()).toBeVisible()
  await expect(waits).toHaveCount(0)
  await expectStatus(page, names, 'cancelled')
  await expectOver(first)

  // With the browser's own button: the wizard is there again, and another confirmation leads to a payment page again.
  const second = await beginAgain()
  expect(second).not.toBe(first)
  await page.goBack()
  await expect(page).toHaveURL(/\/reinstate-order/)
  await page.goto('/dashboard')
  await expect(waits).toBeVisible()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expectTold(page, 'The reinstatement was discarded. Nothing was charged.')
  await expect(waits).toHaveCount(0)
  await expectOver(second)

  const third = await beginAgain()
  expect(third).not.toBe(second)
  await expect(page.getByText('$50.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 })
  const { search } = new URL(page.url())
  await expectTold(page, 'Thank you! Your domains are being set up again.')
  await expect(page).toHaveURL('/dashboard')
  await expect(waits).toHaveCount(0)
  await page.goto(`/confirmed_order${search}`)
  await expect(page.getByRole('heading', { name: 'Reinstatement confirmed' })).toBeVisible()
  await expect(page.getByText('Order ID')).toHaveCount(0)
})

/** What is typed for a tool, by the label of its field; a password where the tool wants one is made up. */
async function typedFor(deps: Dependencies, tool: 'instantly' | 'bison'): Promise<Record<string, string>> {
  const vendors = atVendors(deps)
  const given = (await vendors.credentials())[tool]
  const { username = '', workspace = '', apiKey = '', password = 'Secret.1' } = given
  const typed = { Username: username, Password: password }
  return tool === 'instantly'
    ? { ...typed, 'API Key': apiKey }
    : { ...typed, URL: vendors.bisonUrl, 'API Key (super-admin)': apiKey, Workspace: workspace }
}

for (const [plan, tool] of [
  ['azure', 'bison'],
  ['google', 'instantly'],
] as const) {
  test(`a cancelled ${plan} order comes back with ${sendingToolNames[tool]} and other people once it is paid`, async ({
    page,
    deps,
    signIn,
    customer,
  }) => {
    test.setTimeout(300_000)
    await signIn()
    const order = await cancelledOrder(page, customer, plan)
    await expectAgreed(deps, order.domains)
    await selectAll(page)
    const [wizard] = await Promise.all([page.context().waitForEvent('page'), start(page, 'reinstate')])
    await expectTold(page, `Reinstate request submitted for ${order.domains.length} domains`)
    await expect(wizard.getByRole('heading', { name: 'Order #1' })).toBeVisible()
    await wizard.getByRole('button', { name: 'Continue' }).click()
    await expect(wizard.getByLabel('Forwarding Domain')).toHaveValue('https://example.com')
    await expect(wizard.getByLabel('Organization Name')).toHaveValue('Acme 42')
    await wizard.getByLabel('Forwarding Domain').fill('example.com/back')
    await wizard.getByRole('button', { name: 'Save Configuration' }).click()
    await expect(wizard.getByRole('button', { name: 'Remove Jane Doe' })).toBeVisible()
    await wizard.getByRole('button', { name: 'Edit Jane Doe' }).click()
    await wizard.getByLabel('Edit last name').fill('Return')
    await wizard.getByRole('button', { name: 'Save', exact: true }).click()
    await wizard.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(wizard)
    await wizard.setViewportSize({ width: 1280, height: 800 })
    await wizard.getByRole('button', { name: 'Confirm User Configuration' }).click()
    await wizard.getByRole('tab', { name: sendingToolNames[tool] }).click()
    for (const [label, value] of Object.entries(await typedFor(deps, tool)))
      await wizard.getByLabel(label, { exact: true }).fill(value)
    if (tool === 'instantly') {
      await wizard.getByRole('button', { name: 'Fetch Workspace' }).click()
      await expect(wizard.getByLabel('Workspace', { exact: true })).not.toHaveValue('')
    }
    await wizard.getByRole('button', { name: 'Save Tool Configuration' }).click()

    await wizard.route('**/api/payments/create-checkout-session', (route) => route.abort(), { times: 1 })
    const confirm = wizard.getByRole('button', { name: 'Confirm Reinstatement' })
    await confirm.click()
    await expectTold(wizard, reinstateMessages.reinstatedButNoCheckout)
    await expectTold(wizard, reinstateMessages.checkoutFailed)
    let proceed = () => {}
    const held = new Promise<void>((resolve) => {
      proceed = resolve
    })
    await wizard.route('**/api/payments/create-checkout-session', async (route) => {
      await held
      await route.continue()
    })
    await confirm.click()
    await expectTold(wizard, reinstateMessages.reinstated)
    proceed()
    await expect(wizard).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })
    await expect(wizard.getByText('$50.00').first()).toBeVisible()
    const paying = wizard.url()
    // Left without a word, it waits beside the order, which stays cancelled, and can be paid from there.
    await wizard.goto('/dashboard')
    await expect(wizard.getByText('A reinstatement waits for payment')).toBeVisible()
    await expectStatus(wizard, order.domains, 'cancelled')
    await wizard.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(wizard).toHaveURL(paying)
    await wizard.getByRole('button', { name: 'Pay' }).click()
    await expect(wizard.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({
      timeout: 30_000,
    })
    await expectStatus(page, order.domains, 'done')
    await expectAgreed(deps, order.domains)
    const group = await callApi<{
      forwardingDomain: string
      live: boolean
      userConfiguration: unknown[]
      sendingTool: { tool: string }
    }>(page, 'GET', `/api/orders/groups/${order.groupId}`)
    expect(group).toMatchObject({
      live: true,
      forwardingDomain: 'https://example.com/back',
      sendingTool: { tool },
    })
    expect(group.userConfiguration[0]).toMatchObject({ firstName: 'Jane', lastName: 'Return' })
  })
}
