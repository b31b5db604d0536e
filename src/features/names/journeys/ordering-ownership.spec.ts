import type { Locator, Page } from '@playwright/test'
import { and, eq, like } from 'drizzle-orm'
import { domainNames, domains, outbox } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { OrderDraft } from '#features/ordering/rules/order-draft.ts'
import { payOwedRefunds } from '#features/refunds/server/pay-refunds.ts'
import { reinstatePath } from '#features/reinstatement/rules/reinstate-path.ts'
import { callApi, expectStatus, placePaidOrder } from '#tests/e2e/managing/place-paid-order.ts'
import { delegate, publishTxt } from '#tests/e2e/managing/vendors.ts'
import { openDetails, startOnAll } from '#tests/e2e/managing/workspace.ts'
import { freshLabel, OrderWizard } from '#tests/e2e/ordering/order-wizard.ts'
import { freshDraft, storeDraft } from '#tests/e2e/ordering/stored-draft.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { type Customer, expect, test } from '#tests/e2e/product/test.ts'
import { domainLineReasons } from '../rules/domain-entry.ts'

const elsewhere = ['ns1.elsewhere.test', 'ns2.elsewhere.test']
const free = 'It is free for you now: you can close this and continue.'
/** As long as a name may be. */
const longName = () => `${freshLabel().padEnd(31, 'x')}.dev`

/** The record that the dialog shows, as its owner would copy it to their DNS host. */
async function shownRecord(dialog: Locator): Promise<{ host: string; value: string }> {
  await expect(dialog.locator('code')).toHaveCount(3)
  const [type, host = '', value = ''] = await dialog.locator('code').allTextContents()
  expect(type).toBe('TXT')
  return { host, value }
}

