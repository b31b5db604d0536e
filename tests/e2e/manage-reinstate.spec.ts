import type { Page } from '@playwright/test'
import { reinstatePath } from '#shared/reinstate-path.ts'
import { callApi, expectStatus, type PaidOrder, payAt, placePaidOrder } from './managing/place-paid-order.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'

type Selected = Parameters<typeof reinstatePath>[0][number]

const selectedOf = (
  { groupId, domains }: PaidOrder,
  domainType: Selected['domainType'] = 'Azure',
): Selected[] => domains.map((domain) => ({ domain, domainType, status: 'cancelled', groupId }))

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

const azure: Selected = { domain: 'example.com', domainType: 'Azure', status: 'cancelled', groupId: 'bun_1' }

test('without domains there is nothing to reinstate', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/reinstate-order?domains=%5Bnonsense')
  await expect(page.getByText('No Domains Selected')).toBeVisible()
  await expect(page.getByText('No domains were selected for reinstatement.')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('Premium orders are refused at once', async ({ page, signIn }) => {
  await signIn()
  await page.goto(reinstatePath([azure, { ...azure, domain: 'example.net', domainType: 'Google' }]))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText("This option isn't available for Premium orders.")).toBeVisible()
})

test('a failed prefill leaves the fields empty, and every rule is told where it is broken', async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000)
  await signIn()
  await page.route('**/api/orders/reinstate-prefill', (route) => route.abort())
  await page.goto(reinstatePath([{ ...azure, domainType: 'Google' }]))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Failed to fetch order data. Using default values.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm Reinstatement' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  // Buttons that cannot be used now say why when they are pressed.
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click({ force: true })
  const said = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await press('Save Configuration')
  await said('Forwarding domain is required')
  await page.getByLabel('Forwarding Domain').fill('example.com')
  await said('Organization name is required')
  await page.getByLabel('Organization Name').fill('Acme')
  await press('Save Configuration')

  await said('No User Configuration Found')
  await press('Confirm User Configuration')
  await said('At least one user must be configured')
  const users = page.getByRole('form', { name: 'Add User' })
  const add = async (first: string, last: string) => {
    await users.getByLabel('First Name').fill(first)
    await users.getByLabel('Last Name').fill(last)
    await users.getByRole('button', { name: 'Add User' }).click({ force: true })
  }
  await add('Jane', '')
  await said('Both first and last name are required')
  await add('Jane', 'Doe2')
  await said('Names must contain only letters')
  await add('Jane', 'Doe')
  await add('JANE', 'doe')
  await said('A user with this name already exists')
  for (const letter of 'abcdefghi') await add('Joe', `Roe${letter}`)
  await users.getByRole('button', { name: 'Add User' }).click({ force: true })
  await said('Maximum limit of 10 users reached')
  await expectAccessible(page)
  await press('Edit Joe Roea')
  await page.getByLabel('Edit last name').fill('Doe')
  await page.getByLabel('Edit first name').fill('Jane')
  await press('Save')
  await said('A user with this name already exists')
  await press('Cancel')
  await press('Remove Joe Roea')
  await expect(page.getByRole('row', { name: /Jane Doe 0 3/ })).toBeVisible()
  await expect(page.getByLabel('Profile Picture (Google Drive Link)')).toBeVisible()
  await expect(page.getByText('"Anyone with the link can view"')).toBeVisible()
  await press('Confirm User Configuration')

  const problems: Record<string, [label: string, message: string][]> = {
    'Email Bison': [
      ['URL', 'Email Bison URL is required'],
      ['Username', 'Email Bison username is required'],
      ['Password', 'Email Bison password is required'],
      ['Workspace', 'Email Bison workspace is required'],
      ['API Key (super-admin)', 'Email Bison API key is required'],
      ['Bison App ID', 'Bison App ID is required for Google domains'],
    ],
    Instantly: [
      ['Username', 'Instantly username is required'],
      ['Password', 'Instantly password is required'],
      ['Workspace', 'Instantly workspace is required'],
    ],
    Smartlead: [
      ['Username', 'Smartlead username is required'],
      ['Password', 'Smartlead password is required'],
      ['API Key', 'Smartlead API key is required'],
      ['OAuth Link', 'Smartlead inbox addition URL is required'],
    ],
  }
  for (const [tool, fields] of Object.entries(problems)) {
    await page.getByRole('tab', { name: tool }).click()
    for (const [label] of fields) await page.getByLabel(label, { exact: true }).fill('')
    await press('Save Tool Configuration')
    for (const [label, message] of fields) {
      await said(message)
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(message)
    }
  }
  await page.getByRole('tab', { name: 'Email Bison' }).click()
  await page.getByLabel('URL', { exact: true }).fill('not an address')
  await press('Save Tool Configuration')
  await said(
    'Email Bison URL must be a valid domain (e.g., example.com) or complete URL (e.g., https://example.com)',
  )
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Other' }).click()
  await said('CSV Export Option')
  await said('A CSV file will be sent once the order is completed.')
  await press('Save Tool Configuration')
  await expect(page.getByRole('button', { name: 'Confirm Reinstatement' })).not.toHaveAttribute(
    'aria-disabled',
  )

  const answers: [answer: { status: number; json: unknown }, message: string][] = [
    [{ status: 200, json: { success: false, message: '' } }, 'Failed to reinstate order. Please try again.'],
    [{ status: 200, json: { success: true } }, 'Invalid reinstate response data'],
    [{ status: 500, json: { message: 'x' } }, 'An error occurred while reinstating order. Please try again.'],
    [{ status: 409, json: { message: 'Not now, please.' } }, 'Not now, please.'],
  ]
  for (const [answer, message] of answers) {
    await page.route('**/api/orders/reinstate', (route) => route.fulfill(answer), { times: 1 })
    await press('Confirm Reinstatement')
    await said(message)
  }
})

