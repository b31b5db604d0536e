import type { Locator } from '@playwright/test'
import { domainSearchMessages } from '#shared/domains/domain-entry.ts'
import { type PlanId, plans } from '#shared/plans/catalog.ts'
import type { SendingToolId } from '#shared/tools/sending-tools.ts'
import { delegate } from './managing/vendors.ts'
import { credentials, freshLabel, OrderWizard } from './ordering/order-wizard.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

test.describe.configure({ timeout: 120_000 })
test.beforeEach(({ signIn }) => signIn())

const journeys: { plan: PlanId; own: boolean; tool: SendingToolId }[] = [
  { plan: 'azure', own: false, tool: 'instantly' },
  { plan: 'azure', own: true, tool: 'other' },
  { plan: 'google', own: false, tool: 'smartlead' },
  { plan: 'google', own: true, tool: 'bison' },
  { plan: 'premium', own: false, tool: 'bison' },
]

for (const { plan, own, tool } of journeys) {
  const { name } = plans[plan]
  test(`${name} with ${own ? 'own' : 'bought'} domains and ${tool} is chosen, set up, reviewed and paid`, async ({
    page,
  }) => {
    const wizard = new OrderWizard(page)
    await wizard.prepare(plan, { own, tool })

    const main = page.getByRole('main')
    await expect(main.getByText('Acme 42')).toBeVisible()
    await expect(main.getByRole('row', { name: /^Jane Doe/ })).toBeVisible()
    if (tool === 'other')
      await expect(main.getByText('CSV of usernames & passwords will be provided')).toBeVisible()
    else {
      const { label, value } = credentials[tool].secret
      // The Google plan has no consent link, so another secret stands for it.
      const shown =
        plan === 'google' && tool === 'smartlead'
          ? { label: 'Password', value: 'Secret-2' }
          : { label, value }
      await expect(main.getByText(shown.value)).toHaveCount(0)
      await page.getByRole('button', { name: `Show ${shown.label}` }).click()
      await expect(main.getByText(shown.value, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: `Hide ${shown.label}` }).click()
      await expect(main.getByText(shown.value)).toHaveCount(0)
    }
    const summary = page.getByRole('complementary', { name: 'Order summary' })
    await expect(summary.getByText(own ? 'Free for own domains' : 'One-time fee')).toBeVisible()
    const total = await summary.getByText(/ USD$/).innerText()

    await wizard.checkOut()
    await expect(page.getByText(`${total.replace(' USD', '')} due now`)).toBeVisible()
    await wizard.onPaymentPage('Pay')
    await wizard.expectPaid()
    // The order is placed: the next one starts afresh.
    expect(await page.evaluate(() => localStorage.getItem('selectedPlan'))).toBeNull()
    await page.goto('/select-domains')
    await expect(page).toHaveURL('/choose-plan')
  })
}

test('ten Premium orders with 60 domains are one order like any other', async ({ page }) => {
  test.setTimeout(240_000)
  const wizard = new OrderWizard(page)
  await wizard.prepare('premium', { orderCount: 10 })
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary.getByText('$1,250.00').first()).toBeVisible()
  const main = page.getByRole('main')
  // Which domains go to which of the orders.
  await expect(main.getByRole('term').filter({ hasText: /^Domains of order \d+$/ })).toHaveCount(10)
  await expect(main.getByRole('img', { name: 'Microsoft' })).toHaveCount(30)
  await expect(main.getByRole('img', { name: 'Google' })).toHaveCount(30)
  await expect(main.getByText('about 150 per order')).toBeVisible()
  await wizard.checkOut()
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
})

test('from the choice of the plan to a paid order takes at most 40 interactions', async ({ page }) => {
  const wizard = new OrderWizard(page)
  await wizard.prepare('azure', { tool: 'instantly' })
  await wizard.checkOut()
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
  test.info().annotations.push({ type: 'interactions', description: String(wizard.interactions) })
  expect(wizard.interactions).toBeLessThanOrEqual(40)
})

