import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readRoom } from '#features/checkout/api/payments.ts'
import { priceChangedMessage } from '#features/checkout/rules/pricing.ts'
import { tryConnection } from '#features/tools/api/connections.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import {
  answerOrders,
  expectNoOverflow,
  expectTold,
  goneDomains,
  openReinstatement,
  pressUnavailable,
  reinstatementAt,
  saveSteps,
} from '#tests/web/orders.ts'
import { reinstate, reinstatePrefill } from '../api/reinstate.ts'
import { reinstateMessages } from '../rules/reinstate-form.ts'
import { reinstatePath } from '../rules/reinstate-path.ts'
import { writePeopleText } from '../rules/reinstate-prefill.ts'

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const field = (label: string) => page.getByLabelText(label, { exact: true })
const confirm = page.getByRole('button', { name: 'Confirm Reinstatement' })
const price = page.getByRole('region', { name: 'Price' })
const row = (name: string) =>
  page.getByRole('table', { name: 'Current Users' }).getByRole('row', { name: new RegExp(`^${name}`) })

/** The steps for a Google domain, of whose order nothing is known. */
async function openUnknown(): Promise<void> {
  network.lose(reinstatePrefill)
  network.answer(readRoom, { room: { azure: 10, google: 10 } })
  openPage(reinstatePath(goneDomains.slice(1).map((domain) => ({ ...domain, domainType: 'Google' }))))
  await press('Continue')
}
async function saveBasics(): Promise<void> {
  await field('Forwarding Domain').fill('example.com')
  await field('Organization Name').fill('Acme')
  await press('Save Configuration')
}
async function add(first: string, last: string): Promise<void> {
  const users = page.getByRole('form', { name: 'Add User' })
  await users.getByLabelText('First Name').fill(first)
  await users.getByLabelText('Last Name').fill(last)
  await users.getByRole('button', { name: 'Add User' }).click({ force: true })
}

test('an address without domains has nothing to reinstate, and leads back to the dashboard', async () => {
  answerOrders()
  openPage('/reinstate-order?domains=%5Bnonsense')
  await expectTold('No Domains Selected')
  await expectTold('No domains were selected for reinstatement.')
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect.poll(() => window.location.pathname).toBe('/dashboard')
})

test('a Premium order is refused before anything is entered', async () => {
  await openReinstatement(goneDomains.map((domain) => ({ ...domain, plan: 'premium' })))
  await expectTold("This option isn't available for Premium orders.")
})

test('settings that could not be read leave empty fields, say so, and are asked for again', async () => {
  await openUnknown()
  await expectTold('Failed to fetch order data. Using default values.')
  await expect.element(price).toMatchTextContent('you see the total before you pay')
  await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
  await press('Save Configuration')
  await expect
    .element(field('Forwarding Domain'))
    .toHaveAccessibleDescription('Forwarding domain is required')
  await expect.element(field('Forwarding Domain')).toHaveFocus()
  await field('Forwarding Domain').fill('example.com')
  await press('Save Configuration')
  await expect
    .element(field('Organization Name'))
    .toHaveAccessibleDescription('Organization name is required')
  await expect.element(field('Organization Name')).toHaveFocus()
  const asked = network.sent(reinstatePrefill).length
  await press('Retry')
  await expect.poll(() => network.sent(reinstatePrefill).length).toBeGreaterThan(asked)
})

test('people are added by the rules of their names, and somebody has to be there', async () => {
  await openUnknown()
  await saveBasics()
  await expectTold(reinstateMessages.noUserConfiguration)
  await expectTold(reinstateMessages.noUserConfigurationHint)
  await pressUnavailable(page.getByRole('button', { name: 'Confirm User Configuration' }))
  await expectTold('At least one user must be configured')
  for (const [first, last, message] of [
    ['Jane', '', 'Both first and last name are required'],
    ['Jane', 'Doe2', 'Names must contain only letters'],
  ] as const) {
    await add(first, last)
    await expectTold(message)
  }
  await add('Jane', 'Doe')
  await add('JANE', 'doe')
  await expectTold('A user with this name already exists')
  await expect.element(row('Jane Doe')).toMatchTextContent('Jane Doe03')
  await expect.element(page.getByText(/"Anyone with the link can view"/)).toBeVisible()
})

