import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fillMessage } from '#base/text/message.ts'
import { tryAgain } from '#features/domains/api/domains.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { liveStream } from '#tests/web/live-events.ts'
import { network } from '#tests/web/network.ts'
import { customer, openPage } from '#tests/web/open-page.tsx'
import {
  actionButton,
  answerList,
  answerOrders,
  expectNoOverflow,
  expectTold,
  openOrder,
  orderOf,
  pressUnavailable,
  selectGroups,
} from '#tests/web/orders.ts'
import { changedEvent } from '../api/events.ts'
import { getGroup } from '../api/groups.ts'
import { listOrders, type OrderListItem } from '../api/orders.ts'
import { orderActionLabels, orderActionMessages, orderActions } from '../rules/order-actions.ts'
import type { DomainStatus } from '../rules/order-status.ts'

const list = page.getByRole('listbox', { name: 'Orders' })
const options = list.getByRole('option')
const chosen = list.getByRole('option', { selected: true })
const option = (name: string) => options.filter({ hasText: new RegExp(name) })
const panel = (name: string) => page.getByRole('region', { name: `${name}.example.com`, exact: true })
const count = () => options.elements().length
const title = page.getByRole('heading', { level: 1 })
const search = page.getByLabelText('Search orders')

/** The dashboard with these orders alone. */
function openWith(orders: OrderListItem[], query = ''): void {
  answerOrders()
  answerList(...orders)
  openPage(`/dashboard${query}`)
}
/** The order of this name, with all of its domains in these states. */
const inState = (name: Parameters<typeof orderOf>[0], ...statuses: DomainStatus[]) => {
  const order = orderOf(name)
  const domains = order.domains.map(({ inboxes: _, trouble: __, ...domain }, at) => ({
    ...domain,
    status: statuses[Math.min(at, statuses.length - 1)] ?? 'done',
  }))
  return { ...order, domains }
}
/** So many orders, of which the first is the newest. */
const many = (length: number) =>
  Array.from({ length }, (_, at) => ({
    ...inState('queued', 'done'),
    orderId: `ord_many_${at}`,
    forwardingDomain: `https://site${at}.example.com`,
    date: new Date(Date.now() - at * 3_600_000).toISOString(),
  }))

test('a customer without orders is invited to place the first one', async () => {
  openWith([])
  await expectTold('Welcome back, Ada')
  await expect
    .element(page.getByRole('heading', { name: 'Purchase your first inboxes in minutes' }))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Set Up Inboxes Now' }))
    .toHaveAttribute('href', '/choose-plan')
})

test('the three cards say what was saved, what the account has stands below, and each says how it is computed', async () => {
  answerOrders()
  const { summary, ...answer } = kept(listOrders, 'orders')
  if (!summary) throw new Error('The kept list is of all orders.')
  network.answer(listOrders, {
    ...answer,
    orders: [orderOf('premium'), orderOf('google')],
    summary: { ...summary, timeSaved: 42.8, inboxCount: 163 },
  })
  openPage('/dashboard')
  await expect.element(page.getByRole('term').filter({ hasText: /Active inboxes/ })).toBeVisible()
  const texts = (tag: 'dt' | 'dd') =>
    [...document.querySelectorAll(`dl:has(button[aria-label$="Money saved"]) ${tag}`)].map(
      ({ textContent }) => textContent.trim(),
    )
  await expect
    .poll(() => texts('dt'))
    .toEqual([
      'Hours of time saved',
      'Inboxes set up',
      'Money saved',
      'Active inboxes',
      'Domains',
      'Monthly price',
    ])
  expect(texts('dd')).toEqual(['42.8', '163', '$856', '159', '11', '$175.00'])
  await page.getByRole('button', { name: 'How it is computed: Money saved' }).hover()
  await expect.element(page.getByRole('tooltip')).toMatchTextContent('Hours of time saved, at $20 an hour.')
})

