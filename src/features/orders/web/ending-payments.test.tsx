import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DroppedPayment } from '#features/checkout/api/ended-payments.ts'
import { dismissDropped } from '#features/checkout/api/payments.ts'
import { verifyAvailability } from '#features/names/api/find-domains.ts'
import { replaceDomains } from '#features/replacement/api/replacements.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { answerOrders, expectNoOverflow, startAction } from '#tests/web/orders.ts'
import { listOrders } from '../api/orders.ts'

const question = page.getByRole('alertdialog', { name: 'Another payment is open' })
const confirmation = page.getByRole('alertdialog', { name: 'Confirm Domain Replacement' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

/** A replacement up to its confirmation, while a larger one can be paid in another window. */
async function confirmReplacement(): Promise<void> {
  await startAction('replaceDomains', 'mixed', 1)
  await page.getByRole('radio', { name: /^Purchase new domains/ }).click()
  await press('Replace mixed1.com')
  await page.getByLabelText('New domain for mixed1.com').fill('brandnew.com')
  await press('Save')
  network.answer(verifyAvailability, ({ body }) => ({
    success: true,
    results: body.domains.map((domain) => ({
      ...{ domain, available: true, exists_in_airtable: false, message: '', suggestions: [] },
    })),
  }))
  await press('Replace 1 domain')
  network.refuse(replaceDomains, {
    status: 409,
    code: 'ends_payment',
    message: 'A payment for more than this is open in another window.',
    details: {
      payments: [
        {
          checkoutId: 'chk_larger',
          kind: 'replace',
          cents: 93_00,
          names: ['one.com', 'two.com', 'three.com', 'four.com', 'five.com'],
          domains: 6,
        },
      ],
    },
  })
  await press('Confirm Replacement')
  await expect.element(question).toBeVisible()
}

test('a payment that would end a larger one asks first, with what both are for', async () => {
  await confirmReplacement()
  const both = [
    'A payment of $93.00 for 6 domains is open in another window: one.com, two.com, three.com, four.com, five.com, and 1 more.',
    'If you continue, it closes without being paid, and you pay $15.50 for 1 domain here.',
  ]
  for (const sentence of both) await expect.element(question.getByText(sentence)).toBeVisible()
  await expectNoOverflow()
  await press('Keep the other one')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(confirmation).toBeVisible()
  await expect.element(page.getByText(/open in another window/)).not.toBeInTheDocument()
  expect(network.sent(replaceDomains).map(({ query }) => query)).toEqual([{}])
})

test('once the end of the larger one is agreed to, it is named, and the payment page opens', async () => {
  await confirmReplacement()
  const paying = `${window.location.href.replace(/#.*/, '')}#paying`
  network.answer(replaceDomains, {
    ...{ success: true, message: '', requiresPayment: true, checkoutUrl: paying },
    ...{ successCount: 0, errorCount: 0, errors: [], results: [] },
  })
  await press('Continue here')
  await expect.poll(() => window.location.hash).toBe('#paying')
  expect(network.sent(replaceDomains).map(({ query }) => query)).toEqual([{}, { ends: 'chk_larger' }])
})

const dropped: DroppedPayment = {
  checkoutId: 'chk_larger',
  kind: 'replace',
  cents: 93_00,
  names: ['mixed1.com'],
  domains: 1,
  orderId: 'ord_mixed',
  replacements: [{ originalDomain: 'mixed1.com', newDomain: 'brandnew.com' }],
}

/** The dashboard with payments that were dropped. */
function openDashboard(...payments: DroppedPayment[]): void {
  answerOrders()
  network.answer(listOrders, { ...kept(listOrders, 'orders'), dropped: payments })
  openPage('/dashboard')
}

test('the dashboard tells what was dropped until that is dismissed', async () => {
  openDashboard(dropped)
  const notice = page.getByText(
    'The payment of $93.00 was not made, and this domain was not replaced: mixed1.com.',
  )
  await expect.element(notice).toBeVisible()
  network.answer(dismissDropped, { success: true })
  network.answer(listOrders, kept(listOrders, 'orders'))
  await press('Dismiss')
  await expect.element(notice).not.toBeInTheDocument()
  expect(network.sent(dismissDropped).map(({ body }) => body)).toEqual([{ checkoutId: 'chk_larger' }])
})

test('what a bank did not pay is told as that', async () => {
  openDashboard({ ...dropped, isRefused: true })
  await expect.element(page.getByText('A bank payment failed')).toBeVisible()
  await expect
    .element(page.getByText(/was not made: your bank did not pay it, and this domain/))
    .toBeVisible()
})

test('a replacement that was dropped is ordered again with the names that were chosen', async () => {
  openDashboard(dropped)
  await page.getByRole('link', { name: 'Replace again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await expect.element(dialog.getByText('brandnew.com')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Replace 1 domain' })).toBeEnabled()
})

test('longer ones stay on a phone, and orders are ordered anew', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `${'a-very-long-name-'.repeat(3)}${at}.com`)
  openDashboard({ ...dropped, kind: 'order', orderId: null, replacements: [], names, domains: 40 })
  await expect.element(page.getByText(/these 40 domains were not ordered: .*, and 20 more\.$/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Order again' }))
    .toHaveAttribute('href', '/choose-plan')
  await expectNoOverflow()
})
