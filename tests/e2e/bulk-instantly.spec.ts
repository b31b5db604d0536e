import type { Page } from '@playwright/test'
import { demoInstantly } from '../../src/sandbox/instantly/demo.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expectNotStored } from './product/expect-not-stored.ts'
import { manyLines, paste } from './product/paste.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

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
    'Instantly allows 6,000 calls a minute: less than a minute for 42 accounts.',
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

test('fields say what they need once they were left, and a refusal says what to do', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/instantly-bulk-update')
  await page.getByLabel('Cookie').focus()
  await expect(page.getByText('Cookie is required')).toBeHidden()
  await page.getByLabel('X-Org Auth').focus()
  await expect(page.getByText('Cookie is required')).toBeVisible()
  await expect(page.getByText('Please fill in all required fields correctly').last()).toBeVisible()
  await expect(fetchButton(page)).toBeDisabled()
  await fetchButton(page).focus()
  await page.keyboard.press('Enter')
  await expectTold(page, 'Validation error: Please fix the errors in the form.')
  await expect(page.getByText('At least one domain is required')).toBeVisible()
  await expectAccessible(page)

  // Pasted by mistake: said before the field is left, and the next key is heard.
  const box = page.getByLabel('Domains to search')
  await paste(box, manyLines)
  await expect(box).toHaveAccessibleDescription(/At most 100 domains can be searched at a time/)
  expect((await box.inputValue()).length).toBeLessThan(25_000)
  await box.fill(first ?? '')
  await expect(box).not.toHaveAccessibleDescription(/At most 100 domains/)

  await page.getByLabel('Cookie').fill('expired')
  await page.getByLabel('X-Org Auth').fill(demoInstantly.orgAuth)
  await page.getByLabel('Domains to search').fill(first ?? '')
  await fetchButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Instantly refused the credentials' })).toBeVisible()
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
  // It is hidden while it is edited, too, and a new key takes its place as a whole.
  const key = page.getByLabel('API key')
  const marker = await key.inputValue()
  await key.press('End')
  await expect(key).toHaveCSS('-webkit-text-security', 'disc')
  await key.pressSequentially('n')
  await expect(key).toHaveValue('n')
  await expect(key).toHaveCSS('-webkit-text-security', 'none')
  await key.pressSequentially('ew')
  await expect(key).toHaveValue('new')
  await page.reload()
  await expect(key).toHaveValue(marker)
  await fetchButton(page).click()
  await expect(page.getByRole('heading', { level: 3, name: '42 Accounts Found' })).toBeVisible()
  await page.reload()
  await press(page, 'Delete them')
  await expect(page.getByLabel('API key')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Cookie')).toHaveValue('')
})

test('both ways in stand side by side, and typing into one chooses it', async ({ page, signIn }) => {
  await signIn()
  await page.goto(path)
  const browser = page.getByRole('radio', { name: 'From your browser' })
  const settings = page.getByRole('radio', { name: 'With a key' })
  await expect(browser).toBeChecked()
  const boxes = await Promise.all(['Cookie', 'API key'].map((label) => page.getByLabel(label).boundingBox()))
  expect(boxes[1]?.x).toBeGreaterThan((boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0))
  // What is wrong with the way that is not used does not matter.
  await page.getByLabel('Cookie').focus()
  await page.getByLabel('X-Org Auth').focus()
  await expect(page.getByText('Cookie is required')).toBeVisible()
  await page.getByLabel('API key').fill('k')
  await expect(settings).toBeChecked()
  await expect(page.getByText('Cookie is required')).toBeHidden()
  await expect(fetchButton(page)).toBeEnabled()
  await expectAccessible(page)
  // One stop for the keyboard, with arrows between the two.
  await settings.press('ArrowUp')
  await expect(browser).toBeChecked()
  await expect(page.getByLabel('API key')).toHaveValue('k')
})