test('own domains are added one at a time, each says where it points, and the running total knows what they cost', async ({
  page,
  deps,
}) => {
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.chooseOption('own')
  await delegate(deps, '0onefinename.dev', ['ns1.elsewhere.net', 'ns2.elsewhere.net'])
  for (const [index, domain] of ['onefinename.dev', 'twofinenames.dev'].entries()) {
    await wizard.fill(page.getByLabel('Your domain', { exact: true }), ` ${index}${domain.toUpperCase()} `)
    await page.keyboard.press('Enter')
    await expect(wizard.cart('azure').getByText(`${index + 1} of 2`)).toBeVisible()
  }
  expect(await wizard.chosen('azure')).toEqual(['0onefinename.dev', '1twofinenames.dev'])
  const cart = wizard.cart('azure')
  await expect(cart.getByText('points to ns1.elsewhere.net, ns2.elsewhere.net')).toBeVisible()
  await expect(cart.getByText('points to no name servers now')).toBeVisible()
  // What cannot be looked up keeps nobody from going on, and is asked about again where the page is.
  await page.route('**/api/domains/verify-availability', (route) => route.abort())
  await page.reload()
  await wizard.open('Entra Domains')
  await expect(cart.getByText('where it points could not be looked up')).toHaveCount(2)
  await page.unroute('**/api/domains/verify-availability')
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary.getByText('$0.00')).toBeVisible()
  await wizard.press(page.getByRole('button', { name: /^Next: / }))
  for (const server of await page.getByRole('button', { name: /^Copy ns/ }).all())
    await expect(server).toBeVisible()
  await expect(page.getByRole('button', { name: /^Copy ns/ })).toHaveCount(4)
})

test('suggestions are there at once, marked as being checked, and settle with their prices', async ({
  page,
}) => {
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.chooseOption('purchase')
  // Every answer waits until what the one before it said was seen: none settles, one does, all do.
  const seen = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const name = 'zephyrgoldenlane.com'
  let asked = 0
  await page.route('**/api/domains/search-domain', async (route) => {
    // Names like the company's are looked up by themselves.
    if (route.request().postDataJSON().domain !== name) return route.fallback()
    asked += 1
    const nth = asked
    const answer = await (await route.fetch()).json()
    await seen[nth - 2]?.promise
    if (nth > 2) {
      await Promise.all(seen.map(({ promise }) => promise))
      return route.fulfill({ json: answer })
    }
    const results = answer.results.map((found: object, at: number) =>
      at === 0 && nth === 2 ? found : { ...found, state: 'checking' },
    )
    await route.fulfill({ json: { ...answer, results, available_domains: [], domainAlreadyExists: false } })
  })
  await wizard.search(name)
  const rows = page.getByRole('list', { name: 'Search results' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'checking' }).first()).toBeVisible()
  await expect(rows.filter({ hasText: 'Available' })).toHaveCount(0)
  seen[0].resolve()
  await expect(rows.filter({ hasText: 'Available' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'checking' })).not.toHaveCount(0)
  seen[1].resolve()
  await expect(rows.filter({ hasText: 'checking' })).toHaveCount(0)
  await expect(rows.first()).toContainText('$15.50')
  await expectTold(page, /^Found \d+ available domains!$/)
})