/** Shows in the open dialog that a name is the customer's. */
async function prove(page: Page, deps: Dependencies, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Is ${name} yours?` })
  const { host, value } = await shownRecord(dialog)
  await publishTxt(deps, host, value)
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText(free)).toBeVisible({ timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
}

const isItYours = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name: `Is it yours? ${name}` })

/** An unpaid order whose payment page is open, over own names; the browser is on that page. */
async function openPaymentPage(page: Page, holder: Customer, names: readonly string[]): Promise<OrderDraft> {
  const draft = freshDraft('azure', 1, 'own')
  const own = { azure: [...names], google: [] }
  const changed = { ...draft, domains: { ...draft.domains, own }, confirmedDomains: [...names] }
  await storeDraft(page, holder, changed)
  await page.goto('/review-order')
  await new OrderWizard(page).checkOut()
  return changed
}

const mailsTo = ({ db }: Dependencies, { email }: Customer, subject: string) =>
  db.$count(outbox, and(eq(outbox.recipient, email), like(outbox.subject, `%${subject}%`)))

test('names of an unpaid order are claimed in a list and in the review; its payment page ends and that customer is told', async ({
  page,
  deps,
  customer: holder,
  addPerson,
  signIn,
}) => {
  test.setTimeout(240_000)
  const names = [longName(), longName()] as const
  for (const name of names) await delegate(deps, name, elsewhere)
  await signIn(holder)
  const draft = await openPaymentPage(page, holder, names)
  const paying = page.url()

  await page.context().clearCookies()
  const owner = await addPerson({ name: 'Grace Hopper' })
  await signIn(owner)
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.chooseOption('own')
  await wizard.open('Entra Domains')
  await page.getByRole('tab', { name: 'Several domains' }).click()
  await page.getByLabel('Your domains, one per line').fill(names.join('\n'))
  await wizard.button('Add Domains').click()
  await expect(page.getByText(domainLineReasons.exists, { exact: true })).toHaveCount(2)
  await isItYours(page, names[0]).scrollIntoViewIfNeeded()
  await isItYours(page, names[0]).click()
  await shownRecord(page.getByRole('dialog'))
  await page.keyboard.press('Escape')

  await storeDraft(page, owner, draft)
  await page.goto('/review-order')
  await wizard.acceptTerms()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(isItYours(page, names[1])).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await isItYours(page, names[0]).click()
  await prove(page, deps, names[0])
  await expect(page.getByText('Free for you now')).toHaveCount(1)
  // The other one was in the same order, which is over.
  await isItYours(page, names[1]).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText(free)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })

  await page.goto(paying)
  await expect(page.getByText('This payment page has expired')).toBeVisible()
  expect(await mailsTo(deps, holder, `Your unpaid order with ${names[0]} has ended`)).toBe(1)
})

test('a paid domain that was never pointed here goes to its owner; the other order tells of it and is given the fee back once', async ({
  page,
  deps,
  customer: holder,
  addPerson,
  signIn,
}) => {
  test.setTimeout(300_000)
  // An ordered name that could not be bought, and in its place an own one that nobody points here.
  await signIn(holder)
  const order = await placePaidOrder(page, holder, {
    beforePayment: async (names) => {
      for (const name of names) await delegate(deps, name, elsewhere)
    },
  })
  const [original = ''] = order.domains
  await expectStatus(page, order.domains, 'error')
  const name = longName()
  await delegate(deps, name, elsewhere)
  await callApi(page, 'POST', '/api/domains/replace', [
    { originalDomain: original, newDomain: name, isUserAdded: true },
  ])
  await expectStatus(page, [name], 'pending')

  await page.context().clearCookies()
  await signIn(await addPerson({ name: 'Grace Hopper' }))
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.chooseOption('own')
  const field = page.getByLabel('Your domain', { exact: true })
  await field.fill(name)
  await wizard.button('Add Domain').click()
  await isItYours(page, name).click()
  await prove(page, deps, name)
  await expect(field).toBeFocused()
  await wizard.button('Add Domain').click()
  await expect(wizard.cart('azure').getByText('1 of 2')).toBeVisible()
  expect(await wizard.chosen('azure')).toEqual([name])

  await page.context().clearCookies()
  await signIn(holder)
  for (let times = 0; times < 2; times++) await payOwedRefunds(deps)
  const details = await openDetails(page, order.groupId)
  // What stopped is open already.
  await expect(
    details.getByText(`${name} belongs to someone else, who has shown it by a DNS record.`).first(),
  ).toBeVisible()
  await expect(details.getByRole('button', { name: 'Choose another domain' }).first()).toBeVisible()
  await expect(details.getByText(`Took ${name} out: someone else has shown that it is theirs`)).toHaveCount(1)
  await expect(details.getByText(/^Refunded \$[\d.]+ for /)).toHaveCount(1)
  await expect(details.getByText(`for ${original}`)).toHaveCount(1)
  expect(await mailsTo(deps, holder, `${name} is no longer part of your order`)).toBe(1)
  await expectAccessible(page)
})

test('own domains of a cancelled order that stand in another one are claimed where it is reinstated', async ({
  page,
  deps,
  customer,
  addPerson,
  signIn,
}) => {
  test.setTimeout(180_000)
  const names = [longName(), longName()] as const
  for (const name of names) await delegate(deps, name, elsewhere)
  const holder = await addPerson({ name: 'Grace Hopper' })
  await signIn(holder)
  await openPaymentPage(page, holder, names)
  await page.context().clearCookies()
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [{ cancelled: true, source: 'own', statuses: ['cancelled'], tool: 'other' }],
  })
  const { groupId = '', domains: seeded = [] } = groups[0] ?? {}
  for (const [index, name] of names.entries())
    await deps.db
      .update(domains)
      .set({ name, releasedAt: new Date() })
      .where(eq(domains.name, seeded[index] ?? ''))
  await deps.db
    .insert(domainNames)
    .values(names.map((name) => ({ name })))
    .onConflictDoNothing()
  await signIn(customer)
  await page.goto(
    reinstatePath(names.map((domain) => ({ domain, domainType: 'Azure', status: 'cancelled', groupId }))),
  )
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await page.getByRole('button', { name: 'Confirm User Configuration' }).click()
  await page.getByRole('button', { name: 'Save Tool Configuration' }).click()
  await page.getByRole('button', { name: 'Confirm Reinstatement' }).click()
  await expect(
    page.getByText(
      '2 of these domains are in another order by now, so nothing was reinstated. Show that they are yours, or place a new order with other domains.',
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await isItYours(page, names[0]).click()
  await prove(page, deps, names[0])
  await expect(page.getByText('Free for you now')).toBeVisible()
  // The other one was in the same order, which is over.
  await isItYours(page, names[1]).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText(free)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(
    page.getByText('They are free for you now. Please confirm the reinstatement again.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Reinstatement' }).click()
  await expect(page).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })
})

test('an own replacement that stands in another order is claimed in its row', async ({
  page,
  deps,
  customer,
  addPerson,
  signIn,
}) => {
  test.setTimeout(180_000)
  const names = [longName(), longName()] as const
  for (const name of names) await delegate(deps, name, elsewhere)
  const holder = await addPerson({ name: 'Grace Hopper' })
  await signIn(holder)
  await openPaymentPage(page, holder, names)
  await page.context().clearCookies()
  const { groups } = await seedOrder(deps, customer.id, {})
  const [original = ''] = groups[0]?.domains ?? []
  await signIn(customer)
  await startOnAll(page, 'replaceDomains')
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await dialog.getByRole('radio', { name: 'Use domains you own' }).click()
  await dialog.getByRole('button', { name: `Replace ${original}` }).click()
  await dialog.getByLabel(`New domain for ${original}`).fill(names[0])
  await dialog.getByRole('button', { name: 'Save' }).click()
  const submit = dialog.getByRole('button', { name: 'Replace 1 domain' })
  await submit.click()
  await expect(isItYours(dialog, names[0])).toBeVisible({ timeout: 30_000 })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await isItYours(dialog, names[0]).click()
  await shownRecord(page.getByRole('dialog', { name: `Is ${names[0]} yours?` }))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await isItYours(dialog, names[0]).click()
  await prove(page, deps, names[0])
  await expect(submit).not.toHaveAttribute('aria-disabled')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await submit.click()
  await expect(page.getByRole('alertdialog', { name: 'Confirm Domain Replacement' })).toBeVisible()
})
