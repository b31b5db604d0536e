import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { login, refreshToken } from '#features/accounts/api/auth.ts'
import { createCheckoutSession, discardPayment } from '#features/checkout/api/payments.ts'
import { updateForwarding } from '#features/forwarding/api/forwarding.ts'
import { verifyAvailability } from '#features/names/api/find-domains.ts'
import { swapMailbox } from '#features/people/api/mailboxes.ts'
import { reinstate } from '#features/reinstatement/api/reinstate.ts'
import { replaceDomains } from '#features/replacement/api/replacements.ts'
import { network } from '#tests/web/network.ts'
import { customer, endPages, openPage } from '#tests/web/open-page.tsx'
import {
  answerOrders,
  groupOf,
  openDetails,
  openReinstatement,
  reinstatementAt,
  startAction,
} from '#tests/web/orders.ts'

const dialog = (name: string) => page.getByRole('dialog', { name })
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const paymentPage = () => `${window.location.href.replace(/#.*/, '')}#paying`

/** The tab comes to this address with nothing but what it has stored. */
function arriveAt(address: string): void {
  endPages()
  openPage(address)
}

async function signIn(): Promise<void> {
  network.answer(login, { user: customer(), message: 'Login successful', expiresIn: 3600 })
  await page.getByLabelText('Email').fill('jane@acme.test')
  await page.getByLabelText('Password', { exact: true }).fill('Correct.Horse.1')
  await press('Sign in')
}

test('a session that ends inside a dialog is told once, and the dialog is there again after signing in', async () => {
  await startAction('updateForwarding', 'mixed', 1)
  const field = dialog('Update Forwarding Domain').getByLabelText('New Forwarding Domain')
  await field.fill('example.com/new')
  const ended = { status: 401, code: 'unauthenticated', message: 'Please sign in.' } as const
  network.refuse(updateForwarding, ended)
  network.refuse(refreshToken, ended)
  await press('Update Forwarding Domain')
  await expect.element(page.getByText('Your session has expired. Please log in again.')).toBeVisible()
  await expect.element(page.getByText('Please sign in.')).not.toBeInTheDocument()
  expect(page.getByRole('listitem').all()).toHaveLength(1)
  await signIn()
  await expect.element(field).toHaveValue('example.com/new')
  expect(window.location.search).toContain('order=ord_mixed')
  await press('Cancel')
  arriveAt('/dashboard?order=ord_mixed')
  await expect.element(page.getByRole('toolbar')).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
})

test('an order that is being edited is there again without the credentials that were typed', async () => {
  await openDetails(groupOf('mixed'))
  await press('Edit order')
  const edit = dialog('Edit Order')
  await edit.getByLabelText('Organization Name').fill('Kept Inc')
  await edit.getByLabelText('API Key', { exact: true }).fill('typed-secret')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('typed-secret')
  arriveAt(`/dashboard?details=${groupOf('mixed').groupId}`)
  await expect.element(edit.getByLabelText('Organization Name')).toHaveValue('Kept Inc')
  await expect.element(edit.getByLabelText('API Key', { exact: true })).not.toHaveValue('typed-secret')
})

test('users that are being changed are there again, with one who was typed and not added', async () => {
  await startAction('updateUsernames', 'mixed', 1)
  const form = dialog('Change Usernames')
  await form.getByRole('form', { name: 'Add User' }).getByLabelText('First Name').fill('Ada')
  arriveAt('/dashboard?order=ord_mixed')
  await expect
    .element(form.getByRole('form', { name: 'Add User' }).getByLabelText('First Name'))
    .toHaveValue('Ada')
})

const newPerson = page.getByLabelText('Person of the new mailbox')
const john = 'per_00000000000000000002'

async function chooseSwap(): Promise<void> {
  await openDetails(groupOf('replaced'), 1)
  await press('Swap a mailbox')
  await press('Swap jane@replaced2.com')
  await newPerson.selectOptions('John Roe')
}

