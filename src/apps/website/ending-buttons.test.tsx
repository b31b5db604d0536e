import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Endpoint } from '#base/api/endpoint.ts'
import { cancelOrder } from '#features/cancellation/api/cancel-order.ts'
import { createCheckoutSession, discardPayment, payForRelease } from '#features/checkout/api/payments.ts'
import { checkNow, tryAgain } from '#features/domains/api/domains.ts'
import { updateForwarding } from '#features/forwarding/api/forwarding.ts'
import { updateGroup } from '#features/orders/api/groups.ts'
import { swapMailbox } from '#features/people/api/mailboxes.ts'
import { updateUsernames } from '#features/people/api/usernames.ts'
import { reinstate } from '#features/reinstatement/api/reinstate.ts'
import { reinstateMessages } from '#features/reinstatement/rules/reinstate-form.ts'
import { endOverlap, replaceDomains, takeBackReplacement } from '#features/replacement/api/replacements.ts'
import { useSpares } from '#features/reserve/api/reserve.ts'
import { network } from '#tests/web/network.ts'
import {
  inDialog,
  keeps,
  listUnpaid,
  openCancellation,
  openEdit,
  openForwarding,
  openRename,
  openReplacement,
  openSpares,
  openSwap,
  openUnpaid,
  overlap,
  paymentPage,
  press,
} from '#tests/web/order-acts.ts'
import { groupOf, openDetails, openReinstatement, reinstatementAt, saveSteps } from '#tests/web/orders.ts'

interface Ending {
  name: string
  /** Opens what the button is in. */
  open: () => Promise<void>
  button: Locator
  record: Endpoint
}

const endings: Ending[] = [
  {
    name: 'the replacement of domains',
    open: openReplacement,
    button: press('Confirm Replacement'),
    record: replaceDomains,
  },
  {
    name: 'the use of a ready spare',
    open: openSpares,
    button: press('Use it now'),
    record: useSpares,
  },
  {
    name: 'a reinstatement',
    open: () => openReinstatement().then(saveSteps),
    button: press('Confirm Reinstatement'),
    record: reinstate,
  },
  {
    name: 'paying to end a hold',
    open: () => openDetails(groupOf('held')),
    button: press('Pay $50.00 and resume'),
    record: payForRelease,
  },
  {
    name: 'the cancellation of an order',
    open: openCancellation,
    button: press('Confirm Cancellation'),
    record: cancelOrder,
  },
  {
    name: 'giving up a payment',
    open: openUnpaid,
    button: press('Discard', inDialog('Discard this replacement?', 'alertdialog')),
    record: discardPayment,
  },
  {
    name: 'the end of an overlap',
    open: async () => {
      await openDetails(groupOf('replaced', {}, { replacedBy: 'fresh.com', overlap }), 0)
      await press('End the overlap now').click()
    },
    button: press('End it now'),
    record: endOverlap,
  },
  {
    name: 'taking a replacement back',
    open: async () => {
      await openDetails(groupOf('replaced', {}, {}, { keeps }), 1)
      await press('Keep the old one').click()
    },
    button: press('Keep the old one', inDialog('Keep old.com?', 'alertdialog')),
    record: takeBackReplacement,
  },
  {
    name: 'trying a domain again',
    open: () => openDetails(groupOf('broken'), 0),
    button: press('Try again', inDialog('Order Details')),
    record: tryAgain,
  },
  {
    name: 'checking a domain now',
    open: () => openDetails(groupOf('own', {}, { canCheckNow: true }, { canCheckNow: false }), 0),
    button: press('Check now'),
    record: checkNow,
  },
  {
    name: 'a swap of a mailbox',
    open: openSwap,
    button: press('Swap mailbox'),
    record: swapMailbox,
  },
  {
    name: 'a change of people',
    open: openRename,
    button: press('Confirm Changes'),
    record: updateUsernames,
  },
  {
    name: 'another forwarding address',
    open: openForwarding,
    button: press('Update Forwarding Domain'),
    record: updateForwarding,
  },
  {
    name: 'a corrected order',
    open: openEdit,
    button: press('Save Changes'),
    record: updateGroup,
  },
]

test.each(endings)(
  '$name is sent once however often it is pressed, is busy until the answer, and can be tried again after a refusal',
  async ({ open, button, record }) => {
    await open()
    await expect.element(button).toBeVisible()
    await sendsOnce(button, record)
  },
)

test('the payment page of a reinstatement is asked for once, and its button is busy until that comes', async () => {
  await openReinstatement()
  await saveSteps()
  network.answer(reinstate, reinstatementAt(50_00))
  await sendsOnce(press('Confirm Reinstatement'), createCheckoutSession, reinstateMessages.checkoutFailed)
  await expect.element(page.getByText(reinstateMessages.reinstatedButNoCheckout)).toBeVisible()
})

test.each([
  ['a replacement', openReplacement, 'Confirm Replacement'],
  ['a reinstatement', () => openReinstatement().then(saveSteps), 'Confirm Reinstatement'],
  ['paying to end a hold', () => openDetails(groupOf('held')), 'Pay $50.00 and resume'],
  ['what was not paid yet', listUnpaid, 'Pay'],
] as const)(
  'after Back from the payment page of %s everything can be pressed again',
  async (_, open, name) => {
    await open()
    const button = press(name)
    await expect.element(button).toBeVisible()
    network.answer(replaceDomains, () => ({
      ...{ success: true, message: '', requiresPayment: true, checkoutUrl: paymentPage() },
      ...{ successCount: 0, errorCount: 0, errors: [], results: [] },
    }))
    network.answer(reinstate, reinstatementAt(50_00))
    network.answer(createCheckoutSession, () => ({
      url: paymentPage(),
      data: { session: { id: 'cs_1', url: paymentPage() } },
    }))
    network.answer(payForRelease, () => ({ url: paymentPage() }))
    const isBusy = () => document.querySelector('button[aria-busy=true]') !== null
    await button.click()
    await expect.poll(() => window.location.hash).toBe('#paying')
    await expect.poll(isBusy).toBe(true)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await expect.poll(isBusy).toBe(false)
    await userEvent.keyboard('{Escape}')
    await expect.element(inDialog('Confirm Domain Replacement', 'alertdialog')).not.toBeInTheDocument()
  },
)

async function sendsOnce(button: Locator, record: Endpoint, told = 'Not now, please.'): Promise<void> {
  const held = network.hold(record)
  const element = (await button.element()) as HTMLElement
  const isBusy = () => element.isConnected && element.getAttribute('aria-busy') === 'true'
  // Before anything is drawn anew.
  for (let pressed = 0; pressed < 3; pressed++) element.click()
  await expect.poll(() => network.sent(record).length, { message: 'it is sent' }).toBe(1)
  await expect.poll(isBusy, { message: 'the button is busy' }).toBe(true)
  element.click()
  expect(isBusy(), 'the button is still busy').toBe(true)
  held.refuse({ status: 409, code: 'conflict', message: 'Not now, please.' })
  await expect.element(page.getByText(told).first()).toBeVisible()
  await expect.poll(isBusy, { message: 'the button can be pressed again' }).toBe(false)
  expect(network.sent(record)).toHaveLength(1)
}
