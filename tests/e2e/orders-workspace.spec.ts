import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { domainNames, domains } from '#server/db/schema/index.ts'
import { notifyCustomer } from '#server/provisioning/events.ts'
import { orderActionMessages } from '#shared/orders/order-actions.ts'
import type { DomainStatus } from '#shared/orders/order-status.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

test('a customer without orders is invited to place the first one', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome back, Ada')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Purchase your first inboxes in minutes' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Set Up Inboxes Now' }).click()
  await expect(page).toHaveURL('/choose-plan')
})

test('the figures say what the orders amount to and how they are computed', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, { groups: [{ plan: 'premium' }] })
  await signIn()
  await page.goto('/dashboard')
  // 3 x 50 + 3 x 3 mailboxes at 15 minutes and 6 domains at 30 minutes are 42.75 hours.
  const figure = (label: string) => page.getByRole('term').filter({ hasText: label }).locator('..')
  await expect(figure('Inboxes set up').getByRole('definition')).toHaveText('159')
  await expect(figure('Hours of time saved').getByRole('definition')).toHaveText('42.8')
  await expect(figure('Money saved').getByRole('definition')).toHaveText('$856')
  await page.getByRole('button', { name: 'How it is computed: Money saved' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Hours of time saved, at $20 an hour.')
})

test('search and filters narrow the list, the address holds them, and Back undoes them', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { orderId, groups } = await seedOrder(deps, customer.id, {
    forwardingUrl: 'https://acme.com/welcome',
    groups: [{ plan: 'premium', tool: 'bison' }, { statuses: ['done', 'in progress'] }],
  })
  await seedOrder(deps, customer.id, {
    forwardingUrl: 'https://northwind.io',
    groups: [{ tool: 'smartlead', statuses: ['cancelled'], cancelled: true }],
  })
  await signIn()
  await page.goto('/dashboard')
  const list = page.getByRole('listbox', { name: 'Orders' })
  await expect(list.getByRole('option')).toHaveCount(2)
  await expect(list.getByRole('option', { selected: true })).toContainText('northwind.io')
  await expect(list.getByRole('option').nth(1)).toContainText('15,000 emails/mo · 8 domains · 7 active')

  await page.keyboard.press('/')
  const search = page.getByLabel('Search orders')
  await expect(search).toBeFocused()
  await expect(search).toHaveAttribute(
    'placeholder',
    'Search by domain name, forwarding domain, or sending tool',
  )
  const wanted = groups[1]?.domains[0] ?? ''
  await search.fill(wanted)
  await expect(list.getByRole('option')).toHaveCount(1)
  const panel = page.getByRole('region', { name: 'acme.com/welcome' })
  await expect(panel.locator('mark')).toHaveText(wanted)
  await expect(panel.getByText('Inboxyard Premium #1')).toBeHidden()
  await expect(page).toHaveURL(`/dashboard?q=${wanted}`)

  await search.fill('')
  await page.getByLabel('Sending tool').selectOption('Email Bison')
  await expect(page).toHaveURL('/dashboard?tool=bison')
  await expect(panel.getByText('Inboxyard Premium #1')).toBeVisible()
  await page.getByLabel('Status').selectOption('Cancelled')
  await expect(page.getByText('No orders match your current filters')).toBeVisible()
  await expect(page.getByText('No domain groups match your current filters')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Status')).toHaveValue('all')
  await page.getByLabel('Order type').selectOption('Inboxyard Google')
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(list.getByRole('option')).toHaveCount(2)

  await list.getByRole('option').nth(1).click()
  await expect(page).toHaveURL(`/dashboard?order=${orderId}`)
  const shared = page.url()
  await page.goto('/choose-plan')
  await page.goto(shared)
  await expect(list.getByRole('option', { selected: true })).toContainText('acme.com/welcome')
})

