import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getConfig } from '#features/brand/api/config.ts'
import { createCheckoutSession, quoteOrder, readRoom } from '#features/checkout/api/payments.ts'
import { promotionMessages } from '#features/checkout/rules/pricing.ts'
import { domainEntryMessages } from '#features/names/rules/domain-entry.ts'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { button, expectTold, openOrder, pressUnavailable } from '#tests/web/open-order.ts'
import { createOrder } from '../api/create-order.ts'
import { checkoutMessages } from '../rules/checkout-validation.ts'
import { emptyDraft } from '../rules/order-draft.ts'

const checkout = button('Checkout with Stripe')
const code = page.getByLabelText('Promotion code')
const summary = page.getByRole('complementary', { name: 'Order summary' })
const left = () => window.location.hash === '#paying'
/** The payment page, which stands in this document. */
const opened = () => ({
  ...kept(createCheckoutSession, 'opened-checkout'),
  url: `${window.location.href}#paying`,
})

async function openReview(
  draft = completeDraft('azure'),
  { isAccepted = true, room = kept(readRoom, 'room') } = {},
) {
  openOrder('/review-order', draft)
  network.answer(readRoom, room)
  network.answer(createOrder, kept(createOrder, 'taken-order'))
  network.answer(createCheckoutSession, opened)
  if (isAccepted) await page.getByRole('checkbox', { name: /^I accept the terms/ }).click()
}
const apply = async (text: string) => {
  await code.fill(text)
  await button('Apply').click()
}
const refuseCode = (message: string) =>
  ({ status: 422, code: 'rule_broken', message, fields: { promotionCode: message } }) as const

test('nothing is sent before the terms are accepted', async () => {
  await openReview(completeDraft('azure'), { isAccepted: false })
  await pressUnavailable(checkout)
  await expectTold(checkoutMessages.termsMissing)
  expect(network.sent(createOrder)).toEqual([])
})

test('the terms stand beside the button that they hold back, which says so, and can be read from there', async () => {
  await openReview(completeDraft('azure'), { isAccepted: false })
  const bar = page.getByRole('contentinfo')
  const reason = bar.getByText('Accept the terms to check out.')
  await expect.element(reason).toBeVisible()
  await page.viewport(360, 740)
  for (const shown of [reason, bar.getByRole('checkbox', { name: /^I accept the terms/ }), checkout])
    await expect.element(shown).toBeInViewport({ ratio: 1 })
  const terms = page.getByText(/^Registration fees are not refunded/)
  await expect.element(terms).not.toBeVisible()
  await bar.getByRole('button', { name: 'Read the terms' }).click()
  await expect.element(terms).toBeInViewport()
  await bar.getByRole('checkbox', { name: /^I accept the terms/ }).click()
  await expect.element(reason).not.toBeInTheDocument()
  await expect.element(checkout).not.toHaveAttribute('aria-disabled')
  await page.viewport(1280, 800)
})

test('the code of the promotion above is used by one press', async () => {
  const opening = openReview()
  const promotion = { text: '60% off with the code LAUNCH60', version: 'first', code: 'LAUNCH60' }
  network.answer(getConfig, { ...kept(getConfig, 'config'), banner: promotion })
  await opening
  network.refuse(quoteOrder, refuseCode(promotionMessages.firstOrderOnly))
  await button('Use code LAUNCH60').click()
  await expect.element(code).toHaveAccessibleDescription(promotionMessages.firstOrderOnly)
  network.answer(quoteOrder, kept(quoteOrder, 'quote-with-code'))
  await button('Use code LAUNCH60').click()
  await expect.element(summary.getByText('$32.40 USD')).toBeVisible()
  await expect.element(button('Use code LAUNCH60')).not.toBeInTheDocument()
})

test('who would have to wait for room reads so before paying, and may order all the same', async () => {
  await openReview(completeDraft('azure'), { room: { room: { azure: 0, google: 0 } } })
  await expectTold('New Entra mailboxes have to wait at the moment')
  await expect.element(page.getByText(/count from your payment all the same/)).toBeVisible()
  await checkout.click()
  await expect.poll(left).toBe(true)
})

test.each([
  [2, undefined],
  [1, 'Some of the new Entra mailboxes have to wait at the moment'],
])('with room for %i of two domains the review says of waiting: %s', async (azure, note) => {
  const draft = completeDraft('azure')
  openOrder('/review-order', draft)
  const held = network.hold(readRoom)
  await expect.element(checkout).toBeVisible()
  await expect.poll(() => network.sent(readRoom).length).toBeGreaterThan(0)
  held.answer({ room: { azure, google: 0 } })
  if (note) await expectTold(note)
  else await expect.element(page.getByText(/mailboxes have to wait/)).not.toBeInTheDocument()
})

