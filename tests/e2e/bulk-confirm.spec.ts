import type { Page } from '@playwright/test'
import { newId } from '#server/db/ids.ts'
import { bulkJobs } from '#server/db/schema/index.ts'
import { demoInstantly } from '../../src/sandbox/instantly/demo.ts'
import { demoSmartlead } from '../../src/sandbox/smartlead/demo.ts'
import { imported } from './product/built-files.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'
import { messagesTold } from './product/told.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const question = (page: Page) => page.getByRole('alertdialog')
const summaryOf = (page: Page) => page.getByRole('region', { name: 'What will change' })
/** What was done before, at the end of the page. */
const past = (page: Page) => page.getByRole('region', { name: 'Past updates' }).getByRole('listitem')

/** Goes to the settings of a domain's accounts, and tells the address of the first of them. */
async function openInstantlySettings(page: Page, domain: string): Promise<string> {
  await page.goto(`/instantly-bulk-update?domains=${domain}`)
  await page.getByLabel('API key').fill(demoInstantly.apiKey)
  await press(page, 'Fetch Accounts')
  const [, email = ''] =
    (
      await page
        .getByLabel(/^Update \S+@/)
        .first()
        .getAttribute('aria-label')
    )?.split(' ') ?? []
  await press(page, 'This looks right')
  return email
}

/** Sets the daily limit alone. */
async function askForDailyLimit(page: Page, limit: number): Promise<void> {
  for (const other of await page.getByRole('checkbox', { name: 'Leave as it is' }).all()) await other.check()
  await page.getByRole('checkbox', { name: 'Leave as it is', description: 'Daily limit' }).uncheck()
  await page.getByLabel('Daily limit').fill(String(limit))
  await press(page, 'Update Account Settings')
}

/** Sets an account's daily limit at the tool itself. */
const setAtTool = (page: Page, email: string, limit: number) =>
  page.request.patch(`http://127.0.0.1:${process.env.SANDBOX_PORT}/instantly/api/v2/accounts/${email}`, {
    headers: { authorization: `Bearer ${demoInstantly.apiKey}` },
    data: { daily_limit: limit },
    failOnStatusCode: true,
  })

test.beforeEach(({ signIn }) => signIn())

test('a question tells one number in title, text and button: of those that would change', async ({
  page,
}) => {
  test.slow()
  const domain = demoInstantly.domains[2].name
  const email = await openInstantlySettings(page, domain)
  await askForDailyLimit(page, 61)
  await expect(question(page)).toHaveAccessibleName('Update Account Settings: 21 accounts')
  await question(page).getByRole('button', { name: 'Update 21 accounts' }).click()
  await expect(page.getByText('21 of 21 accounts have the new values.')).toBeVisible({ timeout: 30_000 })

  await setAtTool(page, email, 40)
  await openInstantlySettings(page, domain)
  await askForDailyLimit(page, 61)
  await expect(question(page)).toHaveAccessibleName('Update Account Settings: 1 of 21 accounts')
  await expect(question(page)).toContainText('1 of 21 accounts would change, as far as Instantly shows it.')
  await expect(question(page)).toContainText('20 have all of it already, and no call is made for them.')
  await expect(question(page)).toContainText('less than a minute for 1 account.')
  await question(page).getByRole('button', { name: 'Update 1 of 21 accounts' }).click()
  await expect(past(page).first()).toContainText('1 updated · 20 unchanged', { timeout: 30_000 })

  await openInstantlySettings(page, domain)
  await askForDailyLimit(page, 61)
  await expect(question(page)).toHaveAccessibleName('Update Account Settings: no account would change')
  await expect(question(page).getByRole('button', { name: 'Check 21 accounts' })).toBeVisible()
})

