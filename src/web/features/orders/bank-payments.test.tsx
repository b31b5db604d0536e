import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listOrders } from '#shared/api/orders.ts'
import { withBankText } from '#shared/money/bank-days.ts'
import { kept } from '../../testing/kept-answers.ts'
import { network } from '../../testing/network.ts'
import { openPage } from '../../testing/open-page.tsx'
import { answerOrders, expectNoOverflow, expectTold } from '../../testing/orders.ts'

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