test('search and filters narrow the list, the address holds them, and Back undoes them', async () => {
  openWith([orderOf('premium'), orderOf('mixed'), orderOf('gone')])
  await expect.poll(count).toBe(3)
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await search.fill('mixed3')
  await expect.poll(count).toBe(1)
  await expect.poll(() => window.location.search).toBe('?q=mixed3')
  await expect.element(panel('mixed')).toBeVisible()
  expect(panel('mixed').element().querySelector('mark')?.textContent).toBe('mixed3')
  await expect.element(panel('mixed').getByRole('button', { name: /#1$/ })).not.toBeInTheDocument()
  await search.fill('')
  await page.getByLabelText('Sending tool').selectOptions('Email Bison')
  await expect.poll(count).toBe(1)
  await page.getByLabelText('Status').selectOptions('Cancelled')
  await expectTold('No orders match your current filters')
  await expectTold('No domain groups match your current filters')
  window.history.back()
  await expect.element(page.getByLabelText('Status')).toHaveValue('all')
  await page.getByLabelText('Order type').selectOptions('Inboxyard Google')
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect.poll(count).toBe(3)
})

test('the list is sorted, counted, and narrowed to what needs attention', async () => {
  openWith([inState('mixed', 'done'), inState('google', 'in progress'), orderOf('broken')])
  const names = () => options.elements().map(({ textContent }) => textContent.replace(/\.example\.com.*/, ''))
  await expect.poll(names).toEqual(['broken', 'mixed', 'google'])
  await page.getByLabelText('Sort orders').selectOptions('Newest first')
  await expect.poll(names).toEqual(['mixed', 'google', 'broken'])
  await page.getByLabelText('Sort orders').selectOptions('By name')
  await expect.poll(names).toEqual(['broken', 'google', 'mixed'])
  await page.getByLabelText('Status').selectOptions('In Progress')
  await expect.poll(names).toEqual(['broken', 'google'])
  await page.getByLabelText('Status').selectOptions('All Statuses')
  const attention = page.getByRole('button', { name: 'Needs attention' })
  await attention.click()
  await expect.element(attention).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(names).toEqual(['broken'])
  await expectTold('1 of 3')
})

test.each([
  ['updateForwarding', 'Please select at least one order to update forwarding.'],
  ['updateUsernames', 'Please select at least one order to change usernames.'],
  ['replaceDomains', 'Please select at least one order to replace domains.'],
  ['reinstate', 'Please select at least one order to reinstate.'],
] as const)(
  '%s with nothing selected says so in its words and offers the groups',
  async (action, message) => {
    openOrder('mixed')
    await pressUnavailable(actionButton(action))
    await expectTold(message)
    await expect.element(page.getByRole('dialog').getByRole('list', { name: 'Groups' })).toBeVisible()
  },
)

test('an action continues with the groups that are ticked where nothing was selected', async () => {
  openOrder('mixed')
  const offered = page.getByRole('dialog', { name: 'Replace Domains' })
  await pressUnavailable(actionButton('replaceDomains'))
  const proceed = offered.getByRole('button', { name: 'Continue' })
  await expect.element(proceed).toHaveAttribute('aria-disabled', 'true')
  await offered.getByText('Inboxyard Azure #3').click()
  await proceed.click()
  await expect.element(offered.getByText('mixed5.com')).toBeVisible()
  await expect.element(offered.getByText('mixed1.com')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expectTold('1 selected')
})

test('an action that what is selected does not allow says why', async () => {
  openWith([orderOf('google')])
  await selectGroups()
  for (const action of orderActions) {
    await pressUnavailable(actionButton(action))
    await expectTold(
      action === 'reinstate' ? orderActionMessages.notCancelled : orderActionMessages.nothingDone,
    )
  }
})

test('a cancelled Premium order cannot be reinstated', async () => {
  const order = inState('premium', 'cancelled')
  openWith([{ ...order, groups: order.groups.map((group) => ({ ...group, live: false })) }])
  await selectGroups()
  await pressUnavailable(actionButton('reinstate'))
  await expectTold(fillMessage(orderActionMessages.notReinstatable, { plan: 'Premium' }))
})

test('what is selected stays so in a window of another width, and goes with another order', async () => {
  openWith([orderOf('mixed'), orderOf('premium')])
  const card = page.getByRole('checkbox', { name: 'Select Inboxyard Azure #2' })
  await option('mixed.example.com').click()
  await card.click()
  for (const width of [820, 360, 1280]) {
    await page.viewport(width, 800)
    await expect.element(card).toBeChecked()
    await expectTold('1 selected')
  }
  await option('premium.example.com').click()
  await expect.element(panel('premium').getByText('0 selected')).toBeVisible()
  await option('mixed.example.com').click()
  await expect.element(card).not.toBeChecked()
})

test('the list, the panel and the details are used by keyboard alone, and the focus comes back', async () => {
  openWith([orderOf('queued'), orderOf('premium'), orderOf('replaced')], '?sort=newest')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('/')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(list).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(chosen).toMatchTextContent(/replaced\.example\.com/)
  await userEvent.keyboard('{ArrowUp}')
  await userEvent.keyboard('{Enter}')
  await expect.element(panel('premium')).toHaveFocus()
  page.getByLabelText('Select Inboxyard Premium').element().focus()
  await userEvent.keyboard(' ')
  await expectTold('1 selected')
  await userEvent.keyboard('{Tab}')
  const card = page.getByRole('button', { name: 'Inboxyard Premium' })
  await expect.element(card).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Order Details' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(card).toHaveFocus()
})

test('details that an address opens stand over the order that they are of', async () => {
  const [group] = orderOf('mixed').groups
  openWith([orderOf('queued'), orderOf('mixed')], `?sort=newest&details=${group?.groupId}`)
  network.answer(getGroup, kept(getGroup, 'group-mixed'))
  await expect.element(page.getByRole('dialog', { name: 'Order Details' })).toBeVisible()
  await expect
    .poll(() => document.querySelector('[role=option][aria-selected=true]')?.textContent)
    .toMatch(/mixed\.example\.com/)
})

test('a long first name is broken where a phone ends', async () => {
  await page.viewport(360, 740)
  answerOrders()
  openPage('/dashboard', { as: customer({ name: 'Wolfeschlegelsteinhausenbergerdorff' }) })
  await expect.element(page.getByText('Welcome back, Wolfeschlegelsteinhausenbergerdorff')).toBeVisible()
  await expectNoOverflow()
})

test('a name stays in one piece beside a change that is under way', async () => {
  const order = inState('premium', 'done')
  const name = 'mosswickteam-and-partners-abroad.org'
  const domains = order.domains
    .slice(0, 1)
    .map((domain) => ({ ...domain, domain: name, changing: 'tool' as const }))
  openWith([{ ...order, domains }], '?order=ord_premium')
  const row = page.getByRole('listitem').filter({ hasText: 'The sending tool is being changed' })
  const shown = row.getByText(name).last()
  const lines = () => {
    const range = document.createRange()
    range.selectNodeContents(shown.element())
    return range.getClientRects().length
  }
  for (const width of [1440, 1024, 700]) {
    await page.viewport(width, 800)
    await expect.element(shown).toBeVisible()
    expect([width, lines()]).toEqual([width, 1])
  }
})

test('keys that choose among what an input method offers neither leave nor empty the search', async () => {
  openWith([orderOf('google')])
  await search.fill('goog')
  const field = search.element()
  for (const key of ['ArrowDown', 'Escape', 'Enter'])
    field.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }))
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('goog')
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
})

test('the actions of an order are one stop of the keyboard, and arrow keys lead through them', async () => {
  openOrder('mixed')
  await selectGroups(1)
  const isFocused = (name: string) =>
    expect.element(page.getByRole('toolbar').getByRole('button', { name, exact: true })).toHaveFocus()
  actionButton('updateForwarding').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await isFocused(orderActionLabels.updateUsernames)
  await userEvent.keyboard('{End}')
  await isFocused(orderActionLabels.reinstate)
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}')
  await isFocused(orderActionLabels.replaceDomains)
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('toolbar').getByRole('button').first()).not.toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await isFocused(orderActionLabels.replaceDomains)
})

