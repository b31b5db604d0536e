import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { answerOrders, expectNoOverflow, type KeptOrder } from '#tests/web/orders.ts'
import { listOrders, type RefusedRenewal } from '../api/orders.ts'

const option = (name: string) =>
  page.getByRole('listbox', { name: 'Orders' }).getByRole('option').filter({ hasText: name })

/** The dashboard of a customer who owes $50.00 for this order. */
function openOwing(name: KeptOrder, changes: Partial<RefusedRenewal> = {}, query = ''): void {
  answerOrders()
  const renewal = {
    orderIds: [`ord_${name}`],
    owed: [
      {
        ...{ invoiceId: 'in_1', number: null, url: 'https://invoice.stripe.com/i/1', cents: 50_00 },
        ...{ from: '2026-10-03T12:00:00.000Z', until: '2026-11-02T12:00:00.000Z' },
      },
    ],
    until: '2026-12-10T00:00:00.000Z',
    ...changes,
  }
  network.answer(listOrders, { ...kept(listOrders, 'orders'), refusedRenewals: [renewal] })
  openPage(`/dashboard${query}`)
}

const onPhone = () => page.viewport(360, 740)

test.each([
  ['of a refused renewal', {}],
  ['that outlived its order', { until: null, hasEnded: true }],
])('an order with a debt %s is marked in the list, and stands with what needs attention', async (_, debt) => {
  openOwing('replaced', debt)
  await expect.element(option('replaced.example.com').getByText('Payment due')).toBeVisible()
  await expect.element(option('mixed.example.com').getByText('Payment due')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Needs attention' }).click()
  await expect.element(option('replaced.example.com')).toBeVisible()
  await expect.element(option('mixed.example.com')).not.toBeInTheDocument()
})

test('the mark has room on a phone', async () => {
  await onPhone()
  openOwing('replaced')
  const mark = option('replaced.example.com').getByText('Payment due')
  await expect.element(mark).toBeVisible()
  expect(mark.element().getBoundingClientRect().right).toBeLessThanOrEqual(360)
})

test.each([
  ['of a refused renewal', {}, /^The last renewal of replaced\.example\.com could not be charged/],
  [
    'that outlived its order',
    { until: null, hasEnded: true },
    /^Your subscription for replaced\.example\.com has ended\.You still owe \$50\.00 for the time it ran/,
  ],
])(
  'on a phone the mailed link to an order with a debt %s shows it and where it is paid',
  async (_, debt, told) => {
    await onPhone()
    openOwing('replaced', debt, '?order=ord_replaced')
    await expect.element(page.getByText(told)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Pay now: $50.00' }))
      .toHaveAttribute('href', 'https://invoice.stripe.com/i/1')
    await expectNoOverflow()
  },
)

test('on a phone an order that owes nothing says nothing of what another one owes', async () => {
  await onPhone()
  openOwing('replaced', {}, '?order=ord_mixed')
  await expect.element(page.getByRole('region', { name: 'mixed.example.com', exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Pay now/ })).not.toBeInTheDocument()
})
