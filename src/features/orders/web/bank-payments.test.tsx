import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { withBankText } from '#features/billing/rules/bank-days.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { answerOrders, expectNoOverflow, expectTold } from '#tests/web/orders.ts'
import { listOrders } from '../api/orders.ts'

const payment = { checkoutId: 'chk_1', cents: 81_00, names: ['acme1.com', 'acme2.com'] }

test.each([
  [
    'a new order',
    { ...payment, kind: 'order' },
    'Your new order of 2 domains, $81.00: acme1.com, acme2.com.',
  ],
  ['a resumed one', { ...payment, kind: 'release' }, 'Resuming 2 domains, $81.00: acme1.com, acme2.com.'],
] as const)('the dashboard says that a bank has the payment of %s', async (_, withBank, told) => {
  answerOrders()
  network.answer(listOrders, { ...kept(listOrders, 'orders'), withBank: [withBank] })
  openPage('/dashboard')
  await expectTold('Your bank is processing the payment')
  await expect.element(page.getByText(`${told} ${withBankText}`)).toBeVisible()
  await expectNoOverflow()
})

test('it says so as well to a customer who has no other order', async () => {
  answerOrders()
  const { summary } = kept(listOrders, 'orders')
  network.answer(listOrders, {
    ...{ orders: [], summary, refusedRenewals: [], cursor: 'c' },
    withBank: [{ ...payment, kind: 'order' }],
  })
  openPage('/dashboard')
  await expectTold(/^Your new order of 2 domains/)
})
