import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expectNotStored } from '#tests/e2e/product/expect-not-stored.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'

const [first, second] = demoInstantly.domains.map(({ name }) => name)
const path = `/instantly-bulk-update?domains=${first},${second}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Starts an update: its button asks, and what it will do is confirmed. */
async function update(page: Page, name: string): Promise<void> {
  await press(page, name)
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Update \d/ })
    .click()
}
const fetchButton = (page: Page) => page.getByRole('button', { name: 'Fetch Accounts' })

async function fetchWithCookie(page: Page): Promise<void> {
  await page.getByLabel('Cookie').fill(demoInstantly.session)
  await page.getByLabel('X-Org Auth').fill(demoInstantly.orgAuth)
  await fetchButton(page).click()
  await expect(
    page.getByRole('heading', { level: 3, name: '42 Accounts Found: 2 Domains and 5 Name Groups' }),
  ).toBeVisible()
}

test('all inboxes are updated step by step, and what really changed is told', async ({
  page,
  signIn,
  customer,
}) => {
  // Two updates, read back, and every rule of axe in three places.
  test.slow()
  await signIn()
  // One account of the second is barred from warm-up at the tool.
  const domains = `${first},${demoInstantly.domains[5].name}`
  await page.goto(`/instantly-bulk-update?domains=${domains}`)
  await expect(page.getByLabel('Domains to search')).toHaveValue(domains)
  await expect(page.getByLabel('User email')).toHaveValue(customer.email)
  await expect(page.getByRole('button', { name: 'Account Settings' })).toBeDisabled()
  await fetchWithCookie(page)

  await expect(page.getByRole('table', { name: 'Domain Distribution' })).toContainText(`${first}21`)
  await expect(page.getByRole('table', { name: 'Account Details' })).toContainText('N/A')
  await expectAccessible(page)
  await press(page, 'This looks right')

  for (const [label, value] of [
    ['Warmup limit', '5'],
    ['Reply rate (%)', '50'],
    ['Warmup increment', '1'],
    ['Daily limit', '10'],
    ['Sending gap (minutes)', '20'],
  ] as const)
    await expect(page.getByLabel(label)).toHaveValue(value)
  await expect(page.getByRole('button', { name: 'Continue to Next Step' })).toBeHidden()
  // What it will do stands there before anything is done.
  await press(page, 'Update Account Settings')
  const question = page.getByRole('alertdialog', { name: 'Update Account Settings: 42 accounts' })
  await expect(question.getByRole('list', { name: 'What changes' })).toContainText(/Daily limit.*→ 10/)
  await expect(question).toContainText('Instantly does not show what 42 of them have now.')
  await expect(question).toContainText(/\d+ of 42 accounts would change, as far as Instantly shows it\./)
  await expect(question).toContainText(
    'Instantly allows 6,000 calls a minute: less than a minute to update the settings of 42 accounts.',
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await update(page, 'Enable Warmup')
  await expect(page.getByText('41 of 42 accounts have the new values. 1 did not change.')).toBeVisible({
    timeout: 30_000,
  })
  await expectAccessible(page)
  await press(page, 'Continue to Next Step')

  const finish = page.getByRole('button', { name: 'Finish Bulk Update' })
  await expect(finish).toBeDisabled()
  await expect(page.getByText('Signatures must be updated before finishing.').first()).toBeVisible()
  // Another one each time: where it stands already it would stay unchanged.
  const signature = `<b>Priya Nair</b> ${Date.now()}<script>alert(1)</script>`
  await page.getByLabel('Signature for Priya Nair').fill(signature)
  const preview = page.frameLocator('iframe[title="Preview of Signature for Priya Nair"]')
  await expect(preview.locator('b')).toHaveText('Priya Nair')
  await update(page, 'Update All Signatures')
  await expect(page.getByText('14 of 14 accounts have the new values.')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await expectNotStored(page, [demoInstantly.session, demoInstantly.orgAuth])
  await finish.click()
  await expect(page.getByRole('heading', { name: 'Instantly Bulk Update' })).toBeFocused()
  const done = page.getByRole('list', { name: 'Updates of this visit' })
  // Other tests switch it on as well.
  await expect(done).toContainText(/Warmup\d+ updated · \d+ unchanged · 1 failed · 0 skipped/)
  await expect(done).toContainText('Signatures14 updated · 0 unchanged · 0 failed · 0 skipped')
  await page.getByRole('link', { name: 'Go back to main dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('credentials that worked are there again, are deleted on request and never stored by the browser', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(path)
  await page.getByLabel('API key').fill(demoInstantly.apiKey)
  await fetchButton(page).click()
  await expect(page.getByRole('heading', { level: 3, name: '42 Accounts Found' })).toBeVisible()
  await expectNotStored(page, [demoInstantly.apiKey])

  await page.reload()
  // A marker in its place: the key itself never comes back.
  await expect(page.getByLabel('API key')).toHaveValue(/./)
  await expect(page.getByLabel('API key')).not.toHaveValue(demoInstantly.apiKey)
  await expectNotStored(page, [demoInstantly.apiKey])
  await expect(page.getByText('Your Instantly credentials were filled in.')).toBeVisible()
  await fetchButton(page).click()
  await expect(page.getByRole('heading', { level: 3, name: '42 Accounts Found' })).toBeVisible()
  await page.reload()
  await press(page, 'Delete them')
  await expect(page.getByLabel('API key')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Cookie')).toHaveValue('')
})

test('an update that is running is there after leaving and coming back, and can be cancelled', async ({
  page,
  signIn,
}) => {
  // Its slow calls are waited for.
  test.slow()
  await signIn()
  await page.goto(path)
  await fetchWithCookie(page)
  await press(page, 'This looks right')
  const sandbox = `http://127.0.0.1:${process.env.SANDBOX_PORT}`
  // Only what this page asks for: other tests use the same third parties meanwhile.
  await page.request.post(`${sandbox}/_faults`, {
    data: { kind: 'slow', vendor: 'instantly', path: '/account/update', times: 100 },
    failOnStatusCode: true,
  })
  try {
    await update(page, 'Update Account Settings')
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.goto('/dashboard')
    await page.goto('/instantly-bulk-update')
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expect(page.getByText(/of 42/).first()).toBeVisible()
    await expectAccessible(page)
    await press(page, 'Cancel update')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel update' }).click()
    // The calls that are under way are waited for, and what they changed is read back.
    await expect(page.getByText('Cancelling: Account settings')).toBeVisible()
    await expect(page.getByText('Account settings update cancelled')).toBeVisible({ timeout: 60_000 })
  } finally {
    await page.request.delete(`${sandbox}/_faults`, { data: {}, failOnStatusCode: true })
  }
  await page.getByRole('button', { name: /^Retry \d+ left$/ }).click()
  await expect(page.getByText('Account settings updated')).toBeVisible({ timeout: 30_000 })
})

