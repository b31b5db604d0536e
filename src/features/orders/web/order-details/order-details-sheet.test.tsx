import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { payForRelease, readRoom } from '#features/checkout/api/payments.ts'
import { checkAllNow, replaceRecords } from '#features/domains/api/domains.ts'
import { forwardingUrlMaxLength, forwardingUrlMessages } from '#features/forwarding/rules/forwarding-url.ts'
import { lookAtStanding } from '#features/names/api/find-domains.ts'
import { companyNameMaxLength, companyNameMessages } from '#features/ordering/rules/company-name.ts'
import { swapMailbox } from '#features/people/api/mailboxes.ts'
import { instantlyWorkspaces } from '#features/tools/api/connections.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import {
  answerList,
  answerOrders,
  expectNoOverflow,
  expectTold,
  groupOf,
  openDetails,
  openOrder,
  orderOf,
  pressUnavailable,
} from '#tests/web/orders.ts'
import { type GroupDetails, getGroup, updateGroup } from '../../api/groups.ts'
import { getOrderOverview } from '../../api/order-overview.ts'

const details = page.getByRole('dialog', { name: 'Order Details' })
const section = (name: string) => details.getByRole('region', { name })
const edit = page.getByRole('dialog', { name: 'Edit Order' })

test('the details tell what was ordered, for whom, and how far a domain is', async () => {
  const group = groupOf(
    'broken',
    { forwardingDomain: 'https://acme.com/welcome' },
    {},
    { status: 'in progress' },
  )
  await openDetails(group, 0)
  const summary = section('Order Summary')
  await expect.element(summary).toMatchTextContent(/Order TypeInboxyard Azure/)
  await expect.element(summary).toMatchTextContent(/Order Date[A-Z][a-z]+ \d+, \d{4}/)
  await expect.element(summary).toMatchTextContent(/Forwarding Domainhttps:\/\/acme\.com\/welcome/)
  await expect
    .element(section('User Configuration').getByRole('row', { name: /^Jane Doe/ }))
    .toMatchTextContent('Jane Doe50050')
  await expect.element(details.getByText('The name was taken.').first()).toBeVisible()
  await expect
    .element(details.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first())
    .toMatchTextContent('Verified at Microsoft')
  await section('Domains')
    .getByRole('button', { name: /^Microsoft broken2\.com/ })
    .click()
  await expect.element(details.getByText(/expected finish not known yet/i)).toBeVisible()
  await expect
    .element(details.getByRole('link', { name: 'Cancel order' }))
    .toHaveAttribute('href', '/cancel_order?id=bun_broken_1')
  await userEvent.keyboard('{Escape}')
  await expect.element(details).not.toBeInTheDocument()
  expect(window.location.search).not.toContain('details')
})

test('details that are opened by a double press are closed by one', async () => {
  openOrder('mixed')
  await page.getByRole('button', { name: 'Inboxyard Azure #1' }).dblClick()
  await expect.element(details).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(details).not.toBeInTheDocument()
})

test('an order for another tool says that a file will be sent', async () => {
  await openDetails(groupOf('held'))
  await expect
    .element(
      details.getByText(
        'No tool credentials available for this product. A CSV of the username & passwords will be sent to you',
      ),
    )
    .toBeVisible()
})

test('details of an order that is not there say so, and are closed', async () => {
  answerOrders()
  network.refuse(getGroup, { status: 404, code: 'not_found', message: 'There is no such order.' })
  openPage('/dashboard?details=bun_ofsomebodyelse_1')
  await expect.element(details.getByText('There is no such order.')).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(details).not.toBeInTheDocument()
})

test('an order that waits for its customer says so in its details', async () => {
  await openDetails(groupOf('own'))
  const item = section('Domains').getByRole('listitem').first()
  await expect.element(item.getByText('Waits for you')).toBeVisible()
  await expect.element(item.getByText('Pending')).not.toBeInTheDocument()
})

test('what several domains wait for stands in one list, and all of them are checked by one press', async () => {
  const names = (...values: string[]) => values.map((value) => ({ label: 'Name server', value }))
  const group = groupOf('own', {}, { wanted: names('ns1.acme.net') }, { wanted: names('ns2.acme.net') })
  await openDetails(group)
  const list = details.getByRole('list', { name: 'Name servers to set' })
  for (const [at, server] of ['ns1.acme.net', 'ns2.acme.net'].entries()) {
    await expect.element(list.getByText(group.domains[at]?.domain ?? '')).toBeVisible()
    await expect.element(list.getByRole('button', { name: `Copy ${server}` })).toBeVisible()
  }
  await expectNoOverflow()
  network.answer(checkAllNow, { success: true, message: 'Checking 2 domains now.' })
  await details.getByRole('button', { name: 'Check all now' }).click()
  await expectTold('Checking 2 domains now.')
  expect(network.sent(checkAllNow)).toMatchObject([{ body: { groupId: group.groupId } }])
})