test('cards are selected one by one or all, until the view changes; actions say why they are off', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, {
    forwardingUrl: 'https://acme.com',
    groups: [
      { statuses: ['in progress'], inboxes: 31 },
      { statuses: ['cancelled'], cancelled: true },
    ],
  })
  await signIn()
  await page.goto('/dashboard')
  const action = (name: string) => page.getByRole('toolbar').getByRole('button', { name })
  // A button that is off can be pressed all the same, and answers.
  const press = (name: string) => action(name).click({ force: true })
  await expect(page.getByText('0 selected')).toBeVisible()
  await press('Update Forwarding')
  await expectTold(page, 'Please select at least one order to update forwarding.')
  const offered = page.getByRole('dialog', { name: 'Update Forwarding' })
  await expect(offered.getByRole('checkbox', { name: 'Inboxyard Azure #1' })).toBeDisabled()
  await expect(offered.getByText(orderActionMessages.nothingDone)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(action('Update Forwarding')).toHaveAttribute('aria-disabled', 'true')

  await page.getByLabel('Select Inboxyard Azure #1').click()
  await expect(page.getByText('1 selected')).toBeVisible()
  await expect(page.getByRole('region', { name: 'acme.com' }).getByText('62 of 100 inboxes')).toBeVisible()
  await press('Replace Domains')
  await expectTold(page, orderActionMessages.nothingDone)
  await page.getByLabel('Select All (2)').click()
  await expect(page.getByText('2 selected')).toBeVisible()
  await press('Reinstate')
  await expectTold(page, 'This option is only available for cancelled orders.')

  await page.getByLabel('Status').selectOption('Cancelled')
  await expect(page.getByText('0 selected')).toBeVisible()
  await page.getByLabel('Select Inboxyard Azure #2').click()
  const [tab] = await Promise.all([page.context().waitForEvent('page'), action('Reinstate').click()])
  await expectTold(page, 'Reinstate request submitted for 2 domains')
  await expect(tab).toHaveURL(/\/reinstate-order\?domains=/)
})

test('an action that is pressed with nothing selected offers the groups, and goes on with those that are ticked', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [{}, { statuses: ['in progress'] }, {}],
  })
  await signIn()
  await page.goto('/dashboard')
  const press = page.getByRole('toolbar').getByRole('button', { name: 'Replace Domains' })
  await press.click({ force: true })
  await expectTold(page, 'Please select at least one order to replace domains.')
  const offered = page.getByRole('dialog', { name: 'Replace Domains' })
  await expect(offered).toHaveAccessibleDescription('Please select at least one order to replace domains.')
  await expect(offered.getByRole('checkbox', { name: 'Inboxyard Azure #2' })).toBeDisabled()
  await expect(offered.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
  await offered.getByText('Inboxyard Azure #3').click()
  await expectAccessible(page)
  await offered.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await expect(dialog.getByText(groups[2]?.domains[0] ?? '')).toBeVisible()
  await expect(dialog.getByText(groups[0]?.domains[0] ?? '')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 selected')).toBeVisible()
})

test('what is selected stays so in a window of another width, and goes with another order', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, { forwardingUrl: 'https://first.example.com', groups: [{}, {}] })
  await seedOrder(deps, customer.id, { forwardingUrl: 'https://second.example.com' })
  await signIn()
  await page.goto('/dashboard')
  const list = page.getByRole('listbox', { name: 'Orders' })
  const option = (name: string) => list.getByRole('option').filter({ hasText: name })
  await option('first.example.com').click()
  const card = page.getByRole('checkbox', { name: 'Select Inboxyard Azure #2' })
  await card.click()
  for (const width of [820, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(list).toBeVisible({ visible: width === 1280 })
    await expect(card).toBeChecked()
    await expect(page.getByText('1 selected')).toBeVisible()
  }
  await option('second.example.com').click()
  await expect(page.getByRole('region', { name: 'second.example.com' }).getByText('0 selected')).toBeVisible()
  await option('first.example.com').click()
  await expect(card).not.toBeChecked()
})

test('the list and the panel are used by keyboard alone', async ({ page, deps, customer, signIn }) => {
  for (const name of ['one', 'two', 'three'])
    await seedOrder(deps, customer.id, { forwardingUrl: `https://${name}.example.com` })
  await signIn()
  await page.goto('/dashboard')
  const list = page.getByRole('listbox', { name: 'Orders' })
  await expect(list).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search orders')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(list).toBeFocused()
  await page.keyboard.press('End')
  await expect(list.getByRole('option', { selected: true })).toContainText('one.example.com')
  await page.keyboard.press('ArrowUp')
  await expect(list.getByRole('option', { selected: true })).toContainText('two.example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'two.example.com' })).toBeFocused()
  await page.getByLabel('Select Inboxyard Azure').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Inboxyard Azure' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Inboxyard Azure' })).toBeFocused()
})

