import type { Locator, Page } from '@playwright/test'
import { demoInstantly } from '../../src/sandbox/instantly/demo.ts'
import { demoSmartlead } from '../../src/sandbox/smartlead/demo.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'

const [first, second] = demoInstantly.domains.map(({ name }) => name)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const summaryOf = (page: Page) => page.getByRole('region', { name: 'What will change' })
/** What a summary says of one update. */
const partOf = (summary: Locator, label: string) =>
  summary.getByRole('region', { name: `What “${label}” does` })

async function fetchInstantly(page: Page): Promise<void> {
  await page.goto(`/instantly-bulk-update?domains=${first},${second}`)
  await page.getByLabel('API key').fill(demoInstantly.apiKey)
  await press(page, 'Fetch Accounts')
  await expect(page.getByRole('heading', { level: 3, name: /^42 Accounts Found/ })).toBeVisible()
}

async function openSmartleadSettings(page: Page): Promise<void> {
  await page.goto(`/smartlead-bulk-update?domains=${demoSmartlead.domains[4].name}`)
  await page.getByLabel('JWT token').fill(demoSmartlead.jwt)
  await press(page, 'Fetch Accounts')
  await press(page, 'Fetch & Analyze Accounts')
  await press(page, 'This looks right')
}

test.beforeEach(({ signIn }) => signIn())

test('beside the steps stands what will change, from before the first search to the last entry', async ({
  page,
  customer,
}) => {
  test.slow()
  await page.goto('/instantly-bulk-update')
  const summary = summaryOf(page)
  await expect(summary).toContainText('ToolInstantly')
  await expect(summary).toContainText('Signed in withNot signed in yet')
  await expect(summary).toContainText(`Account${customer.email}`)
  await expect(summary).toContainText('InboxesNone fetched yet')
  await expect(summary).toContainText(
    'Once your accounts are fetched, each change stands here before it is made.',
  )
  await expectAccessible(page)

  await fetchInstantly(page)
  await expect(summary).toContainText('Signed in withAPI key')
  await expect(summary).toContainText('Inboxes42 of 42 accounts chosen')
  await page.getByLabel('Filter by domain').selectOption(first ?? '')
  await press(page, 'Untick 21 shown')
  await expect(summary).toContainText('Inboxes21 of 42 accounts chosen')
  await page.getByLabel('Filter by domain').selectOption('all')
  await press(page, 'Untick all')
  await expect(summary).toContainText('No account is chosen, so nothing will change.')
  await press(page, 'Tick all')
  await press(page, 'This looks right')

  const settings = partOf(summary, 'Update Account Settings')
  await page.getByLabel('Daily limit').fill('37')
  await expect(settings).toContainText(/Daily limit.* → 37/)
  await expect(settings).toContainText(/of 42 accounts would change, as far as Instantly shows it\./)
  await expect(settings).toContainText('Instantly allows 6,000 calls a minute')
  const leave = page.getByRole('checkbox', { name: 'Leave as it is', description: 'Daily limit' })
  await leave.check()
  await expect(settings).toContainText('Daily limitleft as it is')
  await expect(settings).not.toContainText('→ 37')
  await page.getByLabel('Sending gap (minutes)').fill('9999')
  await expect(settings).toContainText('Sending gap must be between 0 and 1440')
  await expect(settings).not.toContainText('Sending gap (minutes)left as it is')
  await expect(partOf(summary, 'Enable Warmup')).toContainText(/Warm-up.* → on|on, as now/)
  await expect(partOf(summary, 'Update All Signatures')).toContainText('Nothing entered: left as it is.')
  await expectAccessible(page)

  // It stays in sight, and what was found for other entries is nobody's any more.
  await page.mouse.wheel(0, 5_000)
  await expect(summary).toBeInViewport()
  await page.getByRole('button', { name: 'Authentication' }).click()
  await page.getByLabel('Domains to search').fill(first ?? '')
  await expect(summary).toContainText('InboxesNone fetched yet')
})

test('each of Smartlead’s four updates stands in the summary as it is entered', async ({ page }) => {
  await openSmartleadSettings(page)
  const summary = summaryOf(page)
  await expect(summary).toContainText('Signed in withJWT token')
  await expect(summary).toContainText('Inboxes21 of 21 accounts chosen')
  await expect(partOf(summary, 'Update Tags')).toContainText('Nothing entered: left as it is.')
  await page.getByLabel('Tags', { exact: true }).fill('autumn')
  await expect(partOf(summary, 'Update Tags')).toContainText(/Tags.* → autumn/)
  await page.getByLabel('Signature text').fill('Jane of Northwind')
  await expect(partOf(summary, 'Update Signature')).toContainText('→ Jane of Northwind')
  const warmup = partOf(summary, 'Update Warmup Settings')
  await page.getByLabel('Reply rate (%)').fill('41')
  await expect(warmup).toContainText(/Reply rate \(%\).* → 41/)
  const panel = page.getByRole('region', { name: 'Warmup Settings', exact: true })
  await panel.getByLabel('Max emails per day').fill('47')
  await expect(warmup).toContainText(/Max emails per day.* → 47/)
  await page.getByRole('checkbox', { name: 'Ramp-up enabled' }).uncheck()
  await expect(warmup).toContainText(/Ramp-up value.* → off/)
  const outbound = page.getByRole('region', { name: 'Outbound Settings', exact: true })
  await outbound.getByLabel('Max emails per day').fill('43')
  await expect(partOf(summary, 'Update Outbound Settings')).toContainText(/Max emails per day.* → 43/)
  await expectAccessible(page)
})

test('on a phone what will change stands above the button that starts it, and nowhere else', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/instantly-bulk-update')
  await expect(page.getByRole('button', { name: 'Fetch Accounts' })).toBeVisible()
  await expect(summaryOf(page)).toHaveCount(0)
  await fetchInstantly(page)
  await press(page, 'This looks right')
  const summary = summaryOf(page)
  await page.getByLabel('Daily limit').fill('38')
  await expect(partOf(summary, 'Update Account Settings')).toContainText(/Daily limit.* → 38/)
  const start = page.getByRole('button', { name: 'Update Account Settings' })
  const bottom = await summary.evaluate((element) => element.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual(await start.evaluate((element) => element.getBoundingClientRect().top))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)
})

test('a setting stands on one line with its value and what the inboxes have now, and stacks on a phone', async ({
  page,
}) => {
  await openSmartleadSettings(page)
  const place = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().toJSON())
  const outbound = page.getByRole('region', { name: 'Outbound Settings', exact: true })
  const limit = outbound.getByLabel('Max emails per day')
  const [label, now] = [
    outbound.locator('label', { hasText: 'Max emails per day' }),
    outbound.getByText(/^Now: \d/),
  ]
  await expect(now).toBeVisible()
  const wide = { label: await place(label), input: await place(limit), now: await place(now) }
  expect(wide.label.right).toBeLessThanOrEqual(wide.input.left)
  expect(wide.input.right).toBeLessThanOrEqual(wide.now.left)
  expect(wide.now.top).toBeLessThan(wide.input.bottom)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(now).toBeVisible()
  const narrow = { label: await place(label), input: await place(limit), now: await place(now) }
  expect(narrow.label.bottom).toBeLessThanOrEqual(narrow.input.top)
  expect(narrow.input.bottom).toBeLessThanOrEqual(narrow.now.top)
  await expectAccessible(page)
})