test('what stops once a domain points here is said while its name servers are waited for', async () => {
  const group = groupOf('own', {}, { wanted: [{ label: 'Name server 1', value: 'ns1.acme.net' }] })
  const domain = group.domains[0]?.domain ?? ''
  answerOrders(group)
  network.answer(lookAtStanding, {
    results: [
      {
        domain,
        isKnown: true,
        records: [{ name: domain, type: 'MX', value: '1 smtp.google.com' }],
        kept: [],
      },
    ],
  })
  openPage(`/dashboard?details=${group.groupId}`)
  await expect
    .element(section('Current DNS records').getByText(`${domain} receives email at Google, which stops.`))
    .toBeVisible()
  await expectNoOverflow()
})

test('a set-up that waits for its customer says so without alarm', async () => {
  const { setUp, ...overview } = kept(getOrderOverview, 'overview')
  answerOrders()
  network.answer(getOrderOverview, {
    ...overview,
    setUp: setUp.map((stage, at) => (at === 0 ? { ...stage, running: 2, waitingForCustomer: 2 } : stage)),
  })
  openPage('/dashboard?order=ord_own')
  const stages = page.getByRole('list', { name: 'Set-up' })
  await expect.element(stages.getByText('Waits for you')).toBeVisible()
  await expect.element(stages.getByText('Needs attention')).not.toBeInTheDocument()
})

test('a change of a delivered domain is told beside it at every width, and that it was refused', async () => {
  const order = orderOf('replaced')
  const long = (at: number) => `${'w'.repeat(30)}${'ab'[at]}.com`
  answerOrders()
  answerList({
    ...order,
    domains: order.domains.map(({ replacementOrdered: _, ...domain }, at) => ({
      ...domain,
      domain: long(at),
      changing: 'forwarding',
      ...(at === 0 && { changeFailed: true }),
    })),
  })
  openPage('/dashboard?order=ord_replaced')
  for (const width of [1280, 360]) {
    await page.viewport(width, 800)
    await expect.element(page.getByText('Forwarding could not be changed')).toBeVisible()
    await expect.element(page.getByText('Forwarding is being changed')).toBeVisible()
  }
  await expectNoOverflow()
})

