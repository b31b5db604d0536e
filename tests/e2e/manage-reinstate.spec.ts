import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { domainNames, domains, personas } from '#server/db/schema/index.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { priceChangedMessage } from '#shared/money/pricing.ts'
import { reinstateMessages } from '#shared/reinstatement/reinstate-form.ts'
import { reinstatePath } from '#shared/reinstatement/reinstate-path.ts'
import { type SendingToolId, sendingToolNames } from '#shared/tools/sending-tools.ts'
import { callApi, expectStatus, placePaidOrder } from './managing/place-paid-order.ts'
import { atVendors, expectAgreed } from './managing/vendors.ts'
import { expectNoOverflow, selectAll, start } from './managing/workspace.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { type SeededOrder, seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

type Selected = Parameters<typeof reinstatePath>[0][number]

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
  await page.goto(reinstatePath([{ ...azure, plan: 'premium' }]))
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
  const said = (text: string) => expectTold(page, text)
  await press('Save Configuration')
  await said('Forwarding domain is required')
  await page.getByLabel('Forwarding Domain').fill('example.com')
  await said('Organization name is required')
  await page.getByLabel('Organization Name').fill('Acme')
  await press('Save Configuration')

  await said(reinstateMessages.noUserConfiguration)
  await said(reinstateMessages.noUserConfigurationHint)
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

test('what has to be registered again is shown with its price, and nothing else is charged', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [{ statuses: ['cancelled'], cancelled: true, tool: 'other' }],
  })
  const { db } = deps
  const [{ groupId, domains: names }] = groups as [SeededOrder['groups'][number]]
  const [lapsed, kept] = names as [string, string]
  const nextYear = new Date(Date.now() + 365 * 24 * 3600_000)
  const isOver = { expiresAt: new Date(Date.now() - 1_000) }
  // The registrar holds neither; of the second one that is not known yet.
  await db.insert(domainNames).values([
    { name: lapsed, registration: 'registered', ...isOver },
    { name: kept, registration: 'registered', expiresAt: nextYear },
  ])
  await signIn()
  await page.route('**/api/orders/reinstate-prefill', (route) => route.abort())
  await page.goto(
    reinstatePath(names.map((domain) => ({ domain, domainType: 'Azure', status: 'cancelled', groupId }))),
  )
  await page.getByRole('button', { name: 'Continue' }).click()
  const price = page.getByRole('region', { name: 'Price' })
  await expect(price.getByText('$50.00 due now')).toBeVisible()
  await expect(price.getByText('you see the total before you pay')).toBeVisible()
  await page.unroute('**/api/orders/reinstate-prefill')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(price.getByText('$65.50 due now')).toBeVisible()
  await expect(price.getByText(`$15.50 once for the registration of ${lapsed}`)).toBeVisible()
  await expect(price.getByText('$50.00 for 1 order, charged again every 30 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await page.getByRole('button', { name: 'Confirm User Configuration' }).click()
  await page.getByRole('button', { name: 'Save Tool Configuration' }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // The other one runs out while the page is open: the new price is shown before anything is paid.
  await db.update(domainNames).set(isOver).where(eq(domainNames.name, kept))
  const confirm = page.getByRole('button', { name: 'Confirm Reinstatement' })
  await confirm.click()
  await expectTold(page, priceChangedMessage)
  await expect(price.getByText('$81.00 due now')).toBeVisible()
  await expect(price.getByText(`$15.50 once for the registration of ${kept}`)).toBeVisible()
  await confirm.click()
  await expect(page).toHaveURL(/\/pay\/cs_/)
  await expect(page.getByText('$81.00 due now')).toBeVisible()
})

test('only mailboxes that have to be made anew are said to wait for room', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [{ statuses: ['cancelled'], cancelled: true, tool: 'other' }],
  })
  const [{ groupId, domains: names }] = groups as [SeededOrder['groups'][number]]
  const [gone, kept] = names as [string, string]
  const at = new Date().toISOString()
  const expiresAt = new Date(Date.now() + 365 * 24 * 3600_000)
  const atHost = { host: { at, accountId: 'acc_1' }, verified: { at } }
  await deps.db.insert(domainNames).values([
    { name: gone, registration: 'registered', expiresAt },
    { name: kept, registration: 'registered', expiresAt, facts: atHost },
  ])
  await signIn()
  await page.route('**/api/payments/room', (route) =>
    route.fulfill({ json: { room: { azure: 0, google: 0 } } }),
  )
  const open = () =>
    page.goto(
      reinstatePath(names.map((domain) => ({ domain, domainType: 'Azure', status: 'cancelled', groupId }))),
    )
  const note = page.getByText('mailboxes have to wait at the moment')
  await open()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(note).toHaveText('New Entra mailboxes have to wait at the moment')
  await expect(page.getByText('Mailboxes that are kept from before do not wait.')).toBeVisible()
  await expectAccessible(page)

  // Within the time of grace all of them are kept, and come back at once.
  await deps.db.update(domainNames).set({ facts: atHost }).where(eq(domainNames.name, gone))
  const answered = page.waitForResponse('**/api/payments/room')
  await open()
  await answered
  await expect(page.getByRole('region', { name: 'Price' }).getByText('$50.00 due now')).toBeVisible()
  await expect(note).toBeHidden()
})

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
  await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible()
  await expectTold(
    page,
    'Nothing was charged. The order stays cancelled, and can be reinstated from your dashboard.',
  )
  await expect(page).toHaveURL('/dashboard')
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
async function typedFor(deps: Dependencies, tool: SendingToolId): Promise<Record<string, string>> {
  const vendors = atVendors(deps)
  const given = await vendors.credentials()
  const {
    username = '',
    workspace = '',
    apiKey = '',
    password = 'Secret.1',
  } = tool === 'other' ? {} : given[tool]
  const { link = '' } =
    tool === 'smartlead'
      ? await vendors.post<{ link: string }>('/_smartlead/link', { apiKey, provider: 'microsoft' })
      : {}
  const typed: Record<SendingToolId, Record<string, string>> = {
    other: {},
    instantly: { Username: username, Password: password, 'API Key': apiKey },
    smartlead: { Username: username, Password: password, 'API Key': apiKey, 'OAuth Link': link },
    bison: {
      URL: vendors.bisonUrl,
      Username: username,
      Password: password,
      'API Key (super-admin)': apiKey,
      Workspace: workspace,
    },
  }
  return typed[tool]
}

