import { expect, test } from 'vitest'
import {
  type MailedOrder,
  type MoneyMail,
  moneyMail,
  type OrderState,
  operatorLines,
  standingText,
} from './money-mail.ts'

const until = new Date('2026-12-03T10:00:00Z')
const live = { status: 'live', hold: null } as const

const standings: Record<string, [OrderState, string | RegExp]> = {
  'a live order': [live, 'It continues.'],
  'one that was just paid for': [{ ...live, isNew: true }, 'It is being set up.'],
  'one that was just paid for by a suspended customer': [
    { ...live, isNew: true, isSuspended: true },
    'Your account is suspended, so nothing is set up for now. Please contact support.',
  ],
  'one whose renewal was refused': [
    { ...live, grace: { until, isOver: false } },
    'It keeps running until 2026-12-03. After that it is on hold, and not billed, until you pay what you owe. Nothing is deleted.',
  ],
  'one whose bank asks to confirm the renewal': [
    { ...live, grace: { until, isOver: false }, isToConfirm: true },
    /^It keeps running until 2026-12-03\. .* until you confirm the payment\./,
  ],
  'one whose time to pay is over': [
    { ...live, grace: { until, isOver: true } },
    /^It is on hold\. The last renewal could not be charged\. .* still owed\. Pay it,/,
  ],
  'one whose time to confirm is over': [
    { ...live, hold: 'past_due', grace: { until, isOver: true }, isToConfirm: true },
    /^It is on hold\. Your bank asked you to confirm the last renewal, .* Confirm the payment,/,
  ],
  'one on hold for another cause than its refused renewal': [
    { ...live, hold: 'operator', grace: { until, isOver: false } },
    /^It is on hold\. Our team has put this order on hold\. .* not billed while it is on hold\. Please contact support\.$/,
  ],
  'one on hold for a dispute': [
    { ...live, hold: 'dispute' },
    /disputed at the bank\..*withdraw it at your bank/,
  ],
  'one whose payment went back': [{ ...live, hold: 'refund' }, /no longer paid for\..*Pay for it again/],
  'one that is paused': [{ ...live, hold: 'paused' }, /Billing for this order is paused\./],
  'one on hold whose customer is suspended as well': [
    { ...live, hold: 'refund', isSuspended: true },
    /no longer paid for\..*Your account is suspended as well: please contact support\.$/,
  ],
  'one of a suspended customer whose billing goes on': [
    { ...live, isSuspended: true },
    /^Your account is suspended\. The mailboxes are disabled, .* billed as before\./,
  ],
  'one of a suspended customer who is not billed': [
    { ...live, isSuspended: true, isBillingStopped: true, grace: { until, isOver: false } },
    /^Your account is suspended\. .* not billed meanwhile\./,
  ],
  'a cancelled order': [
    { status: 'cancelled', hold: null, grace: { until, isOver: true } },
    'It is cancelled and no longer billed.',
  ],
  'one that was never paid for': [
    { status: 'expired', hold: null },
    'Nothing is set up or billed for it, and its domains are no longer held for you.',
  ],
  'one that waits to be paid for': [
    { status: 'awaiting_payment', hold: null },
    'It is not paid for, so nothing is set up.',
  ],
}

test.each(Object.entries(standings))('a mail says what becomes of %s', (_, [state, sentence]) => {
  if (typeof sentence === 'string') expect(standingText(state)).toBe(sentence)
  else expect(standingText(state)).toMatch(sentence)
})

test('a hold that the mail explains is not explained twice', () => {
  expect(standingText({ ...live, hold: 'dispute' }, 'dispute')).not.toContain('A payment for this order')
  expect(standingText({ ...live, hold: 'operator' }, 'dispute')).toContain(
    'Our team has put this order on hold.',
  )
})

const order = (changes: Partial<MailedOrder> = {}): MailedOrder => ({
  ...live,
  orderId: 'ord_1',
  companyName: 'Acme',
  forwardingUrl: 'https://acme.com',
  monthlyCents: 50_00,
  ...changes,
})
const written = (orders: MailedOrder[], changes: Partial<MoneyMail> = {}) =>
  moneyMail({
    to: { email: 'ada@example.com', name: 'Ada' },
    subject: 'We have refunded $7.00',
    cents: 7_00,
    happened: (amount) => `We have refunded ${amount}.`,
    orders,
    publicUrl: 'https://inboxyard.test',
    ...changes,
  })

test('a mail names its amount, its order with the price, what becomes of it, what comes next, and where to see it', () => {
  expect(written([order()], { next: ['It may take 10 days.'] })).toEqual({
    to: 'ada@example.com',
    subject: 'We have refunded $7.00',
    text: `Hello Ada,

We have refunded $7.00.

Your order for Acme (acme.com), $50.00 every 30 days:
It continues.

It may take 10 days.

See your order: https://inboxyard.test/dashboard?order=ord_1`,
  })
})

test('parts of an order that fare alike are added up, and those that do not are told apart', () => {
  const { text } = written([order(), order(), order({ status: 'cancelled' })])
  expect(text).toContain('Your order for Acme (acme.com), $100.00 every 30 days:\nIt continues.')
  expect(text).toContain('Your order for Acme (acme.com), $50.00 every 30 days:\nIt is cancelled')
  expect(text).toContain('See your order: https://inboxyard.test/dashboard?order=ord_1')
})

test('several orders that fare alike are listed together, and lead to all of them', () => {
  const { text } = written([order(), order({ orderId: 'ord_2', companyName: 'Beta' })])
  expect(text).toContain(`Your order for Acme (acme.com), $50.00 every 30 days
Your order for Beta (acme.com), $50.00 every 30 days
For each of these orders:
It continues.`)
  expect(text).toContain('See your orders: https://inboxyard.test/dashboard')
})

test('the amount is what the orders cost where that is what a mail is about', () => {
  const { text } = written([order(), order({ orderId: 'ord_2' })], { cents: 'price' })
  expect(text).toContain('We have refunded $100.00.')
})

test('what was never paid for has no price and no page, and who is suspended signs in later', () => {
  const { text } = written([order({ status: 'expired', monthlyCents: null })])
  expect(text).toContain('Your order for Acme (acme.com):\nNothing is set up')
  expect(text).toContain('See your orders: https://inboxyard.test/dashboard')
  expect(written([order({ isSuspended: true })]).text).toContain(
    'Once your account is open again, see your order:',
  )
})

test('the operator reads whose an order is, whether it runs, and where its page is', () => {
  const to = { email: 'ada@example.com', name: 'Ada' }
  const held = { ...order({ hold: 'dispute', isSuspended: true }), to }
  expect(operatorLines([held, { ...order(), to }], 'https://inboxyard.test')).toEqual([
    'Acme (acme.com), $50.00 every 30 days, of ada@example.com, on hold (dispute), account suspended: https://inboxyard.test/operator/orders/ord_1',
    'Acme (acme.com), $50.00 every 30 days, of ada@example.com, live: https://inboxyard.test/operator/orders/ord_1',
  ])
})
