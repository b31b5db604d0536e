import { eq, inArray, sql } from 'drizzle-orm'
import { domains } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { expectStatus } from '#tests/e2e/managing/place-paid-order.ts'
import { placeSmallOrder } from '#tests/e2e/managing/small-order.ts'
import { expectAgreed } from '#tests/e2e/managing/vendors.ts'
import { openDetails, pressUnavailable, startOnAll } from '#tests/e2e/managing/workspace.ts'
import { freshLabel } from '#tests/e2e/ordering/order-wizard.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { keepStill } from '#tests/e2e/product/keep-still.ts'
import { type SeededGroup, seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { dayText } from '#ui/time-texts.ts'
import { overlapCost, overlapEnds } from '../rules/overlap.ts'

test('domains are replaced with an overlap at the price of their names; it is ended for one, and another one is kept after all', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  await signIn()
  const [first, second] = [`${freshLabel()}.com`, `${freshLabel()}.com`]
  const { bundleId } = await placeSmallOrder(page, deps, customer, [first, second])
  const bought = new Map([
    [first, `${freshLabel()}.com`],
    [second, `${freshLabel()}.net`],
  ])
  const newFor = (name: string) => required(bought.get(name), name)

  await startOnAll(page, 'replaceDomains')
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await dialog.getByRole('radio', { name: 'Purchase new domains' }).click()
  for (const [original, name] of bought) {
    await dialog.getByRole('button', { name: `Replace ${original}` }).click()
    await dialog.getByLabel(`New domain for ${original}`).fill(name)
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await expect(dialog.getByRole('radio', { name: /^Take them down at once/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /^Keep them for 30 days/ }).click()
  await expect(dialog).toContainText('after that they send less each day for 14 days')
  await expect(dialog.getByText(overlapCost)).toBeVisible()
  await expectAccessible(page)
  await expect(dialog.getByText('$24.50 once, for registration')).toBeVisible()
  await dialog.getByRole('button', { name: 'Replace 2 domains' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Confirm Domain Replacement' })
  await expect(confirmation).toContainText('You pay $24.50 for the registration on the next page')
  await expect(confirmation).toContainText(overlapCost)
  await confirmation.getByRole('button', { name: 'Confirm Replacement' }).click()
  await expect(page).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })
  await expect(page.getByRole('heading', { name: '$24.50 due now' })).toBeVisible()
  await expect(page.getByText(/^then \$/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 })
  await expectStatus(page, [...bought.values()], 'done')
  await expectStatus(page, [first, second], 'done')

  const [falling] = await deps.db
    .select({ since: domains.fallingSince })
    .from(domains)
    .where(eq(domains.name, first))
  const ends = overlapEnds(required(falling?.since, 'since when it falls'))
  const receivesUntil = dayText(ends.receives.toISOString())
  await page.goto('/dashboard')
  await expect(page.getByText(`receives until ${receivesUntil}`)).toHaveCount(2)
  await expectAccessible(page)
  const details = await openDetails(page, bundleId)
  await details.getByRole('button', { name: `Microsoft ${first}` }).click()
  await expect(
    details.getByText(
      `Replaced by ${newFor(first)}. Sends 100 % of its cold mail, less each day and no cold mail from ${dayText(
        ends.falls.toISOString(),
      )} on. Receives replies until ${receivesUntil}, then it is taken down.`,
    ),
  ).toBeVisible()
  await expectAccessible(page)

  await details.getByRole('button', { name: 'End the overlap now' }).click()
  const ending = page.getByRole('alertdialog', { name: `End the overlap of ${first}?` })
  await expect(ending).toContainText('replies do not arrive any more')
  await expectAccessible(page)
  await ending.getByRole('button', { name: 'End it now' }).dblclick()
  await expectTold(page, `${first} is being taken down.`)
  await expect(ending).toBeHidden()
  await expect(details.getByRole('button', { name: 'End the overlap now' })).toHaveCount(0)
  await expectStatus(page, [first], 'cancelled')

  await details.getByRole('button', { name: `Microsoft ${newFor(second)}` }).click()
  await details.getByRole('button', { name: 'Keep the old one' }).click()
  const keeping = page.getByRole('alertdialog', { name: `Keep ${second}?` })
  await expect(keeping).toContainText('what was paid for its registration is not given back')
  await expectAccessible(page)
  await keeping.getByRole('button', { name: 'Keep the old one' }).click()
  await expectTold(page, `${second} is kept.`)
  await expectStatus(page, [second, newFor(first)], 'done')
  await expectStatus(page, [newFor(second)], 'cancelled')

  await page.goto('/dashboard')
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible()
  await expect(page.getByText('Replaced', { exact: true })).toHaveCount(1)
  await expect(page.getByText(/^receives until/)).toHaveCount(0)
  await expectAgreed(deps, [first, second, ...bought.values()])
})

test('fifty domains are replaced with an overlap by pasting a list, which nobody loses by closing the dialog', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(240_000)
  const five: SeededGroup = { plan: 'google', people: [['Jane', 'Doe']] }
  const { groups } = await seedOrder(deps, customer.id, { groups: Array.from({ length: 10 }, () => five) })
  const originals = groups.flatMap((group) => group.domains)
  expect(originals).toHaveLength(50)
  await deps.db.update(domains).set({ deliveredAt: sql`now()` }).where(inArray(domains.name, originals))
  const names = originals.map((_, at) => `${freshLabel()}.${at < 30 ? 'com' : 'net'}`)
  await signIn()
  await startOnAll(page, 'replaceDomains')
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await dialog.getByRole('radio', { name: 'Purchase new domains' }).click()
  await dialog.getByRole('radio', { name: /^Keep them for 30 days/ }).click()
  await button('Paste a list').click()
  const field = dialog.getByLabel('New domains, one in each line')
  await field.fill([...names, 'onemore.com'].join('\n'))
  await expect(field).toHaveAccessibleDescription(
    'These are 51 names, and 50 domains have no replacement yet.',
  )
  await field.fill(names.join('\n'))
  await pressUnavailable(page, button('Replace domains'), 'Enter or cancel the list you have pasted first.')
  await field.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await expect(field).toHaveValue(names.join('\n'))
  await button('Enter 50 domains').click()
  await expect(dialog.getByText('$645.00 once, for registration')).toBeVisible()
  await button('Replace 50 domains').click()
  const confirmation = page.getByRole('alertdialog', { name: 'Confirm Domain Replacement' })
  await expect(confirmation).toContainText('You pay $645.00 for the registration on the next page', {
    timeout: 60_000,
  })
  const rows = confirmation.getByRole('row')
  await expect(rows).toHaveCount(51)
  for (const [at, original] of originals.entries())
    await expect(rows.filter({ hasText: original })).toContainText(names[at] ?? '')
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Confirm Replacement' }).click()
  await expect(page).toHaveURL(/\/pay\/cs_/, { timeout: 60_000 })
  await expect(page.getByRole('heading', { name: '$645.00 due now' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Total $645.00' })).toBeVisible()
  await keepStill(deps, names)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 })
  await keepStill(deps, names)

  await expect(page).toHaveURL('/dashboard')
  const cards = page.getByRole('list', { name: 'Associated Domains' })
  await expect(cards.getByText('Replaced', { exact: true })).toHaveCount(50)
  for (const name of names) await expect(cards.getByText(name, { exact: true })).toBeVisible()
  const details = await openDetails(page, groups[0]?.groupId ?? '')
  await details.getByRole('button', { name: `Google ${originals[0]}` }).click()
  await expect(
    details.getByText(`Replaced by ${names[0]}. Goes on with an overlap once its replacement is delivered.`),
  ).toBeVisible()
})