test('in the sandbox a button fills in what the tool takes, and the note on the cookie goes with a key', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/instantly-bulk-update')
  await press(page, 'Fill in demo credentials')
  // With the way in that is recommended, whichever was chosen.
  await expect(page.getByRole('radio', { name: 'With a key' })).toBeChecked()
  await expect(page.getByLabel('API key')).toHaveValue(demoInstantly.apiKey)
  await expect(page.getByLabel('Cookie')).toHaveValue('')
  await expect(page.getByLabel('Domains to search')).toHaveValue(`${first}, ${second}`)
  const open = async () => {
    await fetchButton(page).click()
    await expect(page.getByRole('heading', { level: 3, name: '42 Accounts Found' })).toBeVisible()
    await press(page, 'This looks right')
    await expect(page.getByText('your inboxes may still have been updated')).toBeVisible()
  }
  await open()
  await expect(page.getByText('With the cookie, enabling warmup')).toBeHidden()
  await page.goto(path)
  await fetchWithCookie(page)
  await press(page, 'This looks right')
  await expect(page.getByText('With the cookie, enabling warmup runs one account at a time')).toBeVisible()
})

test('a number is read as it stands or not at all, and each can be left as it is', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(path)
  await fetchWithCookie(page)
  await press(page, 'This looks right')
  const limit = page.getByLabel('Daily limit')
  const update = page.getByRole('button', { name: 'Update Account Settings' })
  const unclear = 'Daily limit must be a whole number in digits alone, such as 10'
  for (const typed of ['1e1', '5.9', '-4', '+4', '1 0', '１０', '1000000000000']) {
    await limit.fill(typed)
    await expect(limit).toHaveAccessibleDescription(unclear)
    await expect(update).toHaveAccessibleDescription(unclear)
  }
  await limit.fill('1001')
  await expect(limit).toHaveAccessibleDescription('Daily limit must be between 1 and 1000')
  for (const typed of ['', 'ten']) {
    await limit.fill(typed)
    await expect(limit).toHaveAccessibleDescription('No number: 10 will be set')
    await expect(update).toBeEnabled()
  }
  await expectAccessible(page)

  const leave = page.getByRole('checkbox', { name: 'Leave as it is' })
  await expect(leave).toHaveCount(5)
  const ofLimit = leave.and(page.getByRole('checkbox', { description: 'Daily limit' }))
  await ofLimit.check()
  await expect(limit).toBeDisabled()
  await expect(limit).toHaveValue('')
  await expect(limit).toHaveAccessibleDescription('Each account keeps the number it has')
  await expectAccessible(page)
  // What was typed is there again.
  await ofLimit.uncheck()
  await expect(limit).toHaveValue('ten')
  for (const each of await leave.all()) await each.check()
  await expect(update).toHaveAccessibleDescription(
    'Every setting is left as it is. Choose at least one to change.',
  )
})

test('a signature is shown as it will be kept: text as text, and what is taken out is told', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(path)
  await fetchWithCookie(page)
  await press(page, 'This looks right')
  await update(page, 'Enable Warmup')
  await expect(page.getByRole('button', { name: 'Continue to Next Step' })).toBeVisible({ timeout: 30_000 })
  await press(page, 'Continue to Next Step')
  const box = page.getByLabel('Signature for Priya Nair')
  const preview = page.frameLocator('iframe[title="Preview of Signature for Priya Nair"]').locator('body')
  for (const text of ['Jane Doe\nAcme Inc <jane@acme.com>\n+1 555', 'Doe & Co <acme>', 'AT&amp;T  1 < 2']) {
    await box.fill(text)
    await expect.poll(async () => (await preview.innerText()).replaceAll('\u00a0', ' ')).toBe(text)
  }
  await expect(page.getByText('Taken out before it is saved')).toBeHidden()
  await box.fill('<b onclick="x()">Jane</b><script>alert(1)</script>')
  await expect(page.getByText('Taken out before it is saved: onclick on <b>, <script>.')).toBeVisible()
  await expectAccessible(page)
})