test('a swap of a mailbox is there again with its person after its session has ended', async () => {
  await chooseSwap()
  const ended = { status: 401, code: 'unauthenticated', message: 'Please sign in.' } as const
  network.refuse(swapMailbox, ended)
  network.refuse(refreshToken, ended)
  await press('Swap mailbox')
  await expect.element(page.getByText('Your session has expired. Please log in again.')).toBeVisible()
  await expect.element(page.getByText('Please sign in.')).not.toBeInTheDocument()
  await signIn()
  await expect.element(newPerson).toHaveValue(john)
})

test('a swap of a mailbox is there again after a reload, until it is left', async () => {
  await chooseSwap()
  const details = `/dashboard?details=${groupOf('replaced').groupId}`
  arriveAt(details)
  await expect.element(newPerson).toHaveValue(john)
  await press('Cancel')
  await dialog('Swap a Mailbox').getByRole('button', { name: 'Close', exact: true }).last().click()
  arriveAt(details)
  await expect.element(dialog('Order Details')).toBeVisible()
  await expect.element(dialog('Swap a Mailbox')).not.toBeInTheDocument()
})

test('turning back from the payment of a replacement leads to its dialog as it was, which tries again', async () => {
  await startAction('replaceDomains', 'mixed', 1)
  const replace = dialog('Replace Domains')
  await replace.getByRole('radio', { name: /^Purchase new domains/ }).click()
  await press('Replace mixed1.com')
  await replace.getByLabelText('New domain for mixed1.com').fill('brandnew.com')
  await press('Save')
  network.answer(verifyAvailability, ({ body }) => ({
    success: true,
    results: body.domains.map((domain) => ({
      ...{ domain, available: true, exists_in_airtable: false, message: '', suggestions: [] },
    })),
  }))
  await press('Replace 1 domain')
  network.answer(replaceDomains, () => ({
    ...{ success: true, message: '', requiresPayment: true, checkoutUrl: paymentPage() },
    ...{ successCount: 0, errorCount: 0, errors: [], results: [] },
  }))
  await press('Confirm Replacement')
  await expect.poll(() => window.location.hash).toBe('#paying')
  network.answer(discardPayment, { status: 'discarded' })
  arriveAt('/replacement-cancelled?checkout=chk_1&order=ord_mixed')
  await expect.element(replace.getByText(/Nothing was charged and nothing is replaced/)).toBeVisible()
  await expect.element(replace.getByText('brandnew.com')).toBeVisible()
  expect(window.location.pathname + window.location.search).toBe('/dashboard?order=ord_mixed')
  await press('Try again')
  await expect
    .element(page.getByRole('alertdialog', { name: 'Confirm Domain Replacement' }).getByText('brandnew.com'))
    .toBeVisible()
})

test('turning back in a tab without the dialog leads to the order', async () => {
  answerOrders()
  network.answer(discardPayment, { status: 'discarded' })
  openPage('/replacement-cancelled?checkout=chk_1&order=ord_mixed')
  await expect
    .element(page.getByRole('link', { name: 'Back to your orders' }))
    .toHaveAttribute('href', '/dashboard?order=ord_mixed')
})

test('turning back from the payment of a reinstatement leads to its wizard as it was, which tries again', async () => {
  await openReinstatement()
  await page.getByLabelText('Organization Name').fill('Kept Inc')
  await press('Save Configuration')
  await press('Confirm User Configuration')
  await page.getByRole('tab', { name: 'Other' }).click()
  await press('Save Tool Configuration')
  const address = window.location.pathname + window.location.search
  network.answer(reinstate, reinstatementAt(50_00))
  network.answer(createCheckoutSession, () => ({
    url: paymentPage(),
    data: { session: { id: 'cs_1', url: paymentPage() } },
  }))
  await press('Confirm Reinstatement')
  await expect.poll(() => window.location.hash).toBe('#paying')
  network.answer(discardPayment, { status: 'discarded' })
  arriveAt('/reinstatement-cancelled?checkout=chk_1&order=ord_gone')
  await expect.element(page.getByText(/Nothing was charged. The order stays cancelled/)).toBeVisible()
  expect(window.location.pathname + window.location.search).toBe(address)
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toHaveAttribute('aria-disabled')
})