test('a change on the server appears without asking', async () => {
  openWith([inState('queued', 'in progress')])
  await expect.element(list.getByText('In Progress')).toBeVisible()
  await liveStream.open()
  await expect.poll(() => network.sent(listOrders).length, { message: 'asked when connected' }).toBe(2)
  answerList(inState('queued', 'done'))
  liveStream.send(changedEvent)
  await expect.element(list.getByText('Done')).toBeVisible()
})

test('orders that cannot be loaded say so, and are asked for again by a press', async () => {
  answerOrders()
  network.refuse(listOrders, { status: 500, code: 'internal', message: 'Broken' })
  openPage('/dashboard')
  await expectTold('Your orders could not be loaded')
  await expect.element(page.getByText('Purchase your first inboxes in minutes')).not.toBeInTheDocument()
  answerList(orderOf('mixed'))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(count).toBe(1)
})

test('a list that cannot be refreshed stays, and says of when it is', async () => {
  openWith([orderOf('mixed')])
  await expect.poll(count).toBe(1)
  network.refuse(listOrders, { status: 500, code: 'internal', message: 'Broken' })
  await liveStream.open()
  liveStream.send(changedEvent)
  await expect.element(page.getByText(/^Could not refresh\. Last updated at \d\d:\d\d\./)).toBeVisible()
  expect(count()).toBe(1)
  answerList(orderOf('mixed'))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText(/^Could not refresh/)).not.toBeInTheDocument()
})

