import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forgotPassword, login } from '#features/accounts/api/auth.ts'
import { createCheckoutSession, quoteOrder, readRoom } from '#features/checkout/api/payments.ts'
import { tryAgain } from '#features/domains/api/domains.ts'
import { updateForwarding } from '#features/forwarding/api/forwarding.ts'
import { domainsHealth, domainsStrips, oneDomainsHealth, restOwnDomain } from '#features/health/api/health.ts'
import { verifyAvailability } from '#features/names/api/find-domains.ts'
import { createOrder } from '#features/ordering/api/create-order.ts'
import { type ReservePool, readReserve } from '#features/reserve/api/reserve.ts'
import { listWork } from '#features/work/api/console-work.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { findInInstantly, openInstantly, openSmartleadSettings } from '#tests/web/bulk-pages.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { openOrder, search, withoutDomains } from '#tests/web/open-order.ts'
import { customer, draw, openConsole, openPage } from '#tests/web/open-page.tsx'
import { groupOf, openDetails, startAction } from '#tests/web/orders.ts'
import { startTranslating } from '#tests/web/translate-page.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const isTranslated = () => document.querySelectorAll('font').length > 0

/** A part of a page with all that React does to texts. */
function Changing() {
  const [count, setCount] = useState(0)
  return (
    <>
      <p data-testid="figures">
        {count > 1 && <b>new </b>}
        {count} of 10{count % 2 === 1 && ' (odd)'}, {count === 0 ? 'none' : 'some'}
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Count
      </button>
    </>
  )
}

test('texts that change, come and go beside others are as they would be without a translation', async () => {
  draw(<Changing />)
  const figures = page.getByTestId('figures')
  await expect.element(figures).toHaveTextContent('0 of 10, none')
  startTranslating()
  for (const text of ['1 of 10 (odd), some', 'new 2 of 10, some', 'new 3 of 10 (odd), some']) {
    await button('Count').click()
    await expect.element(figures).toHaveTextContent(text)
  }
  expect(isTranslated()).toBe(true)
})

test('a translation that is taken back leaves texts that change', async () => {
  draw(<Changing />)
  const figures = page.getByTestId('figures')
  await expect.element(figures).toBeVisible()
  startTranslating()
  for (const font of document.querySelectorAll('font > font'))
    font.parentElement?.replaceWith(font.textContent)
  for (let pressed = 0; pressed < 3; pressed++) await button('Count').click()
  await expect.element(figures).toBeVisible()
})

test('who signs in on a translated page is told of a wrong password, and gets in with the right one', async () => {
  openPage('/signin', { as: null })
  const email = page.getByLabelText('Email')
  await expect.element(email).toBeVisible()
  startTranslating()
  await button('Sign in').click()
  await expect.element(page.getByText('Email is required')).toBeVisible()
  await email.fill('ada@example.test')
  await page.getByLabelText('Password').fill('Wrong.Horse.1')
  const refusing = network.hold(login)
  await button('Sign in').click()
  refusing.refuse({ status: 401, code: 'unauthenticated', message: 'The email or password is not right.' })
  await expect.element(page.getByText('The email or password is not right.')).toBeVisible()
  network.answer(login, { user: customer(), message: 'Login successful', expiresIn: 3600 })
  await button('Sign in').click()
  await expect
    .element(page.getByText(/Welcome back|Place Your First Order|first order/i).first())
    .toBeVisible()
  expect(isTranslated()).toBe(true)
})

test('a forgotten password is asked about on a translated page', async () => {
  openPage('/forgot-password', { as: null })
  await expect.element(page.getByLabelText('Email')).toBeVisible()
  startTranslating()
  await page.getByLabelText('Email').fill('ada@example.test')
  network.answer(forgotPassword, { message: 'A mail is on its way.' })
  await button('Send the link').click()
  await expect.element(page.getByText('A mail is on its way.').first()).toBeVisible()
})

