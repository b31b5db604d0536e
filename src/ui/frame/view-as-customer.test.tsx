import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { factorRule, ownSecondFactor, ownSessions } from '#features/accounts/api/account.ts'
import { instantlyCredentials, listBulkJobs } from '#features/bulk-update/api/bulk-update.ts'
import { recentLists } from '#features/bulk-update/api/loaded-lists.ts'
import { cancelOrder } from '#features/cancellation/api/cancel-order.ts'
import { discardPayment } from '#features/checkout/api/payments.ts'
import { viewOnlyText } from '#features/customers/rules/customer-views.ts'
import { ownHealthMail, setOwnHealthMail } from '#features/health/api/health.ts'
import { getGroup } from '#features/orders/api/groups.ts'
import { listOrders } from '#features/orders/api/orders.ts'
import { revealCredential } from '#features/tools/api/credentials.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { customer, openPage } from '#tests/web/open-page.tsx'
import {
  answerList,
  answerOrders,
  expectTold,
  groupOf,
  orderOf,
  pressUnavailable,
} from '#tests/web/orders.ts'

const why = viewOnlyText('Ada Byron')
const viewUntil = new Date(Date.now() + 20 * 60_000).toISOString()
/** As staff who view the product as Ada. */
const view = (address: string) => openPage(address, { as: customer({ name: 'Ada Byron', viewUntil }) })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const refusal = { status: 403, code: 'view_only', message: why } as const
const accountReads = [ownSessions, ownSecondFactor, factorRule]

/** It says why it does nothing, before a press and after it. */
async function expectOff(control: Locator): Promise<void> {
  await expect.element(control).toHaveAttribute('aria-disabled', 'true')
  await expect.element(control).toHaveAccessibleDescription(why)
  await pressUnavailable(control)
  await expect
    .poll(() =>
      page
        .getByText(why)
        .elements()
        .some((said) => said.checkVisibility()),
    )
    .toBe(true)
}

test('in View as customer an order is looked at up to its cancellation, and not cancelled', async () => {
  answerOrders()
  view('/cancel_order?id=bun_mixed_1')
  await page.getByRole('radio', { name: 'Other' }).click()
  await page.getByLabelText('What is the reason?').fill('we moved in-house')
  await button('Continue').click()
  await expectOff(button('Confirm Cancellation'))
  expect(network.sent(cancelOrder)).toEqual([])
})

test('in View as customer an open payment is neither paid nor discarded', async () => {
  answerOrders()
  const { groups, ...order } = orderOf('mixed')
  const unpaid = {
    ...({ checkoutId: 'chk_1', kind: 'replace', domains: 1, cents: 15_50, until: viewUntil } as const),
    url: 'https://pay.example/1',
  }
  answerList({ ...order, groups: groups.map((group, at) => (at === 0 ? { ...group, unpaid } : group)) })
  view('/dashboard?order=ord_mixed')
  await expectOff(page.getByRole('button', { name: 'Pay', exact: true }))
  await button('Discard').click()
  await expectOff(page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }))
  expect(network.sent(discardPayment)).toEqual([])
})

test('in View as customer secrets stay hidden, and what is no secret is copied', async () => {
  const group = groupOf('mixed')
  answerOrders(group)
  view(`/dashboard?details=${group.groupId}`)
  await expectOff(button(/^Show API Key/).first())
  await expectOff(button(/^Copy API Key/).first())
  await expect.element(button('Copy forwarding domain')).not.toHaveAttribute('aria-disabled')
  expect(network.sent(revealCredential)).toEqual([])
})

test('in View as customer what could not be loaded can be asked for again', async () => {
  answerOrders()
  network.refuse(listOrders, { status: 404, code: 'not_found', message: 'Not today.' })
  view('/dashboard')
  const retry = button('Retry')
  await expect.element(retry).toBeVisible()
  network.answer(listOrders, kept(listOrders, 'orders'))
  await retry.click()
  await expect.element(retry).not.toBeInTheDocument()
})

test('in View as customer a choice that is saved immediately is unavailable, as is the payment portal', async () => {
  answerOrders()
  network.answer(ownHealthMail, kept(ownHealthMail, 'account-health-mail'))
  for (const endpoint of accountReads) network.refuse(endpoint, refusal)
  view('/account')
  for (const choice of page.getByRole('radio').all()) await expectOff(choice)
  expect(network.sent(setOwnHealthMail)).toEqual([])
  await button(/^Ada Byron/).click()
  const portal = page.getByRole('menuitem', { name: /^Payment Portal/ })
  await expect.element(portal).toHaveAttribute('aria-disabled', 'true')
  await expect.element(portal).toMatchTextContent(why)
})

test('in View as customer the bulk tool says why it has no credentials, and fetches nothing', async () => {
  network.refuse(instantlyCredentials, refusal)
  network.answer(listBulkJobs, { jobs: [] })
  network.answer(recentLists, { lists: [] })
  answerOrders()
  view('/instantly-bulk-update')
  await expectTold(why)
  await expect.element(page.getByText(/Could not fetch your Instantly credentials/)).not.toBeInTheDocument()
  await expectOff(button('Fetch Accounts'))
})

test('the customer’s own page changes what it changed before', async () => {
  const group = groupOf('mixed')
  answerOrders(group)
  openPage(`/dashboard?details=${group.groupId}`)
  await expect.element(button(/^Show API Key/).first()).not.toHaveAttribute('aria-disabled')
  expect(network.sent(getGroup).length).toBeGreaterThan(0)
})