for (const plan of ['azure', 'google'] as const) {
  test(`a cancelled ${plan} order comes back with other settings once it is paid`, async ({
    page,
    signIn,
    customer,
  }) => {
    test.setTimeout(240_000)
    await signIn()
    const order = await cancelledOrder(page, customer, plan)
    await page.goto(reinstatePath(selectedOf(order, plan === 'google' ? 'Google' : 'Azure')))
    await expect(page.getByRole('heading', { name: 'Order #1' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Forwarding Domain')).toHaveValue('https://example.com')
    await expect(page.getByLabel('Organization Name')).toHaveValue('Acme 42')
    await page.getByLabel('Forwarding Domain').fill('example.com/back')
    await page.getByRole('button', { name: 'Save Configuration' }).click()
    await expect(page.getByRole('button', { name: 'Remove Jane Doe' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit Jane Doe' }).click()
    await page.getByLabel('Edit last name').fill('Return')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Confirm User Configuration' }).click()
    await page.getByRole('button', { name: 'Save Tool Configuration' }).click()

    await page.route('**/api/payments/create-checkout-session', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Confirm Reinstatement' }).click()
    await expect(
      page.getByText('Order was reinstated but checkout failed. Please contact support.'),
    ).toBeVisible()
    await expect(page.getByText('Error creating checkout session. Please contact support.')).toBeVisible()
    await page.getByRole('button', { name: 'Confirm Reinstatement' }).click()
    await expect(page).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })
    await expect(page.getByText('$50.00').first()).toBeVisible()
    await payAt(page, page.url())
    await expectStatus(page, order.domains, 'done')
    const group = await callApi<{ forwardingDomain: string; live: boolean; userConfiguration: unknown[] }>(
      page,
      'GET',
      `/api/orders/groups/${order.groupId}`,
    )
    expect(group).toMatchObject({ live: true, forwardingDomain: 'https://example.com/back' })
    expect(group.userConfiguration[0]).toMatchObject({ firstName: 'Jane', lastName: 'Return' })
  })
}