test('people are renamed by the same rules and removed, and there are at most ten', async () => {
  await openUnknown()
  await saveBasics()
  await add('Jane', 'Doe')
  for (const letter of 'abcdefghi') await add('Joe', `Roe${letter}`)
  await pressUnavailable(page.getByRole('button', { name: 'Add User' }))
  await expectTold('Maximum limit of 10 users reached')
  await press('Edit Joe Roea')
  await field('Edit last name').fill('Doe')
  await field('Edit first name').fill('Jane')
  await press('Save')
  await expectTold('A user with this name already exists')
  await press('Cancel')
  await press('Remove Joe Roea')
  await expect.element(row('Joe Roea')).not.toBeInTheDocument()
})

test('each sending tool names what of its credentials is missing, beside its field', async () => {
  await openUnknown()
  await saveBasics()
  await add('Jane', 'Doe')
  await press('Confirm User Configuration')
  for (const [tool, fields] of [
    [
      'Email Bison',
      [
        ['URL', 'Email Bison URL is required'],
        ['Username', 'Email Bison username is required'],
        ['Password', 'Email Bison password is required'],
        ['Workspace', 'Email Bison workspace is required'],
        ['API Key (super-admin)', 'Email Bison API key is required'],
        ['Bison App ID', 'Bison App ID is required for Google domains'],
      ],
    ],
    [
      'Instantly',
      [
        ['Username', 'Instantly username is required'],
        ['Password', 'Instantly password is required'],
        ['Workspace', 'Instantly workspace is required'],
      ],
    ],
    [
      'Smartlead',
      [
        ['Username', 'Smartlead username is required'],
        ['Password', 'Smartlead password is required'],
        ['API Key', 'Smartlead API key is required'],
        ['OAuth Link', 'Smartlead inbox addition URL is required'],
      ],
    ],
  ] as const) {
    await page.getByRole('tab', { name: tool }).click()
    for (const [label] of fields) await field(label).fill('')
    await press('Save Tool Configuration')
    for (const [label, message] of fields)
      await expect.element(field(label)).toHaveAccessibleDescription(message)
  }
  await page.getByRole('tab', { name: 'Email Bison' }).click()
  await field('URL').fill('not an address')
  await press('Save Tool Configuration')
  await expect
    .element(field('URL'))
    .toHaveAccessibleDescription(
      'Email Bison URL must be a valid domain (e.g., example.com) or complete URL (e.g., https://example.com)',
    )
  await page.getByRole('tab', { name: 'Other' }).click()
  await expectTold('CSV Export Option')
  await expectTold('A CSV file will be sent once the order is completed.')
  await press('Save Tool Configuration')
  await expect.element(confirm).not.toHaveAttribute('aria-disabled')
})

test('whatever goes wrong with the reinstatement is told, and it can be confirmed again', async () => {
  await openReinstatement()
  await saveSteps()
  network.answer(reinstate, { ...reinstatementAt(50_00), success: false })
  await confirm.click()
  await expectTold('Failed to reinstate order. Please try again.')
  network.answer(reinstate, { ...reinstatementAt(50_00), domains: [] })
  await confirm.click()
  await expectTold('Invalid reinstate response data')
  network.refuse(reinstate, { status: 500, code: 'internal', message: 'x' })
  await confirm.click()
  await expectTold('An error occurred while reinstating order. Please try again.')
  network.refuse(reinstate, { status: 409, code: 'conflict', message: 'Not now, please.' })
  await confirm.click()
  await expectTold('Not now, please.')
  expect(network.sent(reinstate)).toHaveLength(4)
})

test('a registration that has run out is priced by name, and another price is shown before anything is paid', async () => {
  await openReinstatement(goneDomains, (_, domain) => ({ costsAgain: domain === 'gone1.com' }))
  await expect.element(price).toMatchTextContent('$65.50 due now')
  await expect.element(price).toMatchTextContent('$15.50 once for the registration of gone1.com')
  await expect.element(price).toMatchTextContent('$50.00 for 1 order, charged again every 30 days.')
  await saveSteps()
  await expectNoOverflow()
  network.answer(reinstate, reinstatementAt(81_00))
  await confirm.click()
  await expectTold(priceChangedMessage)
  await expect.element(price).toMatchTextContent('$81.00 due now')
})