for (const [plan, tool] of [
  ['azure', 'other'],
  ['azure', 'instantly'],
  ['azure', 'smartlead'],
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

test('an order that was brought in is shown the mailboxes that come back, and asks for those', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { db } = deps
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [
      { statuses: ['cancelled'], cancelled: true, tool: 'other' },
      { statuses: ['cancelled'], cancelled: true, tool: 'other' },
    ],
  })
  const [first] = groups
  // By its own numbers; the other one has its plan's.
  await db
    .update(personas)
    .set({ azurePerDomain: 20 })
    .where(eq(personas.bundleId, first?.groupId ?? ''))
  const expiresAt = new Date(Date.now() + 365 * 24 * 3600_000)
  await db
    .insert(domainNames)
    .values(
      groups.flatMap(({ domains: names }) =>
        names.map((name) => ({ name, registration: 'registered' as const, expiresAt })),
      ),
    )
  await signIn()
  const select = (some: typeof groups) =>
    reinstatePath(
      some.flatMap(({ groupId, domains: names }) =>
        names.map((domain): Selected => ({ domain, domainType: 'Azure', status: 'cancelled', groupId })),
      ),
    )
  const row = (name: string) => page.getByRole('table', { name: 'Current Users' }).getByRole('row', { name })
  const differ = page.getByText('These orders have different numbers of inboxes.')
  await page.goto(select(groups))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(row('Jane Doe').getByRole('cell').first()).toHaveText('25')
  await expect(differ).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(select(groups.slice(0, 1)))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  for (const name of ['Jane Doe', 'John Roe'])
    await expect(row(name).getByRole('cell').first()).toHaveText('20')
  await expect(differ).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm User Configuration' }).click()
  await page.getByRole('button', { name: 'Save Tool Configuration' }).click()
  await page.getByRole('button', { name: 'Confirm Reinstatement' }).click()
  await expect(page).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })
})

test('one organization name for orders of several companies says whose it replaces', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await signIn()
  const selected: Selected[] = []
  for (const companyName of ['Northwind', 'Contoso']) {
    const { groups } = await seedOrder(deps, customer.id, {
      companyName,
      groups: [{ cancelled: true, statuses: ['cancelled'] }],
    })
    for (const { groupId, domains: names } of groups) {
      await deps.db
        .insert(domainNames)
        .values(names.map((name) => ({ name, registration: 'registered' as const })))
      selected.push(
        ...names.map((domain): Selected => ({ domain, domainType: 'Azure', status: 'cancelled', groupId })),
      )
    }
  }
  await page.goto(reinstatePath(selected))
  await page.getByRole('button', { name: 'Continue' }).click()
  const name = page.getByLabel('Organization Name')
  await expect(name).toHaveValue('Northwind')
  await expect(name).toHaveAccessibleDescription(
    'For all of these orders. It replaces Northwind (Order #1), Contoso (Order #2).',
  )
  // Of orders that were for one company there is nothing to say.
  await page.goto(reinstatePath(selected.filter(({ groupId }) => groupId === selected[0]?.groupId)))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(name).toHaveValue('Northwind')
  await expect(name).not.toHaveAccessibleDescription(/replaces/)
})
