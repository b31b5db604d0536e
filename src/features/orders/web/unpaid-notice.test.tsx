import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { discardPayment } from '#features/checkout/api/payments.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { answerList, answerOrders, expectTold, orderOf } from '#tests/web/orders.ts'
import { listOrders } from '../api/orders.ts'

const notice = page.getByText(/^1 domain, \$15\.50\. The payment page is open until/)
const question = page.getByRole('alertdialog')
const button = (name: string, within: Pick<typeof page, 'getByRole'> = page) =>
  within.getByRole('button', { name, exact: true })

async function askToDiscard(kind: 'replace' | 'reinstate'): Promise<void> {
  const { groups, ...order } = orderOf('mixed')
  const unpaid = {
    checkoutId: 'chk_1',
    kind,
    domains: 1,
    cents: 15_50,
    url: null,
    until: new Date(Date.now() + 3_600_000).toISOString(),
  }
  answerOrders()
  answerList({ ...order, groups: groups.map((group, at) => (at === 0 ? { ...group, unpaid } : group)) })
  openPage('/dashboard?order=ord_mixed')
  await expect.element(notice).toBeVisible()
  await button('Discard').click()
}

test.each([
  ['replace', 'discarded', 'The replacement was discarded. Nothing was charged.'],
  ['replace', 'paid', 'This replacement has just been paid, so it cannot be discarded any more.'],
  ['reinstate', 'discarded', 'The reinstatement was discarded. Nothing was charged.'],
  ['reinstate', 'paid', 'This reinstatement has just been paid, so it cannot be discarded any more.'],
] as const)(
  'giving up a payment (%s) says that it is %s, and reads the orders again',
  async (kind, status, told) => {
    await askToDiscard(kind)
    network.answer(discardPayment, { status })
    answerList(orderOf('mixed'))
    await button('Discard', question).click()
    await expectTold(told)
    await expect.element(notice).not.toBeInTheDocument()
    expect(network.sent(discardPayment).map(({ body }) => body)).toEqual([{ checkoutId: 'chk_1' }])
    expect(network.sent(listOrders).length).toBeGreaterThan(1)
  },
)

test('a payment that could not be discarded keeps its question, says why, and stands as it did', async () => {
  await askToDiscard('replace')
  network.refuse(discardPayment, { status: 409, code: 'conflict', message: 'Not now, please.' })
  await button('Discard', question).click()
  await expectTold('Not now, please.')
  await expect.element(question).toBeVisible()
  await button('Keep it', question).click()
  await expect.element(notice).toBeVisible()
})

test('a replacement that a bank has yet to pay can neither be paid again nor discarded', async () => {
  const { groups, ...order } = orderOf('mixed')
  const unpaid = {
    checkoutId: 'chk_1',
    kind: 'replace' as const,
    domains: 1,
    cents: 15_50,
    url: null,
    withBank: true,
    until: new Date(Date.now() + 3_600_000).toISOString(),
  }
  answerOrders()
  answerList({ ...order, groups: groups.map((group, at) => (at === 0 ? { ...group, unpaid } : group)) })
  openPage('/dashboard?order=ord_mixed')
  await expect
    .element(page.getByText(/^1 domain, \$15\.50\. Your bank takes up to 14 days/).first())
    .toBeVisible()
  await expect.element(button('Discard')).not.toBeInTheDocument()
})
