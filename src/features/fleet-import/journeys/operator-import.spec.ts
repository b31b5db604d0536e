import { readFile } from 'node:fs/promises'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { domains } from '#base/db/schema/index.ts'
import { joinedStaff } from '#tests/e2e/console/staff.ts'
import { placePaidOrder } from '#tests/e2e/managing/place-paid-order.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { fileOfAccount, forgetOrders } from '#tests/server/fleet-elsewhere.ts'

test('an owner brings a fleet in: a wrong file, a right one, a look, the report, and Adopt to the last click', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  const { db } = deps
  await signIn()
  const order = await placePaidOrder(page, customer)
  const undelivered = and(inArray(domains.name, order.domains), ne(domains.status, 'done'))
  await expect.poll(() => db.$count(domains, undelivered), { timeout: 180_000 }).toBe(0)
  const { csv } = await fileOfAccount(db, customer.id, () => ({ email: customer.email, name: customer.name }))
  await forgetOrders(db, customer.id)
  const upload = (text: string) =>
    page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

  await joinedStaff(deps, page, 'owner')
  await page.goto('/operator')
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible()
  await expectAccessible(page)
  await upload(csv.replaceAll(',azure,', ',gold,'))
  await expect(page.getByText('Nothing imported yet: 2 errors found')).toBeVisible()
  await expect(page.getByText('Line 3: Column plan is none of azure, google, and premium.')).toBeVisible()

  // One of the two says something else than its zone: its order waits.
  const [first = ''] = order.domains
  const wrong = csv.replace(
    new RegExp(`(${first.replace('.', '\\.')}.*)https?://[^,]+`),
    '$1https://elsewhere.example',
  )
  await upload(wrong)
  await expect(page.getByRole('heading', { name: 'fleet.csv' })).toBeVisible()
  await page.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(page.getByText('1 match, 1 contradict, 0 are unknown')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('the file says https://elsewhere.example')).toBeVisible()
  await page.getByLabel('Found').selectOption({ label: 'Contradicts' })
  await expect(page.getByRole('table', { name: 'Domains of the file' }).getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Report' }).click()
  const report = await downloading
  expect(report.suggestedFilename()).toBe('report-fleet.csv')
  expect(await readFile(await report.path(), 'utf8')).toContain(`,Contradicts,,Visitors are sent to`)
  await page.getByRole('button', { name: 'Forget' }).click()
  await page.getByRole('button', { name: 'Forget the file' }).click()
  await expectTold(page, 'The file is forgotten. What was adopted stays.')

  await upload(csv)
  await page.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(page.getByText('2 match, 0 contradict')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Adopt' }).click()
  const question = page.getByRole('alertdialog', { name: 'Adopt 2 domains?' })
  await expect(question).toContainText('Coming in as they stand: 1 order of 1 customer with 104 mailboxes.')
  await question.getByRole('button', { name: 'Adopt 2 domains' }).click()
  await expect(page.getByText('All 2 domains are adopted.')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await page.getByRole('link', { name: first }).click()
  await expect(page.getByRole('heading', { name: first })).toBeVisible()
  expect(await db.$count(domains, and(eq(domains.customerId, customer.id), eq(domains.status, 'done')))).toBe(
    2,
  )

  await page.goto('/dashboard')
  await expect(page.getByText(first).first()).toBeVisible()
})