test('says when stored credentials could not be asked for', async ({ page, signIn }) => {
  await signIn()
  await page.route('**/api/instantly/credentials', (route) => route.fulfill({ status: 404, json: {} }))
  await page.goto('/instantly-bulk-update')
  await expect(
    page.getByText("Could not fetch your Instantly credentials. You'll need to enter them manually."),
  ).toBeVisible()
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

test('editing what was searched for locks the later steps until it is searched again', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(path)
  await fetchWithCookie(page)
  await press(page, 'This looks right')
  await page.getByRole('button', { name: /^Authentication/ }).click()
  await page.getByLabel('Domains to search').fill(first ?? '')
  for (const step of ['Confirm Account Details', 'Account Settings', 'Signature Settings'])
    await expect(page.getByRole('button', { name: step, exact: true })).toBeDisabled()
  await fetchButton(page).click()
  await expect(page.getByRole('heading', { level: 3, name: /^21 Accounts Found/ })).toBeVisible()
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

test('accounts are filtered and unticked, and only the others are updated', async ({ page, signIn }) => {
  await signIn()
  await page.goto(path)
  await fetchWithCookie(page)
  await page.getByLabel('Filter by domain').selectOption(first ?? '')
  await expect(page.getByText('42 of 42 ticked, 21 shown')).toBeVisible()
  await press(page, 'Untick 21 shown')
  await page.getByLabel('Filter by domain').selectOption('all')
  await expect(page.getByText('21 of 42 ticked', { exact: true })).toBeVisible()
  await page.getByLabel('Filter by address or name').fill('nobody like this')
  await expect(page.getByText('No account matches these filters.')).toBeVisible()
  await page.getByLabel('Filter by address or name').fill('')
  await page.getByLabel('Filter by warm-up').selectOption('off')
  await page.getByLabel('Filter by warm-up').selectOption('all')
  await press(page, 'This looks right')
  await press(page, 'Enable Warmup')
  await expect(page.getByRole('alertdialog', { name: /^Enable Warmup: / })).toContainText(
    /\d+ of 21 accounts would change/,
  )
})

test('a second tab does not take another tab’s update for its own', async ({ page, context, signIn }) => {
  test.slow()
  await signIn()
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(path)
    await fetchWithCookie(tab)
    await press(tab, 'This looks right')
  }
  const sandbox = `http://127.0.0.1:${process.env.SANDBOX_PORT}`
  await page.request.post(`${sandbox}/_faults`, {
    data: { kind: 'slow', vendor: 'instantly', path: '/account/update', times: 42 },
    failOnStatusCode: true,
  })
  try {
    await update(page, 'Update Account Settings')
    await expect(page.getByText('Updating: Account settings')).toBeVisible()
    await update(other, 'Update Account Settings')
    await expect(other.getByText('Not started: another update is running')).toBeVisible()
    await expect(other.getByRole('button', { name: 'Continue to Next Step' })).toBeHidden()
    await other.getByRole('link', { name: 'Show that update' }).click()
    await expect(other.getByRole('dialog', { name: 'Account settings' })).toBeVisible()
    // While the server cannot be asked, the page says that it may be behind.
    await other.route('**/api/jobs/*', (route) => route.abort())
    await expect(other.getByText(/^We cannot be reached right now/).first()).toBeVisible()
    await other.unroute('**/api/jobs/*')
    await expect(other.getByText(/^We cannot be reached right now/)).toHaveCount(0)
    // The accounts are other tests' as well: nothing is left running on them.
    await other.getByRole('dialog').getByRole('button', { name: 'Cancel update' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Cancel update' }).click()
    await expect(other.getByRole('dialog').getByText('Account settings update cancelled')).toBeVisible({
      timeout: 60_000,
    })
  } finally {
    await page.request.delete(`${sandbox}/_faults`, { data: {}, failOnStatusCode: true })
  }
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

/** The accounts of one domain that no other test changes, with the key, at the settings. */
async function openSettings(page: Page, domain: string): Promise<void> {
  await page.getByRole('radio', { name: 'With a key' }).check()
  await page.getByLabel('API key').fill(demoInstantly.apiKey)
  await page.getByLabel('Domains to search').fill(domain)
  await fetchButton(page).click()
  await expect(page.getByRole('heading', { level: 3, name: /^21 Accounts Found/ })).toBeVisible()
  await press(page, 'This looks right')
}

/** Sets the daily limit alone. */
async function setDailyLimit(page: Page, limit: number): Promise<void> {
  const leave = page.getByRole('checkbox', { name: 'Leave as it is' })
  const ofLimit = leave.and(page.getByRole('checkbox', { description: 'Daily limit' }))
  for (const each of await leave.all()) await each.check()
  await ofLimit.uncheck()
  await page.getByLabel('Daily limit').fill(String(limit))
  await update(page, 'Update Account Settings')
}
const past = (page: Page) => page.getByRole('region', { name: 'Past updates' }).getByRole('listitem')

test('what an update has changed is what the accounts have from then on, also when it is undone', async ({
  page,
  signIn,
}) => {
  test.slow()
  const ownDomain = demoInstantly.domains[10].name
  await signIn()
  await page.goto('/instantly-bulk-update')
  await openSettings(page, ownDomain)
  await setDailyLimit(page, 77)
  await expect(page.getByText('21 of 21 accounts have the new values.')).toBeVisible({ timeout: 30_000 })

  const ask = async (told = '21 accounts') => {
    await press(page, 'Update Account Settings')
    return page.getByRole('alertdialog', { name: `Update Account Settings: ${told}` })
  }
  await page.getByLabel('Daily limit').fill('33')
  const question = await ask()
  await expect(question.getByRole('list', { name: 'What changes' })).toContainText('77 → 33')
  await expect(question).toContainText('21 of 21 accounts would change')
  await question.getByRole('button', { name: /^Update \d/ }).click()
  await expect(past(page).first()).toContainText('Daily limit 33')
  await expect(past(page).first()).toContainText('Done', { timeout: 30_000 })
  await expect(past(page).first()).toContainText('21 accounts · 21 updated')
  const idle = await ask('no account would change')
  await expect(idle.getByRole('list', { name: 'What changes' })).toContainText(
    'No account changes: all have it already.',
  )
  await expect(idle).toContainText('21 have all of it already, and no call is made for them.')
  await idle.getByRole('button', { name: 'Check 21 accounts' }).click()
  await expect(page.getByText('Account settings: nothing had to change')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('21 of 21 accounts have the new values. 21 had them already.')).toBeVisible()
  // Two of one kind are told apart by what they set.
  await expect(past(page)).toHaveCount(3)
  await expect(past(page).nth(0)).toContainText('0 updated · 21 unchanged')
  await expect(past(page).nth(2)).toContainText('Daily limit 77')

  // The table of accounts shows it, and the undo of the second update as well.
  await page.getByRole('button', { name: /^Confirm Account Details/ }).click()
  await expect(page.getByRole('row', { name: /33$/ }).first()).toBeVisible()
  await past(page).nth(1).getByRole('link', { name: 'Results' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo...' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put the values back' }).click()
  const undone = page.getByRole('dialog', { name: 'Undo of Account settings' })
  await expect(undone).toContainText('Undo of Account settings done', { timeout: 30_000 })
  await undone.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('row', { name: /77$/ }).first()).toBeVisible()
  await expect(past(page).first()).toContainText('Takes back: Daily limit 33')

  await page.reload()
  await openSettings(page, ownDomain)
  await page.getByLabel('Daily limit').fill('33')
  await ask()
  await expect(question.getByRole('list', { name: 'What changes' })).toContainText('77 → 33')
})

test('an undo names what somebody has changed since, and leaves it', async ({ page, signIn }) => {
  test.slow()
  const ownDomain = demoInstantly.domains[11].name
  await signIn()
  await page.goto('/instantly-bulk-update')
  await openSettings(page, ownDomain)
  await setDailyLimit(page, 50)
  await expect(page.getByText('21 of 21 accounts have the new values.')).toBeVisible({ timeout: 30_000 })
  await page.getByLabel('Daily limit').fill('51')
  await update(page, 'Update Account Settings')
  await expect(past(page).first()).toContainText('Daily limit 51')
  await expect(past(page).first()).toContainText('Done', { timeout: 30_000 })

  const sandbox = `http://127.0.0.1:${process.env.SANDBOX_PORT}/instantly/api/v2/accounts`
  const headers = { authorization: `Bearer ${demoInstantly.apiKey}` }
  const email = `a.hart@${ownDomain}`
  await page.request.patch(`${sandbox}/${email}`, {
    headers,
    data: { daily_limit: 40 },
    failOnStatusCode: true,
  })
  await past(page).first().getByRole('link', { name: 'Results' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo...' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put the values back' }).click()
  const undone = page.getByRole('dialog', { name: 'Undo of Account settings' })
  await expect(undone).toContainText(
    '20 of 21 accounts have their earlier values again. 1 account keeps a value that was changed since.',
    { timeout: 30_000 },
  )
  await expect(undone.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
  await undone.getByLabel('Result', { exact: true }).selectOption('notRestored')
  await expect(undone.getByRole('table', { name: 'Results by account' })).toContainText(
    'Not restored: Daily limit was changed to 40 since.',
  )
  await expectAccessible(page)
  await undone.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(past(page).first()).toContainText(
    '20 updated · 0 unchanged · 0 failed · 1 skipped · 1 not restored',
  )
})

test('an update that runs stays on the page whatever is edited and fetched again', async ({
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
  await page.request.post(`${sandbox}/_faults`, {
    data: { kind: 'slow', vendor: 'instantly', path: '/account/update', times: 42 },
    failOnStatusCode: true,
  })
  try {
    await page.getByLabel('Daily limit').fill(String(50 + (Date.now() % 900)))
    await update(page, 'Update Account Settings')
    const card = page.getByRole('region', { name: 'Account settings update' })
    await expect(card).toHaveCount(1)
    await expect(past(page).first()).toContainText('Running')
    await page.getByRole('button', { name: /^Authentication/ }).click()
    await expect(card).toBeVisible()
    await page.getByLabel('Domains to search').fill(second ?? '')
    await fetchButton(page).click()
    await expect(page.getByRole('heading', { level: 3, name: /^21 Accounts Found/ })).toBeVisible()
    await expect(card).toHaveCount(1)
    await expect(past(page).first()).toContainText('Running')
    await press(page, 'Cancel update')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel update' }).click()
    await expect(page.getByText('Account settings update cancelled')).toBeVisible({ timeout: 60_000 })
    await expect(past(page).first()).toContainText('Cancelled')
  } finally {
    await page.request.delete(`${sandbox}/_faults`, { data: {}, failOnStatusCode: true })
  }
})

test('ten thousand accounts scroll in a table of which only the visible rows exist', async ({
  page,
  signIn,
}) => {
  await signIn()
  const accounts = Array.from({ length: 10_000 }, (_, at) => ({
    email: `sender${at}@${first}`,
    stat_warmup_score: at % 100,
    payload: { name: { first: 'Jane', last: `Doe ${at % 40}` }, daily_limit: 10 },
  }))
  await page.route('**/api/instantly', (route) =>
    route.fulfill({ json: { success: true, message: 'Found 10,000 accounts.', accounts } }),
  )
  await page.goto(path)
  await page.getByLabel('Cookie').fill('a')
  await page.getByLabel('X-Org Auth').fill('b')
  await fetchButton(page).click()
  const table = page.getByRole('table', { name: 'Account Details' })
  await expect(table.getByText('sender0@')).toBeVisible()
  expect(await table.getByRole('row').count()).toBeLessThan(40)
  await page.getByRole('region', { name: 'Account Details', exact: true }).focus()
  await page.keyboard.press('End')
  await expect(table.getByText('sender9999@')).toBeVisible()
})

test('fits a phone', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  await fetchWithCookie(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await press(page, 'This looks right')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)
})
