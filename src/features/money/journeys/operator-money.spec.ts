import { readFile } from 'node:fs/promises'
import { readBackfill } from '#base/db/books-read.ts'
import { charges, invoiceLines, invoices } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { joinedStaff } from '#tests/e2e/console/staff.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

const dayMs = 86_400_000

/** A year of renewals of one order, as Stripe's books have it. */
async function addYear({ db }: Dependencies, customerId: string): Promise<void> {
  const rows = Array.from({ length: 12 }, (_, n) => ({
    id: `${customerId}-${n}`,
    madeAt: new Date(Date.now() - (11 - n) * 30 * dayMs - 3_600_000),
  }))
  const ofAll = { customerId, readAt: new Date() }
  await db.insert(invoices).values(
    rows.map(({ id, madeAt }, n) => ({
      ...ofAll,
      stripeId: `in_${id}`,
      subscriptionId: `sub_${customerId}`,
      kind: n === 0 ? ('first' as const) : ('renewal' as const),
      status: 'paid' as const,
      totalCents: 12_500,
      paidCents: 12_500,
      attempts: 1,
      paymentIntentId: `pi_${id}`,
      madeAt,
      paidAt: madeAt,
    })),
  )
  await db.insert(invoiceLines).values(
    rows.map(({ id, madeAt }) => ({
      invoiceId: `in_${id}`,
      position: 0,
      plan: 'premium' as const,
      listCents: 12_500,
      netCents: 12_500,
      periodStart: madeAt,
      periodEnd: new Date(madeAt.getTime() + 30 * dayMs),
    })),
  )
  await db.insert(charges).values(
    rows.map(({ id, madeAt }) => ({
      ...ofAll,
      stripeId: `ch_${id}`,
      paymentIntentId: `pi_${id}`,
      amountCents: 12_500,
      feeCents: 393,
      state: 'succeeded' as const,
      disputed: false,
      madeAt,
    })),
  )
}

test('somebody in finance sees what is earned, enters what things cost, and takes the tables along', async ({
  page,
  deps,
  customer,
}) => {
  await addYear(deps, customer.id)
  // The product reads the books within a minute of its start.
  await expect.poll(() => readBackfill(deps.db), { timeout: 60_000 }).toEqual({ stage: 'done' })
  await joinedStaff(deps, page, 'finance')
  await page.goto('/operator')
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Money' }).click()
  await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'By month' })).toBeVisible()
  await expect(page.getByRole('img', { name: /Monthly recurring revenue/ })).toBeVisible()
  const line = page.getByRole('table', { name: 'By customer' }).getByRole('row', { name: customer.name })
  await expect(line.getByText('$1,500.00').first()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Enter a cost' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter a cost' })
  await dialog.getByLabel('What').selectOption({ label: 'Licences' })
  await dialog.getByLabel('Of').selectOption({ label: 'Google' })
  await dialog.getByLabel('Cost in US dollars').fill('3.50')
  await dialog.getByLabel('Cost in US dollars').press('Enter')
  await expectTold(page, /Licences, Google: \$3\.50 per mailbox and month from 20\d\d-\d\d on\./)
  const costs = page.getByRole('table', { name: 'Costs' })
  await expect(costs.getByText('$3.50')).toBeVisible()
  await costs.getByRole('button', { name: /^Remove Licences Google/ }).click()
  const question = page.getByRole('alertdialog', { name: /^Remove \$3\.50 from/ })
  await expect(question).toContainText('no cost is known for those months then')
  await question.getByRole('button', { name: 'Remove cost' }).click()
  await expectTold(page, /Licences, Google: the cost from 20\d\d-\d\d on is removed\./)
  await expect(costs.getByText('$3.50')).toHaveCount(0)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV: By customer' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('money-customers.csv')
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv.split('\r\n').find((each) => each.includes(customer.id))).toContain(',1500.00,')

  await page.getByLabel('Month', { exact: true }).selectOption({ index: 1 })
  await expect(page).toHaveURL(/month=20\d\d-\d\d/)
  await expect(page.getByRole('table', { name: 'By month' }).getByRole('row')).toHaveCount(2)
})