test('a confirmation pressed while offline stays, says so, and starts the update once the line is back', async ({
  page,
  context,
}) => {
  test.slow()
  await openInstantlySettings(page, demoInstantly.domains[3].name)
  await askForDailyLimit(page, 62)
  const confirm = question(page).getByRole('button', { name: /^Update 21/ })
  await context.setOffline(true)
  await confirm.click()
  const alert = question(page).getByRole('alert')
  await expect(alert).toContainText('Failed to update settings. Please try again.')
  await expect(alert).toContainText(
    'You are offline: please connect to the internet and try again. Your entries are kept.',
  )
  await expect(question(page)).toContainText('→ 62')
  await expect(confirm).toBeEnabled()
  await expectAccessible(page)
  await context.setOffline(false)
  await confirm.click()
  await expect(question(page)).toBeHidden()
  await expect(page.getByText('21 of 21 accounts have the new values.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByLabel('Daily limit')).toHaveValue('62')
})

test('on a phone, nothing lies over the sentence of a question that got no answer', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const expectSaid = async (failed: string) => {
    await context.setOffline(true)
    await question(page)
      .getByRole('button', { name: /^(Update|Check) \d/ })
      .click()
    const alert = question(page).getByRole('alert')
    await expect(alert).toContainText(failed)
    await expect(alert).toContainText('You are offline: please connect to the internet and try again.')
    await expect(alert).toBeInViewport({ ratio: 1 })
    expect(await messagesTold(page)).toEqual([])
    await context.setOffline(false)
  }
  // So that a message could come although there is no line.
  const messages = imported(page, 'ui/toaster.tsx')
  await openInstantlySettings(page, demoInstantly.domains[5].name)
  await (await messages).finished()
  await askForDailyLimit(page, 65)
  await expectSaid('Failed to update settings. Please try again.')

  await page.goto(`/smartlead-bulk-update?domains=${demoSmartlead.domains[5].name}`)
  await page.getByLabel('API key').fill(demoSmartlead.apiKey)
  for (const step of ['Fetch Accounts', 'Fetch & Analyze Accounts', 'This looks right'])
    await press(page, step)
  await press(page, 'Update Outbound Settings')
  await expectSaid('Failed to update outbound settings')
})

test('a search that gets no answer says what to do about the line', async ({ page, context }) => {
  for (const [path, field] of [
    ['/instantly-bulk-update', 'Domains to search'],
    ['/smartlead-bulk-update', 'Domains'],
  ] as const) {
    await page.goto(path)
    await page.getByLabel('API key').fill('a-key')
    await page.getByLabel(field, { exact: true }).fill('example.com')
    await context.setOffline(true)
    await press(page, 'Fetch Accounts')
    await expect(page.getByRole('alert').filter({ hasText: 'You are offline: please connect' })).toBeVisible()
    await expect(page.getByLabel(field, { exact: true })).toHaveValue('example.com')
    await context.setOffline(false)
  }
})

test('a signature of which nothing would be left cannot be set, and the page says what is taken out', async ({
  page,
}) => {
  test.slow()
  const script = '<script>alert(1)</script>'
  const why = 'This signature has nothing in it that an email can show. Taken out:'
  await openInstantlySettings(page, demoInstantly.domains[4].name)
  await askForDailyLimit(page, 63)
  await question(page)
    .getByRole('button', { name: /^Update \d/ })
    .click()
  await page.getByRole('button', { name: 'Continue to Next Step' }).click({ timeout: 30_000 })
  await page
    .getByRole('textbox', { name: /^Signature for / })
    .first()
    .fill(script)
  const all = page.getByRole('button', { name: 'Update All Signatures' })
  await expect(all).toHaveAccessibleDescription(new RegExp(`^${why}`))
  await expect(summaryOf(page)).toContainText(why)
  await expect(summaryOf(page)).not.toContainText('→ no')
  await expectAccessible(page)

  await page.goto(`/smartlead-bulk-update?domains=${demoSmartlead.domains[4].name}`)
  await page.getByLabel('API key').fill(demoSmartlead.apiKey)
  for (const step of ['Fetch Accounts', 'Fetch & Analyze Accounts', 'This looks right'])
    await press(page, step)
  await page.getByLabel('Signature text').fill(script)
  const update = page.getByRole('button', { name: 'Update Signature' })
  await expect(update).toHaveAccessibleDescription(new RegExp(`^${why}`))
})

test('an undo that another update stands in the way of says so, and that update is seen among the past ones', async ({
  page,
  customer,
  deps,
}) => {
  test.slow()
  const domain = demoInstantly.domains[6].name
  await openInstantlySettings(page, domain)
  await askForDailyLimit(page, 64)
  await question(page)
    .getByRole('button', { name: /^Update \d/ })
    .click()
  await expect(past(page).first()).toContainText('Done', { timeout: 30_000 })
  await past(page).first().getByRole('link', { name: 'Results' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo...' }).click()
  await expect(question(page)).toHaveAccessibleName(/^Put \d+ accounts back\?$/)
  // Another tab's, which waits for its turn.
  await deps.db.insert(bulkJobs).values({
    id: newId('bulkJob'),
    customerId: customer.id,
    tool: 'instantly',
    operation: 'enable-warmup',
    settings: { kind: 'warmup' },
    access: 'apiKey',
    status: 'running',
    // The tool has asked for patience: no worker takes it up meanwhile.
    waitUntil: new Date(Date.now() + 3_600_000),
  })
  await question(page).getByRole('button', { name: 'Put the values back' }).click()
  await expect(question(page).getByRole('alert')).toHaveText(
    'Another update of this tool is still running. Please wait until it has ended. Nothing was put back.',
  )
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  await expect(past(page)).toHaveCount(2)
  await expect(past(page).first()).toContainText(/Warmup.*Running/i)
})