test('what a search found is told, though the message that it takes a while is just going', async ({
  page,
}) => {
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.chooseOption('purchase')
  const isGoing = Promise.withResolvers<void>()
  await page.route('**/api/domains/search-domain', async (route) => {
    const answer = await (await route.fetch()).json()
    const results = answer.results.map((found: object, at: number) => ({
      ...found,
      state: at === 0 ? 'available' : 'taken',
    }))
    await isGoing.promise
    await route.fulfill({ json: { ...answer, results } })
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await wizard.search('zephyrgoldenlane.com')
  const toasts = page.locator('[data-sonner-toast]')
  const going = page.locator('[data-sonner-toast][data-removed="true"]')
  /** Lets the page's time go on until there is one of these. */
  const runUntilThere = (what: Locator, stepMs: number) =>
    expect
      .poll(
        async () => {
          await page.clock.runFor(stepMs)
          return what.count()
        },
        { intervals: [20] },
      )
      .toBe(1)
  await runUntilThere(toasts.getByText(domainSearchMessages.takesAWhile), 10)
  // After five seconds it is on its way out, for two tenths of one.
  await runUntilThere(going, 100)
  isGoing.resolve()
  const found = toasts.getByText('Found 1 available domains!')
  await runUntilThere(found, 1)
  await page.clock.runFor(1_000)
  await expect(going).toHaveCount(0)
  await expect(found).toBeVisible()
})

test('a name is checked with the registrar when it is added, and joins the cart or says why not', async ({
  page,
}) => {
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.chooseOption('purchase')
  const results = page.getByRole('list', { name: 'Search results' })
  const row = (domain: string) =>
    results.getByRole('listitem').filter({ has: page.getByText(domain, { exact: true }) })
  const label = freshLabel()

  // Only the registrar knows: decided, and added.
  await wizard.search(`${label}.co`)
  await expect(row(`${label}.co`)).toContainText('Check')
  await expect(page.getByText(/only the registrar can say/)).toBeVisible()
  const asking = Promise.withResolvers<void>()
  await page.route('**/api/domains/verify-availability', async (route) => {
    await asking.promise
    await route.continue()
  })
  await wizard.press(wizard.button(`Add ${label}.co`))
  await expect(row(`${label}.co`).getByRole('button', { name: 'checking…' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await row(`${label}.co`).getByRole('button').press('Enter')
  expect(await wizard.chosen('azure')).toEqual([])
  await expectAccessible(page)
  asking.resolve()
  await expect(row(`${label}.co`)).toContainText('Added')
  expect(await wizard.chosen('azure')).toEqual([`${label}.co`])
  await page.unroute('**/api/domains/verify-availability')

  // Free as the registry says it, but at a premium price.
  await wizard.search(`premium${label}.com`)
  await expect(row(`premium${label}.com`)).toContainText('Available')
  await wizard.press(wizard.button(`Add premium${label}.com`))
  await expect(row(`premium${label}.com`)).toContainText('This is a premium name, which is not sold here.')
  await expect(row(`premium${label}.com`)).toContainText('Not available')
  await expectAccessible(page)

  // Nobody can say while the registrar is away; it can be tried again.
  await page.request.post(`http://127.0.0.1:${process.env.SANDBOX_PORT}/_faults`, {
    data: { kind: '503', vendor: 'dnsimple', path: `${label}.net`, times: 1 },
    failOnStatusCode: true,
  })
  await wizard.search(`${label}.net`)
  await wizard.press(wizard.button(`Add ${label}.net`))
  await expect(row(`${label}.net`)).toContainText('The registrar is not answering.')
  await expectAccessible(page)
  expect(await wizard.chosen('azure')).toHaveLength(1)
  await expect(async () => {
    await wizard.button(`Add ${label}.net`).click({ timeout: 1_000 })
    await expect(row(`${label}.net`)).toContainText('Added', { timeout: 3_000 })
  }).toPass()
  expect(await wizard.chosen('azure')).toEqual([`${label}.co`, `${label}.net`])
})

test('saved credentials are picked again for the next order, and kept secrets need not be typed', async ({
  page,
}) => {
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.selectDomains('azure', { own: true })
  await wizard.saveBasics()
  await wizard.saveTool('instantly')
  // The same again with another workspace: only that is typed.
  await wizard.open('Connect Your Email Automation Tool')
  await expect(page.getByLabel('API Key')).toHaveValue('')
  await wizard.fill(page.getByLabel('Workspace', { exact: true }), 'Second')
  await wizard.saveStep()
  await expect(page.getByLabel('First name')).toBeVisible()
  await wizard.open('Connect Your Email Automation Tool')
  const saved = page.getByLabel('Saved credentials')
  const first = saved.getByRole('option', { name: 'ops@acme.test · Main' })
  await saved.selectOption(await first.getAttribute('value'))
  await wizard.saveStep()
  await expect(page.getByLabel('First name')).toBeVisible()
  await wizard.savePeople(['Jane', 'Doe'])
  await expect(page.getByRole('main').getByText('Main', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show API Key' }).click()
  await expect(page.getByText('instantly-key-1')).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toContain('instantly-key-1')
  expect(stored).not.toContain('Secret-1')
})