test('a promotion code that cannot be used is refused beside its field, and one that can changes the total', async () => {
  await openReview()
  await apply('not a code!')
  await expect.element(code).toHaveAccessibleDescription(promotionMessages.malformed)
  expect(network.sent(quoteOrder)).toEqual([])
  for (const message of [
    promotionMessages.unknown,
    promotionMessages.firstOrderOnly,
    promotionMessages.refused,
  ]) {
    network.refuse(quoteOrder, refuseCode(message))
    await apply('RESTRICTED')
    await expect.element(code).toHaveAccessibleDescription(message)
  }
  network.answer(quoteOrder, kept(quoteOrder, 'quote-with-code'))
  await apply('LAUNCH60')
  await expect.element(summary.getByText('$32.40 USD')).toBeVisible()
  await checkout.click()
  await expect.poll(left).toBe(true)
  expect(network.sent(createCheckoutSession).map(({ body }) => body)).toMatchObject([
    { promotionCode: 'LAUNCH60', totalPrice: 32.4 },
  ])
})

test('a code that is refused at the checkout is told, taken off by a press, and the order is paid without it', async () => {
  await openReview()
  network.answer(quoteOrder, kept(quoteOrder, 'quote-with-code'))
  await apply('LAUNCH60')
  await expect.element(summary.getByText('$32.40 USD')).toBeVisible()
  network.refuse(createCheckoutSession, refuseCode(promotionMessages.firstOrderOpen))
  await checkout.click()
  await expectTold(promotionMessages.firstOrderOpen)
  await button('Remove promotion code').click()
  await expect.element(summary.getByText('$81.00 USD')).toBeVisible()
  network.answer(createCheckoutSession, opened)
  await checkout.click()
  await expect.poll(left).toBe(true)
  expect(network.sent(createCheckoutSession).at(-1)?.body).not.toHaveProperty('promotionCode')
})

test('a code that has ended is taken off what is shown, and the order is paid without it', async () => {
  await openReview()
  network.answer(quoteOrder, kept(quoteOrder, 'quote-with-code'))
  await apply('LAUNCH60')
  await expect.element(summary.getByText('$32.40 USD')).toBeVisible()
  network.refuse(quoteOrder, refuseCode(promotionMessages.unknown))
  network.refuse(createCheckoutSession, refuseCode(promotionMessages.unknown))
  await checkout.click()
  await expect.element(code).toHaveAccessibleDescription(promotionMessages.unknown)
  await expect.element(summary.getByText('$81.00 USD')).toBeVisible()
  network.answer(createCheckoutSession, opened)
  await checkout.click()
  await expect.poll(left).toBe(true)
  expect(network.sent(createCheckoutSession).at(-1)?.body).toMatchObject({ totalPrice: 81 })
})

test('a price that has changed is shown and asked for again', async () => {
  await openReview()
  const changed = { ...kept(createOrder, 'taken-order').quote, totalCents: 91_00 }
  network.refuse(createCheckoutSession, {
    status: 409,
    code: 'price_changed',
    message: 'The price has changed. Please check the new total before you pay.',
    details: changed,
  })
  await checkout.click()
  await expectTold('The price has changed. Please check the new total before you pay.')
  await expect.element(summary.getByText('$91.00 USD')).toBeVisible()
  network.answer(createCheckoutSession, opened)
  await checkout.click()
  await expect.poll(left).toBe(true)
  expect(network.sent(createCheckoutSession).at(-1)?.body).toMatchObject({ totalPrice: 91 })
})

test('while the order is processed the page says so, and a second press does nothing', async () => {
  await openReview()
  const held = network.hold(createOrder)
  await checkout.click()
  const busy = button('Processing Order...')
  await expect.element(busy).toHaveAttribute('aria-busy', 'true')
  await expect.element(page.getByText('Please do not close this window.')).toBeVisible()
  busy.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  held.answer(kept(createOrder, 'taken-order'))
  await expect.poll(left).toBe(true)
  expect(network.sent(createOrder).length).toBe(1)
})

test('an answer that is lost is asked for again under the same key, so that it is one order', async () => {
  await openReview()
  network.lose(createOrder)
  await checkout.click()
  await expect.poll(() => network.sent(createOrder).length).toBe(2)
  const [first, second] = network.sent(createOrder).map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toBeTruthy()
  expect(second).toBe(first)
  await expectTold(checkoutMessages.failed)
})

test('a failure says why, and the next try leads to the payment page', async () => {
  await openReview()
  network.refuse(createCheckoutSession, {
    status: 502,
    code: 'vendor_failed',
    message: 'Stripe did not answer.',
  })
  await checkout.click()
  await expectTold(checkoutMessages.failed)
  await expectTold('Stripe did not answer.')
  network.answer(createCheckoutSession, opened)
  await checkout.click()
  await expect.poll(left).toBe(true)
})