test('an order that our team holds leads to support', async () => {
  await openDetails(groupOf('held', { hold: 'operator', release: null }))
  const hold = details.getByRole('status').filter({ hasText: /^On hold since / })
  await expect.element(hold).toMatchTextContent(/Our team has put this order on hold\./)
  await expect
    .element(hold.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', 'mailto:support@inboxyard.test')
})

test.each([
  [0, 'New Entra mailboxes have to wait at the moment'],
  [1, 'Some of the new Entra mailboxes have to wait at the moment'],
  [2, undefined],
])('with room for %i of 2 domains the price of a hold’s end says what has to wait', async (azure, title) => {
  answerOrders()
  network.answer(readRoom, { room: { azure, google: 0 } })
  openPage('/dashboard?details=bun_held_1')
  await expect.element(details.getByRole('button', { name: 'Pay $50.00 and resume' })).toBeVisible()
  await expect.poll(() => network.sent(readRoom).length).toBeGreaterThan(0)
  const note = details.getByText(/mailboxes have to wait at the moment/)
  if (title) await expect.element(note).toMatchTextContent(title)
  else await expect.element(note).not.toBeInTheDocument()
})

test('when the price of a hold’s end has changed, the new one is shown before anything is paid', async () => {
  const group = groupOf('held')
  await openDetails(group)
  const pay = details.getByRole('button', { name: 'Pay $50.00 and resume' })
  await expect.element(pay).toBeVisible()
  const message = 'The price has changed. Please check the new total before you pay.'
  network.refuse(payForRelease, { status: 409, code: 'price_changed', message })
  network.answer(getGroup, { ...group, release: group.release && { ...group.release, totalCents: 81_00 } })
  await pay.click()
  await expectTold(message)
  await expect.element(details.getByRole('button', { name: 'Pay $81.00 and resume' })).toBeVisible()
})

test('the button that ends a hold is busy until its payment page is there, and free again on the way back', async () => {
  await openDetails(groupOf('held'))
  const pay = details.getByRole('button', { name: 'Pay $50.00 and resume' })
  await expect.element(pay).toBeVisible()
  // A place within the page: this one is not left.
  network.answer(payForRelease, { url: '#payment-page' })
  await pay.click()
  await expect.poll(() => window.location.hash).toBe('#payment-page')
  await expect.element(pay).toHaveAttribute('aria-busy', 'true')
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(pay).not.toHaveAttribute('aria-busy')
})

test.each(['free', 'priced'] as const)(
  'another domain that is %s in the place of one is offered as that',
  async (anotherDomain) => {
    await openDetails(groupOf('broken', {}, { anotherDomain }), 0)
    await details.getByRole('button', { name: 'Choose another domain' }).click()
    await expect.element(page.getByLabelText('New domain for broken1.com')).toBeVisible()
    const atNoCost = page.getByText(/^You’ve already paid for this domain’s place/)
    if (anotherDomain === 'free') await expect.element(atNoCost).toBeVisible()
    else await expect.element(atNoCost).not.toBeInTheDocument()
  },
)

test('the new mailbox of a swap is for the person that was chosen', async () => {
  const message = 'A new mailbox takes the place of jane@replaced2.com.'
  await openDetails(groupOf('replaced'), 1)
  await page.getByRole('button', { name: 'Swap a mailbox' }).click()
  await page.getByRole('button', { name: 'Swap jane@replaced2.com' }).click()
  await page.getByLabelText('Person of the new mailbox').selectOptions('John Roe')
  network.answer(swapMailbox, { success: true, message, address: 'roe@replaced2.com' })
  await page.getByRole('button', { name: 'Swap mailbox', exact: true }).click()
  await expectTold(message)
  expect(network.sent(swapMailbox).map(({ body }) => body)).toEqual([
    { address: 'jane@replaced2.com', personId: 'per_00000000000000000002' },
  ])
})

async function openEdit(group: GroupDetails = groupOf('mixed')): Promise<void> {
  await openDetails(group)
  await details.getByRole('button', { name: 'Edit order' }).click()
}

test('a correction is refused by the rules of its fields, and nothing is saved that is not changed', async () => {
  await openEdit(groupOf('premium'))
  const save = edit.getByRole('button', { name: 'Save Changes' })
  await pressUnavailable(save)
  await expectTold('Nothing has been changed yet.')
  for (const [label, text, message] of [
    ['Forwarding Domain', 'not an address', forwardingUrlMessages.invalid],
    ['Forwarding Domain', `example.com/${'x'.repeat(forwardingUrlMaxLength)}`, forwardingUrlMessages.tooLong],
    ['Organization Name', 'Acme & Sons', companyNameMessages.characters],
    ['Organization Name', 'x'.repeat(companyNameMaxLength + 1), companyNameMessages.tooLong],
  ] as const) {
    await edit.getByLabelText(label).fill(text)
    await save.click()
    await expectTold(message)
  }
  await edit.getByRole('radio', { name: 'Instantly' }).click()
  await edit.getByLabelText('Forwarding Domain').fill('example.com/edited')
  await edit.getByLabelText('Organization Name').fill('Renamed Inc')
  await save.click()
  await expectTold('Please fill in all Instantly credentials')
  await expectNoOverflow()
  expect(network.sent(updateGroup)).toEqual([])
})

test('what was typed in a correction is not lost by Escape, nor by a refusal', async () => {
  await openEdit()
  await edit.getByLabelText('Organization Name').fill('Renamed Inc')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  network.refuse(updateGroup, { status: 422, code: 'rule_broken', message: 'Not now, please.' })
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectTold('Not now, please.')
  await expect.element(edit.getByLabelText('Organization Name')).toHaveValue('Renamed Inc')
  expect(network.sent(updateGroup)[0]?.body).toMatchObject({ companyName: 'Renamed Inc' })
})

test.each([
  ['whose fee can be refunded', { anotherDomain: 'free', refundCents: 15_50 }, 'Refund $15.50'],
  ['whose fee was refunded', { anotherDomain: 'priced' }, 'Choose another domain'],
] as const)(
  'a domain that stopped, %s, shows what to do without being unfolded',
  async (_, offered, button) => {
    await openDetails(
      groupOf('own', {}, { status: 'error', wanted: [], note: 'It could not be registered.', ...offered }),
    )
    await expect.element(details.getByText('It could not be registered.')).toBeVisible()
    await expect.element(details.getByRole('button', { name: button })).toBeVisible()
  },
)

test('what is in the way of a domain is shown before it is replaced, and no more than that is replaced', async () => {
  const lines = ['www CNAME shops.example.net', '@ A 192.0.2.1']
  await openDetails(groupOf('own', {}, { status: 'pending', wanted: [], inTheWay: lines }), 0)
  network.answer(replaceRecords, { success: true, message: 'Replacing 2 DNS records.' })
  await details.getByRole('button', { name: 'Replace 2 DNS records' }).click()
  const question = page.getByRole('alertdialog', { name: 'Replace 2 DNS records?' })
  for (const line of lines) await expect.element(question.getByText(line)).toBeVisible()
  expect(network.sent(replaceRecords)).toEqual([])
  await question.getByRole('button', { name: 'Replace 2 DNS records' }).click()
  await expect
    .poll(() => network.sent(replaceRecords))
    .toMatchObject([{ body: { records: lines.join('\n') } }])
})

test('what is saved although its tool is away, and moves inboxes, is answered for both', async () => {
  await openEdit()
  await edit.getByRole('radio', { name: 'Instantly' }).click()
  for (const label of ['Username', 'Password', 'Workspace', 'API Key'])
    await edit.getByLabelText(label, { exact: true }).fill('ops@acme.test')
  const refuse = (message: string, details: object) =>
    network.refuse(updateGroup, { status: 409, code: 'conflict', message, details })
  refuse('Instantly does not answer right now.', { isUntried: true })
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  refuse('2 inboxes will be disconnected.', { movesInboxes: 2 })
  await edit.getByRole('button', { name: 'Save anyway' }).click()
  await edit.getByRole('button', { name: 'Move 2 inboxes' }).click()
  await expect.poll(() => network.sent(updateGroup).length).toBe(3)
  expect(network.sent(updateGroup)[2]?.body).toMatchObject({ evenUntried: true, movesInboxes: true })
})

test('a correction shows why it was refused, in view, and no longer why a look-up before it was', async () => {
  await page.viewport(360, 640)
  await openEdit()
  await edit.getByRole('radio', { name: 'Instantly' }).click()
  for (const label of ['Username', 'Password', 'Workspace', 'API Key'])
    await edit.getByLabelText(label, { exact: true }).fill('ops@acme.test')
  network.refuse(instantlyWorkspaces, { status: 422, code: 'rule_broken', message: 'Invalid API key' })
  await edit.getByRole('button', { name: 'Fetch Workspace' }).click()
  const ofLookUp = edit.getByText('API error: Invalid API key')
  await expect.element(ofLookUp).toBeInViewport({ ratio: 1 })

  await edit.getByLabelText('API Key', { exact: true }).fill('another')
  await expect.element(ofLookUp).not.toBeInTheDocument()
  await edit.getByRole('button', { name: 'Fetch Workspace' }).click()
  await expect.element(ofLookUp).toBeVisible()

  network.refuse(updateGroup, { status: 409, code: 'conflict', message: 'Not now, please.' })
  await edit.getByLabelText('Forwarding Domain').element().scrollIntoView()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(edit.getByText('Not now, please.')).toBeInViewport({ ratio: 1 })
  await expect.element(ofLookUp).not.toBeInTheDocument()

  await edit.getByLabelText('Forwarding Domain').fill('not an address')
  await edit.getByLabelText('API Key', { exact: true }).element().scrollIntoView()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(edit.getByText(forwardingUrlMessages.invalid)).toBeInViewport({ ratio: 1 })
})

test('a key of another workspace is asked about in a correction, and then what moves there', async () => {
  await openEdit()
  await edit.getByRole('radio', { name: 'Instantly' }).click()
  const typed = {
    Username: 'ops@acme.test',
    Password: 'p',
    Workspace: 'Lumen Outreach',
    'API Key': 'key-1',
  }
  for (const [label, text] of Object.entries(typed))
    await edit.getByLabelText(label, { exact: true }).fill(text)
  const refuse = (message: string, details: object) =>
    network.refuse(updateGroup, { status: 409, code: 'conflict', message, details })
  const message = 'This key opens “Workspace 2A2A”, not “Lumen Outreach”.'
  refuse(message, { opensWorkspace: { id: 'w-2a2a', name: 'Workspace 2A2A' } })
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectTold(message)
  refuse('2 inboxes will be disconnected.', { movesInboxes: 2 })
  await edit.getByRole('button', { name: 'Use “Workspace 2A2A”' }).click()
  await edit.getByRole('button', { name: 'Move 2 inboxes' }).click()
  await expect.poll(() => network.sent(updateGroup).length).toBe(3)
  const named = { workspace: 'Workspace 2A2A', workspaceId: 'w-2a2a', apiKey: 'key-1' }
  const [, used, moved] = network.sent(updateGroup).map(({ body }) => body)
  expect(used?.sendingTool?.values).toMatchObject(named)
  expect(used?.movesInboxes).toBeUndefined()
  expect(moved).toMatchObject({ movesInboxes: true, sendingTool: { values: named } })
})