test('the workspace breaks no rule of accessibility', async ({ page, deps, customer, signIn }) => {
  test.slow()
  await seedOrder(deps, customer.id, {
    groups: [{ plan: 'premium' }, { statuses: ['error', 'in progress'], inboxes: 12 }],
  })
  await signIn()
  await page.goto('/dashboard?q=example')
  await page.getByLabel('Select Inboxyard Azure #2').click()
  await expect(page.getByText('1 selected')).toBeVisible()
  await expectAccessible(page)
})

test('a change on the server appears without asking', async ({ page, deps, customer, signIn }) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{ statuses: ['in progress'] }] })
  await signIn()
  const connected = page.waitForResponse('**/api/events')
  await page.goto('/dashboard')
  await connected
  const list = page.getByRole('listbox', { name: 'Orders' })
  await expect(list.getByText('In Progress')).toBeVisible()
  await deps.db
    .update(domains)
    .set({ status: 'done' })
    .where(eq(domains.bundleId, groups[0]?.groupId ?? ''))
  await notifyCustomer(deps.db, customer.id)
  await expect(list.getByText('Done')).toBeVisible()
})

test('the workspace takes the place that was kept for it', async ({ page, deps, customer, signIn }) => {
  await seedOrder(deps, customer.id, {})
  await signIn()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/orders*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('status', { name: 'Loading your orders' })).toBeVisible()
  const top = async (text: string) => Math.round((await page.getByText(text).boundingBox())?.y ?? 0)
  const heading = await top('Welcome back, Ada')
  const kept = await page.getByRole('status', { name: 'Loading your orders' }).boundingBox()
  answer()
  const workspace = page.getByRole('region', { name: 'Your Orders' })
  await expect(workspace).toBeVisible()
  const taken = await workspace.boundingBox()
  expect(await top('Welcome back, Ada')).toBe(heading)
  expect(Math.abs((taken?.y ?? 0) - (kept?.y ?? 0))).toBeLessThanOrEqual(1)
  expect(Math.abs((taken?.height ?? 0) - (kept?.height ?? 0))).toBeLessThanOrEqual(1)
})

/** The list is refused until something was pressed: by itself it is asked for now and then as well. */
async function refuseUntilPressed(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.dataset.pressed = 'no'
    document.addEventListener('click', () => (document.body.dataset.pressed = 'yes'), { capture: true })
  })
  // Laid over the one before, which may be answering at this moment: taking that away would answer it a second time.
  await page.route('**/api/orders*', async (route) => {
    const isPressed = await page.evaluate(() => document.body.dataset.pressed === 'yes')
    return isPressed ? route.continue() : route.fulfill({ status: 500, json: { message: 'Broken' } })
  })
}