test('while the orders are loading their place is kept, which they then take', async () => {
  answerOrders()
  const held = network.hold(listOrders)
  openPage('/dashboard')
  const waiting = page.getByRole('status', { name: 'Loading your orders' })
  await expect.element(waiting).toBeVisible()
  const place = waiting.element().getBoundingClientRect()
  held.answer({ ...kept(listOrders, 'orders'), orders: [orderOf('queued')] })
  const workspace = page.getByRole('region', { name: 'Your Orders' })
  await expect.element(workspace).toBeVisible()
  const { top, height } = workspace.element().getBoundingClientRect()
  expect(Math.abs(top - place.top)).toBeLessThanOrEqual(1)
  expect(Math.abs(height - place.height)).toBeLessThanOrEqual(1)
})

test.each([
  ['order_success', 'Your order has been placed successfully! Your domains are now being configured.'],
  ['order_failure', 'There was an issue with your payment. Please try again or contact support.'],
])('%s is told once and leaves the address', async (parameter, message) => {
  openWith([orderOf('mixed')], `?${parameter}=true&status=done`)
  await expectTold(message)
  await expect.poll(() => window.location.search).toBe('?status=done')
})

test('the chosen order is in view in a list longer than its box, by its address and after a search', async () => {
  openWith(many(40), '?order=ord_many_30')
  const isInView = () => {
    const [box, row] = [list.element(), chosen.element()].map((each) => each.getBoundingClientRect())
    return box && row && row.top >= box.top - 1 && row.bottom <= box.bottom + 1
  }
  await expect.element(chosen).toMatchTextContent(/^site30\.example\.com/)
  await expect.poll(isInView).toBe(true)
  await search.fill('site30.')
  await expect.poll(count).toBe(1)
  await search.fill('')
  await expect.poll(count).toBeGreaterThan(1)
  await expect.poll(isInView).toBe(true)
})

test('of a large account those in view come first, and nothing is said of what is not there yet', async () => {
  const all = many(120)
  answerOrders()
  const { summary, ...inView } = kept(listOrders, 'orders')
  network.answer(listOrders, { ...inView, orders: all.slice(0, 50) })
  openPage('/dashboard')
  await expect.element(options.first()).toHaveAttribute('aria-setsize', '50')
  await expect.element(page.getByText('Active inboxes')).not.toBeInTheDocument()
  await search.fill('site119.')
  await expectTold('Loading all orders…')
  await expect.element(page.getByText(/^No orders match/)).not.toBeInTheDocument()
  network.answer(listOrders, { ...inView, summary, orders: all })
  await liveStream.open()
  await expect.poll(count).toBe(1)
  await expect.element(options.first()).toMatchTextContent(/^site119\.example\.com/)
  await expectTold('1 of 120')
})

test('an order that is not there says so, and leaves the list', async () => {
  openWith([orderOf('mixed')], '?order=no_such_order')
  await expectTold('There is no such order.')
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect.element(page.getByText('There is no such order.')).not.toBeInTheDocument()
})

