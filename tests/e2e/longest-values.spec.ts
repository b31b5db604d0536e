import { eq } from 'drizzle-orm'
import { newId } from '#base/db/ids.ts'
import { domainNames, domains } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { accountListMessages, domainTextMax } from '#features/bulk-update/rules/account-lists.ts'
import { createPaidOrder } from '../server/paid-order.ts'
import { expectWithinWindow } from './audit/expect-within-window.ts'
import { longName, longPerson, longUrl } from './audit/seed-longest.ts'
import { openDetails } from './managing/workspace.ts'
import { freshLabel, OrderWizard } from './ordering/order-wizard.ts'
import { freshDraft, storeDraft } from './ordering/stored-draft.ts'
import { keepStill } from './product/keep-still.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

for (const width of [360, 768, 1440])
  test(`at ${width} px a row of the list says whole what an order has and had`, async ({
    page,
    deps,
    customer,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    const premium = { plan: 'premium' as const }
    await seedOrder(deps, customer.id, {
      forwardingUrl: longUrl,
      groups: [premium, premium, premium, premium, { ...premium, statuses: ['cancelled'], cancelled: true }],
    })
    await signIn()
    await page.goto('/dashboard')
    const row = page.getByRole('listbox', { name: 'Orders' }).getByRole('option')
    const lines = row.locator('p').filter({ hasText: /emails\/mo|cancelled$/ })
    await expect(lines).toHaveText(['40,000 emails/mo · 24 domains · 24 active', '6 cancelled'])
    const cut = () =>
      lines.evaluateAll((all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
      )
    expect(await cut()).toEqual([])
    const [box, last] = [await row.boundingBox(), await row.locator('p').last().boundingBox()]
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
  })

test('the status of a domain with the longest name is reached on a narrow phone', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { orderId, groups } = await seedOrder(deps, customer.id, { groups: [{ statuses: ['error'] }] })
  for (const seeded of groups[0]?.domains ?? []) {
    const name = longName(seeded.replace('.com', ''))
    await deps.db.update(domains).set({ name }).where(eq(domains.name, seeded))
    await deps.db.insert(domainNames).values({ name, registration: 'registered' })
  }
  await signIn()
  await page.goto(`/dashboard?order=${orderId}`)
  const status = page.getByRole('main').getByText('Error', { exact: true })
  for (const each of await status.all()) {
    await each.scrollIntoViewIfNeeded()
    await expect(each).toBeInViewport({ ratio: 1 })
  }
  await expectWithinWindow(page)
  await page.goto(`/dashboard?details=${groups[0]?.groupId}`)
  const details = page.getByRole('dialog', { name: 'Order Details' })
  for (const each of await details.getByText('Error', { exact: true }).all()) {
    await each.scrollIntoViewIfNeeded()
    await expect(each).toBeInViewport({ ratio: 1 })
  }
  await expectWithinWindow(page)
})

test('swapping one of many mailboxes, and a domain that receives for a while, hold the longest values on a narrow phone', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const [old, fresh] = [longName(freshLabel()), longName(freshLabel())]
  const { orderId, bundleId } = await createPaidOrder(deps, {
    customerId: customer.id,
    names: { azure: [old] },
    people: [longPerson, ['Jane', 'Doe']],
  })
  await keepStill(deps, [old, fresh])
  const set = async (values: Partial<typeof domains.$inferInsert>) =>
    required(
      (await deps.db.update(domains).set(values).where(eq(domains.name, old)).returning())[0],
      'the domain',
    )
  const now = new Date()
  const row = await set({ status: 'done', deliveredAt: now })
  await signIn()
  const details = await openDetails(page, bundleId)
  await details.getByRole('button', { name: `Microsoft ${old}` }).click()
  await details.getByRole('button', { name: 'Swap a mailbox' }).click()
  const mailboxes = page.getByRole('list', { name: 'Mailboxes' })
  await expect(mailboxes.getByRole('listitem')).toHaveCount(52)
  await expectWithinWindow(page)
  await mailboxes.getByRole('button').first().click()
  await expect(page.getByRole('alertdialog').getByLabel('Person of the new mailbox')).toBeVisible()
  await expectWithinWindow(page)

  await set({ replacedAt: now, fallingSince: now })
  await deps.db.insert(domains).values({
    ...row,
    id: newId('domain'),
    name: fresh,
    reportToken: fresh,
    replacesId: row.id,
    withOverlap: true,
  })
  await page.goto(`/dashboard?order=${orderId}`)
  await expect(page.getByText(/^receives until/)).toBeVisible()
  await expectWithinWindow(page)
  await openDetails(page, bundleId)
  await details.getByRole('button', { name: `Microsoft ${old}` }).click()
  await expect(details.getByRole('button', { name: 'End the overlap now' })).toBeVisible()
  await expectWithinWindow(page)
})