test('orders that cannot be loaded say so and are asked for again; a list that is there stays', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, { forwardingUrl: 'https://acme.com' })
  await signIn()
  await page.route('**/api/orders*', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await page.goto('/dashboard')
  await expect(page.getByText('Your orders could not be loaded')).toBeVisible()
  await expect(page.getByText('Purchase your first inboxes in minutes')).toBeHidden()
  await refuseUntilPressed(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  const list = page.getByRole('listbox', { name: 'Orders' })
  await expect(list.getByRole('option')).toHaveCount(1)

  let refused = 0
  await page.route('**/api/orders*', (route) => {
    refused += 1
    return route.fulfill({ status: 500, json: { message: 'Broken' } })
  })
  await notifyCustomer(deps.db, customer.id)
  await expect.poll(() => refused).toBeGreaterThanOrEqual(2)
  await expect(page.getByText(/Could not refresh\. Last updated at \d\d:\d\d\./)).toBeVisible()
  await expect(list.getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await refuseUntilPressed(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Could not refresh')).toBeHidden()
})

for (const [parameter, message] of [
  ['order_success', 'Your order has been placed successfully! Your domains are now being configured.'],
  ['order_failure', 'There was an issue with your payment. Please try again or contact support.'],
] as const)
  test(`${parameter} is said once and leaves the address`, async ({ page, signIn }) => {
    await signIn()
    await page.goto(`/dashboard?${parameter}=true&status=done`)
    await expectTold(page, message)
    await expect(page).toHaveURL('/dashboard?status=done')
    await expect(page.getByText(message)).toBeHidden()
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the list leads to the order and Back leads to the list', async ({ page, deps, customer, signIn }) => {
    test.slow()
    await seedOrder(deps, customer.id, {
      forwardingUrl: 'https://acme.com/a/rather/long/path/to/land/on',
      groups: [{ plan: 'premium' }, { statuses: ['in progress'], inboxes: 12 }],
    })
    await signIn()
    await page.goto('/dashboard')
    const row = page.getByRole('listbox', { name: 'Orders' }).getByRole('option')
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect(row).toHaveCount(1)
    expect(await overflow()).toBe(0)
    await expectAccessible(page)
    await row.tap()
    await expect(page.getByText('Associated Domains', { exact: true })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Back' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('acme.com/a/rather/long/path/to/land/on')
    await expect(page.getByText('Welcome back')).toBeHidden()
    expect(await overflow()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Actions' }).tap()
    await expect(page.getByRole('menuitem', { name: /Update Forwarding/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Inboxyard Azure #2' }).tap()
    await expect(page.getByRole('dialog', { name: 'Order Details' })).toBeVisible()
    expect(await overflow()).toBe(0)
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Back' }).tap()
    await expect(row).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })
})

test.describe('an order on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('is a page of its own, by its address, after a reload and through the browser’s own Back', async ({
    page,
    deps,
    customer,
    signIn,
  }) => {
    const { orderId } = await seedOrder(deps, customer.id, { forwardingUrl: 'https://acme.com' })
    for (let n = 0; n < 6; n++)
      await seedOrder(deps, customer.id, { forwardingUrl: `https://another${n}.com` })
    await seedOrder(deps, customer.id, { forwardingUrl: 'https://newer.com' })
    await signIn()
    const title = page.getByRole('heading', { level: 1 })
    const list = page.getByRole('listbox', { name: 'Orders' })
    await page.goto(`/dashboard?order=${orderId}`)
    await expect(title).toHaveText('acme.com')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
    await expect(list).toBeHidden()
    await page.reload()
    await expect(title).toHaveText('acme.com')
    await page.getByRole('button', { name: 'Back' }).tap()
    await expect(title).toHaveText('Dashboard')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()

    await page.mouse.wheel(0, 400)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    const scrolled = await page.evaluate(() => window.scrollY)
    await list.getByRole('option').filter({ hasText: 'newer.com' }).tap()
    await expect(title).toHaveText('newer.com')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(title).toHaveText('Dashboard')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  })

  test('that is not there, or not listed by the filters, leaves the list', async ({
    page,
    deps,
    customer,
    signIn,
  }) => {
    const { orderId } = await seedOrder(deps, customer.id, { forwardingUrl: 'https://acme.com' })
    await seedOrder(deps, customer.id, {
      forwardingUrl: 'https://newer.com',
      groups: [{ statuses: ['error'] }],
    })
    await signIn()
    const list = page.getByRole('listbox', { name: 'Orders' })
    await page.goto('/dashboard?order=no_such_order')
    await expect(page.getByText('There is no such order.')).toBeVisible()
    await expect(list.getByRole('option')).toHaveCount(2)
    await page.goto(`/dashboard?order=${orderId}&status=done`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('acme.com')
    await page.goto(`/dashboard?order=${orderId}&status=cancelled`)
    await expect(page.getByText('No orders match your current filters')).toBeVisible()
  })

  test('stays when Back leaves a dialog over it, and goes with the next', async ({
    page,
    deps,
    customer,
    signIn,
  }) => {
    await seedOrder(deps, customer.id, { forwardingUrl: 'https://acme.com' })
    await signIn()
    await page.goto('/dashboard')
    const list = page.getByRole('listbox', { name: 'Orders' })
    await list.getByRole('option').tap()
    await page.getByLabel(/^Select All/).tap()
    await page.getByRole('button', { name: 'Actions' }).tap()
    await page.getByRole('menuitem', { name: 'Replace Domains' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
    await expect(dialog.getByRole('radio', { name: 'Purchase new domains' })).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('acme.com')
    await expect(page.getByLabel(/^Select All/)).toBeChecked()
    await page.evaluate(() => history.back())
    await expect(list).toBeVisible()
  })

  const toast = (page: Page) => page.locator('[data-sonner-toast]')

  /** The names of the buttons that lie below the message, which is at rest. */
  const covered = (page: Page) =>
    toast(page)
      .first()
      .evaluate((front) => {
        const place = front.getBoundingClientRect()
        // Before it stands it comes from below the window, where it covers nothing.
        if (!front.matches('[data-mounted=true]') || place.bottom > window.innerHeight)
          return ['not there yet']
        const isBelow = ({ left, right, top, bottom }: DOMRect) =>
          left < place.right && place.left < right && top < place.bottom && place.top < bottom
        return [...document.querySelectorAll('button, a[href]')]
          .filter((each) => !each.closest('[data-sonner-toaster], [aria-hidden=true]'))
          .filter((each) => isBelow(each.getBoundingClientRect()))
          .map((each) => each.getAttribute('aria-label') ?? each.textContent)
      })

  test('leaves its buttons free of messages', async ({ page, deps, customer, signIn }) => {
    const note = 'Registering the domain failed: the registry does not take it.'
    await seedOrder(deps, customer.id, {
      groups: [
        { statuses: ['error', 'done'], note },
        { statuses: ['error', 'done'], note: `${note} Again.` },
      ],
    })
    await signIn()
    await page.goto('/dashboard')
    await page.getByRole('listbox', { name: 'Orders' }).getByRole('option').tap()
    const card = page.getByRole('list', { name: 'Associated Domains' })
    await expect(card.getByRole('alert')).toHaveCount(2)
    const trouble = card.getByRole('alert').getByRole('button').last()
    await page.route('**/api/domains/try-again', (route) =>
      route.fulfill({ status: 500, json: { message: 'Not now.' } }),
    )
    // Where the message would be: at the bottom of the window.
    await trouble.evaluate((button) => {
      window.scrollBy(0, button.getBoundingClientRect().bottom - (window.innerHeight - 30))
    })
    expect((await trouble.boundingBox())?.y).toBeGreaterThan(740 - 30 - 50)
    await trouble.tap()
    await expect(toast(page)).toContainText('Not now.')
    await expect.poll(() => covered(page)).toEqual([])
  })

  test('leaves the buttons of its dialogs free of messages', async ({ page, deps, customer, signIn }) => {
    await seedOrder(deps, customer.id, {})
    await signIn()
    await page.goto('/dashboard')
    await page.getByRole('listbox', { name: 'Orders' }).getByRole('option').tap()
    await page.getByRole('button', { name: 'Actions' }).tap()
    await page.getByRole('menuitem', { name: 'Replace Domains' }).press('Enter')
    await expect(toast(page)).toContainText('Please select at least one order to replace domains.')
    const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible()
    await expect.poll(() => covered(page)).toEqual([])
    const place = await toast(page).first().boundingBox()
    expect(place?.y).toBeGreaterThan(740 / 3)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect.poll(() => covered(page)).toEqual([])
  })
})

test('the chosen order is in view in a list longer than its box: on load, by address, after a search', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const ids: string[] = []
  for (let n = 0; n < 24; n++) {
    const { orderId } = await seedOrder(deps, customer.id, { forwardingUrl: `https://site${n}.example.com` })
    ids.push(orderId)
  }
  await signIn()
  const list = page.getByRole('listbox', { name: 'Orders' })
  const chosen = list.getByRole('option', { selected: true })
  /** How much of the chosen row is hidden above and below the edges of the list. */
  const hidden = () =>
    chosen.evaluate((row) => {
      const [box, place] = [row.closest('[role=listbox]'), row.getBoundingClientRect()]
      const edges = box?.getBoundingClientRect()
      if (!edges) return 'no list'
      return [Math.max(0, edges.top - place.top), Math.max(0, place.bottom - edges.bottom)].map(Math.round)
    })
  await page.goto('/dashboard')
  await expect(chosen).toBeVisible()
  await expect.poll(hidden).toEqual([0, 0])
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(0)

  await page.goto(`/dashboard?order=${ids[4]}`)
  await expect(chosen).toContainText('site4.example.com')
  await expect.poll(hidden).toEqual([0, 0])
  await page.reload()
  await expect(chosen).toContainText('site4.example.com')
  await expect.poll(hidden).toEqual([0, 0])

  await page.getByLabel('Search orders').fill('site4.')
  await expect(list.getByRole('option')).toHaveCount(1)
  await page.getByLabel('Search orders').fill('')
  await expect(list.getByRole('option').first()).toBeVisible()
  await expect(chosen).toContainText('site4.example.com')
  await expect.poll(hidden).toEqual([0, 0])
})

test('a domain in trouble says why and what next beside the button that helps', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const note = 'Registering the domain failed: the registry does not take it.'
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [
      { statuses: ['error', 'done'], note },
      { statuses: ['pending'], note: 'Set the name servers.' },
    ],
  })
  await seedOrder(deps, customer.id, { forwardingUrl: 'https://newer.example.com' })
  const [broken = ''] = groups[0]?.domains ?? []
  const problem = { kind: 'rejected', reason: 'no', at: new Date().toISOString() }
  await deps.db.insert(domainNames).values({ name: broken, registration: 'failed', problem })
  await signIn()
  await page.goto('/dashboard')
  const panel = page.getByRole('region', { name: 'example.com', exact: true })
  const trouble = panel.getByRole('alert')
  await expect(trouble).toContainText(broken)
  await expect(trouble).toContainText(`${note} Choose another domain for its place.`)
  await expectAccessible(page)
  await trouble.getByRole('button', { name: 'Choose another domain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose Another Domain' })
  await expect(dialog).toContainText(broken)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()

  const waiting = panel.getByRole('status').filter({ hasText: 'Set the name servers.' })
  await expect(waiting).toContainText(`${groups[1]?.domains[0]} and 1 more`)
  await waiting.getByRole('button', { name: 'See what to do' }).click()
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toBeVisible()
  await page.keyboard.press('Escape')

  await deps.db
    .update(domainNames)
    .set({ registration: 'registered', problem })
    .where(eq(domainNames.name, broken))
  await deps.db
    .update(domains)
    .set({ statusNote: 'Verifying at Microsoft failed: it stands elsewhere.' })
    .where(eq(domains.name, broken))
  await notifyCustomer(deps.db, customer.id)
  await trouble.getByRole('button', { name: 'Try again' }).click()
  await expect(trouble).toBeHidden()
})

