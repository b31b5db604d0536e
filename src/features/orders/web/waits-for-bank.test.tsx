import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { answerOrders, groupOf, openDetails } from '#tests/web/orders.ts'
import { listOrders } from '../api/orders.ts'

const until = '2026-12-10T00:00:00.000Z'
const owed = {
  invoiceId: 'in_1',
  number: 'A-1',
  url: 'https://invoice.stripe.com/i/1',
  cents: 5000,
  from: null,
  until: null,
  isToConfirm: true,
}
const link = page.getByRole('link', { name: 'Confirm payment: $50.00' })

test.each([
  [
    'while there is time',
    until,
    /keep running until December 10, 2026; confirm the payment to keep them running/,
  ],
  ['once it is on hold', null, /Confirm the payment, or update your card in the Payment Portal/],
] as const)(
  'the dashboard asks to confirm a renewal with the bank, on its page: %s',
  async (_, ends, told) => {
    answerOrders()
    network.answer(listOrders, {
      ...kept(listOrders, 'orders'),
      refusedRenewals: [{ orderIds: ['ord_mixed'], owed: [owed], until: ends }],
    })
    openPage('/dashboard')
    await expect.element(page.getByText('Your bank asks you to confirm a payment')).toBeVisible()
    await expect.element(page.getByText(told)).toBeVisible()
    await expect.element(link).toHaveAttribute('href', owed.url)
    await expect.element(page.getByText(/could not be charged/)).not.toBeInTheDocument()
  },
)

test('the details of an order ask for it as well', async () => {
  await openDetails(groupOf('mixed', { graceUntil: until, owed: [owed] }))
  await expect.element(page.getByText(/^Your bank asks you to confirm the last renewal/)).toBeVisible()
  await expect.element(link.first()).toBeVisible()
})

test('what is on hold since it was not confirmed says so', async () => {
  await openDetails(groupOf('mixed', { hold: 'past_due', holdSince: until, graceUntil: null, owed: [owed] }))
  await expect.element(page.getByText(/and it was not confirmed/)).toBeVisible()
})

test('an order whose billing is paused at the payment provider asks nothing of its customer', async () => {
  await openDetails(groupOf('mixed', { hold: 'paused', holdSince: until, graceUntil: null, owed: [] }))
  await expect.element(page.getByText(/^Billing for this order is paused/)).toBeVisible()
  await expect.element(page.getByText(/you don’t have to do anything/)).toBeVisible()
})