test('names are searched for on a translated page', async () => {
  openOrder('/select-domains', withoutDomains(completeDraft('azure')))
  await expect.element(page.getByLabelText('Search for a domain')).toBeVisible()
  startTranslating()
  await search('acme')
  await expect.element(page.getByText(/acme/).first()).toBeVisible()
  await search('zenith')
  await expect.element(page.getByText(/zenith/).first()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /stopped working/ })).not.toBeInTheDocument()
})

test('a domain is tried again on a translated page', async () => {
  await openDetails(groupOf('broken'), 0)
  const again = page.getByRole('dialog', { name: 'Order Details' }).getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  startTranslating()
  const trying = network.hold(tryAgain)
  await again.click()
  await expect.element(again).toHaveAttribute('aria-busy', 'true')
  trying.refuse({ status: 409, code: 'conflict', message: 'Not now, please.' })
  await expect.element(page.getByText('Not now, please.').first()).toBeVisible()
  await expect.element(again).not.toHaveAttribute('aria-busy')
})

test('Health is filtered and changed on a translated page', async () => {
  network.answer(domainsHealth, kept(domainsHealth, 'health-overview'))
  network.answer(domainsStrips, kept(domainsStrips, 'health-strips'))
  network.answer(readReserve, kept(readReserve, 'reserve-empty'))
  openPage('/health')
  const warming = page.getByRole('button', { name: 'Warming', exact: true })
  await expect.element(warming).toBeVisible()
  startTranslating()
  const rows = page.getByRole('table', { name: 'Domains by health' }).getByRole('row')
  await warming.click()
  await expect.poll(() => rows.all().length).toBe(2)
  await warming.click()
  await expect.poll(() => rows.all().length).toBe(3)
  await expect.element(page.getByRole('heading', { name: /stopped working/ })).not.toBeInTheDocument()
})

test('a domain is replaced on a translated page', async () => {
  await startAction('replaceDomains', 'mixed', 1)
  const dialog = page.getByRole('dialog', { name: 'Replace Domains' })
  await expect.element(dialog).toBeVisible()
  startTranslating()
  await dialog.getByRole('radio', { name: /^Purchase new domains/ }).click()
  await button('Replace mixed1.com').click()
  await dialog.getByLabelText('New domain for mixed1.com').fill('brandnew.com')
  await button('Save').click()
  const checking = network.hold(verifyAvailability)
  await button('Replace 1 domain').click()
  checking.answer({
    success: true,
    results: [
      {
        ...{ domain: 'brandnew.com', available: true, exists_in_airtable: false },
        ...{ message: '', suggestions: [] },
      },
    ],
  })
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('You pay $15.50')
})

test('forwarding is changed on a translated page', async () => {
  await startAction('updateForwarding', 'mixed', 1)
  const field = page.getByLabelText('New Forwarding Domain')
  await expect.element(field).toBeVisible()
  startTranslating()
  await field.fill('not an address')
  await button('Update Forwarding Domain').click()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill('example.org/new')
  const changing = network.hold(updateForwarding)
  await button('Update Forwarding Domain').click()
  changing.refuse({ status: 409, code: 'conflict', message: 'Not now, please.' })
  await expect.element(page.getByText('Not now, please.').first()).toBeVisible()
})

test('accounts are found and chosen in Instantly on a translated page', async () => {
  openInstantly()
  await expect.element(page.getByLabelText('API key')).toBeVisible()
  startTranslating()
  await findInInstantly()
  await button('This looks right').click()
  await expect.element(page.getByLabelText('Daily limit')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /stopped working/ })).not.toBeInTheDocument()
})

test('accounts are found in Smartlead on a translated page', async () => {
  startTranslating()
  await openSmartleadSettings('API key')
  expect(isTranslated()).toBe(true)
})