test.each([
  ['none of them is kept', 0, 'New Entra mailboxes have to wait at the moment'],
  ['there is room for some', 1, 'Some of the new Entra mailboxes have to wait at the moment'],
  ['there is room for all', 2, undefined],
] as const)('mailboxes that are made anew are said to wait where %s', async (_, azure, title) => {
  await openReinstatement(goneDomains, () => ({}), { azure, google: 0 })
  const note = page.getByText('mailboxes have to wait at the moment', { exact: false })
  if (title) await expect.element(note).toMatchTextContent(title)
  else {
    await expect.poll(() => network.sent(readRoom).length).toBeGreaterThan(0)
    await expect.element(note).not.toBeInTheDocument()
  }
})

test('mailboxes that are kept from before do not wait for room', async () => {
  const needsFirst = (_: unknown, domain: string) => ({ needsPlace: domain === 'gone1.com' })
  await openReinstatement(goneDomains, needsFirst, { azure: 0, google: 0 })
  await expectTold(/Mailboxes that are kept from before do not wait\./)
})

/** Jane and John with so many inboxes each on a domain. */
const people = (azure: number) =>
  writePeopleText(
    [
      { firstName: 'Jane', lastName: 'Doe', azure, google: 0 },
      { firstName: 'John', lastName: 'Roe', azure, google: 0 },
    ],
    'azure',
  )
const differ = page.getByText(/^These orders have different numbers of inboxes\./)
const ofTwoOrders = goneDomains.map((domain, at) => ({ ...domain, groupId: `bun_gone_${at + 1}` }))

test('an order with numbers of its own comes back with those', async () => {
  await openReinstatement(goneDomains, () => ({ firstAndLastName: people(20) }))
  await press('Save Configuration')
  for (const name of ['Jane Doe', 'John Roe'])
    await expect.element(row(name)).toMatchTextContent(`${name}200`)
  await expect.element(differ).not.toBeInTheDocument()
})

test('orders with different numbers of inboxes say so, and show the most that each person gets', async () => {
  await openReinstatement(ofTwoOrders, (_, domain) => ({
    firstAndLastName: people(domain === 'gone1.com' ? 20 : 26),
  }))
  await press('Save Configuration')
  await expect.element(differ).toBeVisible()
  await expect.element(row('Jane Doe')).toMatchTextContent('Jane Doe25')
})

test('one organization name for the orders of several companies says whose it replaces', async () => {
  await openReinstatement(ofTwoOrders, (_, domain) => ({
    organizationName: domain === 'gone1.com' ? 'Northwind' : 'Contoso',
  }))
  await expect.element(field('Organization Name')).toHaveValue('Northwind')
  await expect
    .element(field('Organization Name'))
    .toHaveAccessibleDescription(
      'For all of these orders. It replaces Northwind (Order #1), Contoso (Order #2).',
    )
})

test('a key of another workspace is asked about when the tool is saved, and once more when it is confirmed', async () => {
  await openReinstatement()
  await press('Save Configuration')
  await press('Confirm User Configuration')
  await page.getByRole('tab', { name: 'Instantly' }).click()
  const typed = {
    Username: 'ops@acme.test',
    Password: 'p',
    Workspace: 'Lumen Outreach',
    'API Key': 'key-1',
  }
  for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
  const message = 'This key opens “Workspace 2A2A”, not “Lumen Outreach”.'
  const opensWorkspace = { id: 'w-2a2a', name: 'Workspace 2A2A' }
  network.answer(tryConnection, { outcome: 'elsewhere', message, opensWorkspace })
  await press('Save Tool Configuration')
  await expectTold(message)
  await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
  network.answer(tryConnection, { outcome: 'works', message: 'Key works', workspace: 'Workspace 2A2A' })
  await press('Use “Workspace 2A2A”')
  await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  expect(network.sent(tryConnection).at(-1)?.body.credentials.values).toMatchObject({
    workspace: 'Workspace 2A2A',
    workspaceId: 'w-2a2a',
  })
  const again = 'This key opens “Workspace 3B3B”, not “Workspace 2A2A”.'
  const other = { id: 'w-3b3b', name: 'Workspace 3B3B' }
  network.refuse(reinstate, {
    status: 409,
    code: 'conflict',
    message: again,
    details: { opensWorkspace: other },
  })
  await confirm.click()
  await expectTold(again)
  await press('Use “Workspace 3B3B”')
  await expect.poll(() => network.sent(reinstate).length).toBe(2)
  expect(network.sent(reinstate).at(-1)?.body.sending_tool).toMatchObject({
    workspace: 'Workspace 3B3B',
    workspace_id: 'w-3b3b',
  })
})