test('a long choice stays in its box, and whole in its list, on a narrow phone', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, { groups: [{ tool: 'bison' }] })
  await signIn()
  await storeDraft(page, customer, freshDraft())
  await page.goto('/setup-domain-settings')
  await page.getByRole('button', { name: /^Connect Your Email Automation Tool/ }).click()
  await page.getByRole('radio', { name: 'Email Bison' }).click()
  const choice = page.getByRole('combobox', { name: 'Saved credentials' })
  await choice.click()
  const option = page.getByRole('option', { name: /my-workspace/ })
  await expect(option).toBeInViewport({ ratio: 1 })
  await option.click()
  await expect(choice).not.toHaveValue('')
  const { inner, outer } = await choice.evaluate((select) => ({
    inner: select.scrollHeight,
    outer: select.clientHeight,
  }))
  expect(inner).toBeLessThanOrEqual(outer)
})

test('long values that were saved leave the page its shape on a narrow phone', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { orderId } = await seedOrder(deps, customer.id, { forwardingUrl: longUrl })
  await signIn()
  await page.goto(`/dashboard?order=${orderId}`)
  await expect(page.getByText('Total Domains')).toBeInViewport()
  await storeDraft(page, customer, { ...freshDraft(), forwardUrl: longUrl })
  await page.goto('/setup-domain-settings')
  await page.getByRole('button', { name: /^Basic Configuration/ }).click()
  const present = page.getByText(/^Now: w+/)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(present).toBeVisible()
    // Three lines, and what stands above them beside their control.
    expect((await present.boundingBox())?.height).toBeLessThan(100)
  }
})

test('names that are refused stay within their card on a narrow phone', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const taken = await seedOrder(deps, customer.id, { groups: [{ source: 'own', statuses: ['pending'] }] })
  const [seeded = ''] = taken.groups[0]?.domains ?? []
  const name = longName(seeded.replace('.com', ''))
  await deps.db.update(domains).set({ name }).where(eq(domains.name, seeded))
  await deps.db.insert(domainNames).values({ name })
  await signIn()
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.chooseOption('own')
  await page.getByRole('tab', { name: 'Several domains' }).click()
  await page.getByLabel('Your domains, one per line').fill(name)
  await wizard.button('Add Domains').click()
  const refused = page.getByRole('heading', { name: '1 refused' })
  await refused.scrollIntoViewIfNeeded()
  const right = await refused.evaluate((heading) => heading.getBoundingClientRect().right)
  expect(right).toBeLessThanOrEqual(360 - 16)
})

test('a page answers after a long run of one letter was pasted', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await page.goto('/instantly-bulk-update')
  await page.evaluate(() => navigator.clipboard.writeText('a'.repeat(150_000)))
  const list = page.getByLabel('Domains to search')
  // Grows with the square of the letters where they are kerned: far over 20 s, instead of a tenth of a second.
  await list.press('ControlOrMeta+v', { timeout: 20_000 })
  // The field takes one letter more than is read, so that it can say that it is too much.
  await expect(page.getByText(accountListMessages.tooManyDomains)).toBeVisible()
  await list.press('Backspace', { timeout: 20_000 })
  await expect.poll(async () => (await list.inputValue()).length).toBe(domainTextMax)
})