test('work is chosen on a translated page of the console, which counts what is', async () => {
  const item = (id: string) => ({
    ...{ id, kind: 'google dkim_keys', subject: `${id}.example`, customer: null, instructions: 'Read it.' },
    ...{ createdAt: new Date().toISOString(), answeredAt: null, closedAt: null },
  })
  network.answer(listWork, { items: [item('one'), item('two')], hasMore: false })
  openConsole('/operator/work')
  const boxes = page.getByRole('table', { name: 'Work items' }).getByRole('checkbox')
  await expect.element(boxes.first()).toBeVisible()
  startTranslating()
  await boxes.nth(1).click()
  await expect.element(page.getByText(/^1 /).first()).toBeVisible()
  await boxes.nth(2).click()
  await expect.element(page.getByText(/^2 /).first()).toBeVisible()
})

test('an order is paid for on a translated page', async () => {
  openOrder('/review-order', completeDraft('azure'))
  network.answer(readRoom, kept(readRoom, 'room'))
  const terms = page.getByRole('checkbox', { name: /^I accept the terms/ })
  await expect.element(terms).toBeVisible()
  startTranslating()
  network.answer(quoteOrder, kept(quoteOrder, 'quote-with-code'))
  await page.getByLabelText('Promotion code').fill('LAUNCH60')
  await button('Apply').click()
  await expect.element(page.getByText('$32.40 USD')).toBeVisible()
  await terms.click()
  const taking = network.hold(createOrder)
  await page.getByRole('button', { name: /Checkout with Stripe/ }).click()
  await expect.element(page.getByText(/Processing Order/).first()).toBeVisible()
  taking.refuse({ status: 409, code: 'conflict', message: 'Not now, please.' })
  await expect.element(page.getByText('Not now, please.').first()).toBeVisible()
  await expect.element(page.getByText(/Processing Order/)).not.toBeInTheDocument()
  network.answer(createOrder, kept(createOrder, 'taken-order'))
  network.answer(createCheckoutSession, {
    ...kept(createCheckoutSession, 'opened-checkout'),
    url: `${window.location.href}#paying`,
  })
  await page.getByRole('button', { name: /Checkout with Stripe/ }).click()
  await expect.poll(() => window.location.hash).toBe('#paying')
})

test('a domain is rested on a translated page', async () => {
  openPage(`/health/${kept(oneDomainsHealth, 'health-domain').id}`)
  network.answer(readReserve, kept(readReserve, 'reserve-empty'))
  const view = kept(oneDomainsHealth, 'health-domain')
  network.answer(oneDomainsHealth, view)
  await expect.element(button('Rest this domain')).toBeVisible()
  startTranslating()
  await button('Rest this domain').click()
  const resting = network.hold(restOwnDomain)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rest this domain' }).click()
  if (!view.act) throw new Error('The kept domain has no rest.')
  const may = { rest: false, dismiss: false, return: true }
  network.answer(oneDomainsHealth, { ...view, act: { ...view.act, state: 'resting', by: 'customer', may } })
  resting.answer({ message: 'It rests.' })
  await expect.element(button('Return now')).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('spares are begun from a translated page', async () => {
  network.answer(domainsHealth, kept(domainsHealth, 'health-overview'))
  network.answer(domainsStrips, kept(domainsStrips, 'health-strips'))
  const pool: ReservePool = {
    ...{ plan: 'azure', tool: 'instantly', companies: ['Acme'], groupIds: ['bun_1'], sending: 2 },
    ...{ spares: [], recommended: 1 },
    order: {
      ...{ forwardUrl: 'https://example.com', companyName: 'Acme', stealthMode: false },
      ...{ profilePictureLink: '', people: [{ firstName: 'Jane', lastName: 'Doe' }] },
      ...{ connectionId: 'con_1', shown: {} },
    },
  }
  network.answer(readReserve, { ...kept(readReserve, 'reserve-empty'), pools: [pool] })
  const router = openPage('/health')
  const keep = page.getByRole('button', { name: /^Keep \d+ spares?$/ })
  await expect.element(keep).toBeVisible()
  startTranslating()
  await keep.click()
  await expect.poll(() => router.state.location.pathname).toBe('/select-domains')
  await expect.element(page.getByText('You are ordering spares')).toBeVisible()
})