test('domains are chosen from one’s own orders, beside those that were typed', async ({
  page,
  signIn,
  customer,
  deps,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {})
  const own = groups.flatMap((group) => group.domains)
  await signIn()
  await page.goto(`/instantly-bulk-update?domains=${first}`)
  await press(page, 'Choose from your orders')
  const dialog = page.getByRole('dialog', { name: 'Choose from your orders' })
  await dialog.getByRole('button', { name: 'Tick all', exact: true }).click()
  await dialog.getByRole('checkbox', { name: own[0] }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Use / }).click()
  await expect(page.getByLabel('Domains to search')).toHaveValue(
    [first, ...own.slice(1).toSorted()].join(', '),
  )
})

test('past updates show each account, are saved as a file, and are taken back', async ({ page, signIn }) => {
  test.slow()
  await signIn()
  await page.goto(`/instantly-bulk-update?domains=${second}`)
  await page.getByLabel('Cookie').fill(demoInstantly.session)
  await page.getByLabel('X-Org Auth').fill(demoInstantly.orgAuth)
  await fetchButton(page).click()
  await press(page, 'This looks right')
  // Another one each time: what stands there already cannot be taken back.
  const limit = String(50 + (Date.now() % 900))
  await page.getByLabel('Daily limit').fill(limit)
  await update(page, 'Update Account Settings')
  await expect(page.getByText('21 of 21 accounts have the new values.')).toBeVisible({ timeout: 30_000 })

  await page.goto('/instantly-bulk-update')
  const past = page.getByRole('region', { name: 'Past updates' })
  await expect(past.getByRole('listitem')).toContainText('21 updated')
  await past.getByRole('link', { name: 'Results' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account settings' })
  await expect(dialog.getByText('21 accounts', { exact: true })).toBeVisible()
  await dialog.getByLabel('Search accounts').fill(`@${second}`)
  await expect(dialog.getByRole('table', { name: 'Results by account' })).toContainText(
    new RegExp(`Daily limit: \\d+ → ${limit}`),
  )
  await dialog.getByLabel('Result', { exact: true }).selectOption('failed')
  await expect(dialog.getByText('0 of 21 accounts')).toBeVisible()
  await dialog.getByLabel('Result', { exact: true }).selectOption('all')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save all as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^account-settings-.*\.csv$/)

  await dialog.getByRole('button', { name: 'Undo...' }).click()
  const question = page.getByRole('alertdialog', { name: 'Put 21 accounts back?' })
  await expect(question.getByRole('list', { name: 'What is put back' })).toContainText('Daily limit')
  await expect(question.getByRole('list', { name: 'What cannot be put back' })).toContainText('Sending gap')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Put the values back' }).click()
  await expect(page.getByRole('dialog', { name: 'Undo of Account settings' })).toContainText(
    '21 of 21 accounts have their earlier values again.',
    { timeout: 30_000 },
  )
})