test('after Back from the payment page the order can be changed, and paid on the same page', async () => {
  await openReview()
  await checkout.click()
  await expect.poll(left).toBe(true)
  await expect.element(page.getByText('Please do not close this window.')).toBeVisible()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(page.getByText('Please do not close this window.')).not.toBeInTheDocument()
  await checkout.click()
  await expect.poll(() => network.sent(createCheckoutSession).length).toBe(2)
})

test('an order of which there is nothing to pay is placed, and the dashboard opens', async () => {
  await openReview()
  network.answer(createCheckoutSession, { url: null, data: { session: { id: 'cs_none', url: null } } })
  await checkout.click()
  await expectTold(checkoutMessages.placed)
  expect(network.sent(createCheckoutSession).length).toBe(1)
})

test('a payment that was cancelled is told once, and not again after a reload', async () => {
  openOrder('/review-order?order_cancelled=true', completeDraft('azure'))
  await expectTold(checkoutMessages.cancelled)
  await expect.poll(() => window.location.search).toBe('')
})

test('a payment that was cancelled without a draft leads to the first step, with that one message', async () => {
  const router = openOrder('/review-order?order_cancelled=true', emptyDraft())
  await expect.element(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await expectTold(checkoutMessages.cancelled)
  await expect.element(page.getByText(/Please complete all required fields/)).not.toBeInTheDocument()
  expect(router.state.location).toMatchObject({ pathname: '/choose-plan', search: '' })
})

test('own domains that stand in another order are named, each with the way to claim it', async () => {
  await openReview(completeDraft('azure', 1, 'own'))
  const message = domainEntryMessages.manyAlreadyExist.replace('{n}', '2')
  network.refuse(createOrder, {
    status: 409,
    code: 'conflict',
    message,
    details: { domains: ['entra0.com', 'entra1.com'] },
  })
  await checkout.click()
  await expect.element(page.getByText(message, { exact: false })).toBeVisible()
  for (const name of ['entra0.com', 'entra1.com'])
    await expect.element(button(`Is it yours? ${name}`)).toBeVisible()
})

test('domains that are gone are named, and others take their place before anything is paid', async () => {
  await openReview()
  const message = 'entra0.com is no longer available.'
  network.refuse(createOrder, {
    status: 409,
    code: 'conflict',
    message,
    details: { domains: ['entra0.com'] },
  })
  await checkout.click()
  await expectTold(checkoutMessages.lost)
  await expect.element(page.getByText(message, { exact: false })).toBeVisible()
  await page
    .getByRole('list', { name: 'Available instead of entra0.com' })
    .getByRole('button', { name: /^Add / })
    .first()
    .click()
  await expectTold(checkoutMessages.lostReplaced)
  network.answer(createOrder, kept(createOrder, 'taken-order'))
  await checkout.click()
  await expect.poll(() => network.sent(createOrder).length).toBe(2)
  const [before, after] = network.sent(createOrder).map(({ body }) => JSON.stringify(body))
  expect([before?.includes('"entra0.com"'), after?.includes('"entra0.com"')]).toEqual([true, false])
})

test('the review of several orders says which domains go to which', async () => {
  const draft = completeDraft('azure', 2)
  await openReview(draft, { isAccepted: false })
  const names = draft.domains.purchase.azure
  for (const [number, from] of [
    [1, 0],
    [2, 2],
  ] as const) {
    const term = page.getByText(`Domains of order ${number}`, { exact: true })
    await expect.element(term).toBeVisible()
    const listed = [...(term.element().parentElement?.querySelectorAll('li') ?? [])]
    expect(listed.map(({ textContent }) => textContent)).toEqual(names.slice(from, from + 2))
  }
})

/** An order of spares, where the domains that send are of these credentials and people. */
function sparesBeside(connectionId: string, lastName: string) {
  const draft = { ...completeDraft('azure'), isReserve: true }
  const reserve = kept(readReserve, 'reserve-empty')
  const people = draft.people.map(({ firstName }) => ({ firstName, lastName }))
  const pools = reserve.pools.map((pool) => ({
    ...pool,
    tool: draft.tool?.tool ?? pool.tool,
    order: pool.order && { ...pool.order, connectionId, people },
  }))
  network.answer(readReserve, { ...reserve, pools })
  return draft
}
const unfit = page.getByText("These spares don't fit any of your orders")

test.each([
  ['other credentials', 'con_other', 'Doe'],
  ['other people', 'con_1', 'Roe'],
])('spares with %s than every order that runs are warned of before they are paid', async (_, ...like) => {
  await openReview(sparesBeside(...like))
  await expect.element(unfit).toBeVisible()
})

test('of spares that fit an order nothing is said', async () => {
  await openReview(sparesBeside('con_1', 'Doe'))
  await expect.poll(() => network.sent(readReserve).length).toBeGreaterThan(0)
  await expect.element(checkout).toBeVisible()
  await expect.element(unfit).not.toBeInTheDocument()
})
