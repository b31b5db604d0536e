import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { colleague, openConsole } from '#tests/web/open-page.tsx'
import { consoleMoney, type MoneyView, readBooksAgain } from '../api/console-money.ts'
import { known } from '../rules/figure.ts'

const sums = { charged: 1_580_00, returned: 20_00 }
const view = (changes: Partial<MoneyView>): MoneyView => ({
  isRead: true,
  months: [],
  customers: [],
  plans: [],
  shared: known(0),
  total: null,
  otherCurrencies: 0,
  readUntil: new Date().toISOString(),
  compared: [{ month: '2026-10', until: '2026-11-01T00:00:00.000Z', stripe: sums, books: sums }],
  forecast: [],
  costs: [],
  missing: [],
  ...changes,
})
const open = (changes: Partial<MoneyView>, role: 'finance' | 'reader' = 'finance') => {
  network.answer(consoleMoney, view(changes))
  openConsole('/operator/money', { as: colleague({ role }) })
}
const differs = page.getByText('These figures are not what Stripe has: 2026-10')
const readAgain = page.getByRole('button', { name: 'Read again', exact: true })

test('a month that lacks something is named, and everything can be read again there', async () => {
  open({
    compared: [
      { month: '2026-10', until: '2026-11-01T00:00:00.000Z', stripe: sums, books: { ...sums, charged: 0 } },
    ],
  })
  await expect.element(differs).toBeVisible()
  network.answer(readBooksAgain, { message: 'Stripe’s books are read again.' })
  await readAgain.first().click()
  await expect.poll(() => network.sent(readBooksAgain)).toHaveLength(1)
  await expect.element(page.getByText('Stripe’s books are read again.')).toBeVisible()
})

test('months that are the same say so, and who may not enter costs has nothing to press', async () => {
  open({}, 'reader')
  await expect.element(page.getByText('Same', { exact: true })).toBeVisible()
  await expect.element(differs).not.toBeInTheDocument()
  await expect.element(readAgain).not.toBeInTheDocument()
})

test('figures say since when nothing was read from Stripe', async () => {
  open({ readUntil: new Date(Date.now() - 2 * 3_600_000).toISOString() })
  await expect.element(page.getByText(/^Stripe was last read on /)).toBeVisible()
})