test('the list is sorted, counted, and narrowed to what needs attention, which In Progress does not hide', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const order = (forwardingUrl: string, statuses: DomainStatus[]) =>
    seedOrder(deps, customer.id, { forwardingUrl, groups: [{ statuses }] })
  await order('https://zebra.com', ['error'])
  await order('https://acme.com', ['in progress'])
  await order('https://midway.com', ['done'])
  await signIn()
  await page.goto('/dashboard')
  const list = page.getByRole('listbox', { name: 'Orders' })
  const names = async () =>
    (await list.getByRole('option').allTextContents()).map((text) => text.replace(/\.com.*/, ''))
  await expect.poll(names).toEqual(['zebra', 'midway', 'acme'])
  await expect(list.getByRole('option', { selected: true })).toContainText('zebra.com')
  await expect(list.getByRole('option').last()).toContainText('In Progress0 of 100 inboxes')
  await page.getByLabel('Sort orders').selectOption('Newest first')
  await expect.poll(names).toEqual(['midway', 'acme', 'zebra'])
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible()
  await page.getByLabel('Sort orders').selectOption('By name')
  await expect.poll(names).toEqual(['acme', 'midway', 'zebra'])
  await page.getByLabel('Sort orders').selectOption('Needs attention first')
  await expect.poll(names).toEqual(['zebra', 'midway', 'acme'])
  await page.getByLabel('Status').selectOption('In Progress')
  await expect.poll(names).toEqual(['acme'])
  await page.getByLabel('Status').selectOption('All Statuses')
  const attention = page.getByRole('button', { name: 'Needs attention' })
  await attention.click()
  await expect(attention).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(names).toEqual(['zebra'])
  await expect(page.getByText('1 of 3', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect.poll(names).toEqual(['zebra'])
})