test('a domain in trouble says why and what helps, and that is asked for', async () => {
  const order = orderOf('broken')
  const withTrouble = (trouble: NonNullable<OrderListItem['domains'][number]['trouble']>) => ({
    ...order,
    domains: order.domains.map((domain, at) => (at === 0 ? { ...domain, trouble } : domain)),
  })
  openWith([withTrouble({ cause: 'refused', note: 'It stands elsewhere.' })])
  const trouble = panel('broken').getByRole('alert')
  await expect.element(trouble).toMatchTextContent(/broken1\.com.*It stands elsewhere\./)
  network.answer(tryAgain, { success: true, message: 'Trying broken1.com again.' })
  answerList(inState('broken', 'in progress'))
  await trouble.getByRole('button', { name: 'Try again' }).click()
  await expectTold('Trying broken1.com again.')
  await expect.element(trouble).not.toBeInTheDocument()
})

test('credentials whose order cannot be fetched say so, and are asked for again', async () => {
  const order = orderOf('broken')
  const domains = order.domains.map((domain) => ({ ...domain, trouble: { cause: 'credentials' as const } }))
  openWith([{ ...order, domains }])
  network.refuse(getGroup, { status: 500, code: 'internal', message: 'Broken' })
  const correct = page.getByRole('button', { name: 'Correct credentials' })
  await correct.click()
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  await expect.element(dialog.getByRole('button', { name: /again|Retry/i })).toBeVisible()
  network.answer(getGroup, kept(getGroup, 'group-broken'))
  await dialog.getByRole('button', { name: /again|Retry/i }).click()
  const key = dialog.getByRole('group', { name: 'Sending Tool' }).getByLabelText('Username')
  await expect.element(key).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(correct).toHaveFocus()
})

test('on a phone an order is a page of its own, and Back leads to the list at its place', async () => {
  await page.viewport(360, 740)
  openWith(many(12))
  await expect.poll(count).toBeGreaterThan(3)
  await option('site2.example.com').click()
  await expect.element(title).toMatchTextContent('site2.example.com')
  await expect.element(page.getByText(/^Welcome back/)).not.toBeInTheDocument()
  await expectNoOverflow()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(title).toMatchTextContent('Dashboard')
  await expect.element(list).toBeVisible()
  expect(window.location.pathname + window.location.search).toBe('/dashboard')
})

test('on a phone Back leaves a dialog first, then the order', async () => {
  await page.viewport(360, 740)
  openWith([orderOf('mixed')])
  await options.first().click()
  await selectGroups()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Replace Domains' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await expect.element(dialog).toBeVisible()
  window.history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(title).toMatchTextContent('mixed.example.com')
  await expect.element(page.getByLabelText(/^Select All/)).toBeChecked()
  window.history.back()
  await expect.element(list).toBeVisible()
})

test('a dialog that a menu has opened gives the focus to the button of the menu', async () => {
  await page.viewport(360, 740)
  openWith([orderOf('mixed')])
  await options.first().click()
  await selectGroups()
  const actions = page.getByRole('button', { name: 'Actions' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Replace Domains' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(actions).toHaveFocus()
})

test('while its inboxes move, an order says in list and card how many the new place has', async () => {
  const order = inState('replaced', 'done')
  const domains = order.domains.map(({ replacementOrdered: _, ...domain }, at) => ({
    ...domain,
    domain: `${'w'.repeat(30)}${'ab'[at]}.com`,
    changing: 'tool' as const,
    inboxes: at === 0 ? 12 : 52,
  }))
  openWith([{ ...order, domains }], '?order=ord_replaced')
  const words = '62 of 100 inboxes'
  for (const width of [1280, 360]) {
    await page.viewport(width, 800)
    const card = panel('replaced')
    await expect.element(card.getByRole('progressbar', { name: 'Inboxes connected' })).toBeVisible()
    await expect.element(card.getByText(words)).toBeVisible()
    await expect.element(card.getByText('12 of 50 inboxes')).toBeVisible()
    await expectNoOverflow()
  }
  await page.viewport(1280, 800)
  await expect.element(option('replaced')).toMatchTextContent(/62 of 100 inboxes connected$/)
})
