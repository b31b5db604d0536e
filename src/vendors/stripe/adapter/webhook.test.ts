import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { createCapturedLog } from '#vendors/testing/captured-log.ts'
import { createMemoryLimits } from '#vendors/testing/memory-limits.ts'
import { createStripePayments } from './stripe.ts'

const secret = 'whsec_canary'
const payments = createStripePayments(
  {
    baseUrl: 'http://stripe.invalid',
    secretKey: 'sk_test_x',
    webhookSecret: secret,
    naming: () => ({ productName: 'Inboxyard', planNames: {}, shippedName: 'Inboxyard' }),
  },
  {
    fetch: () => Promise.reject(new Error('no request is made')),
    log: createCapturedLog().log,
    limits: createMemoryLimits(),
  },
)
const now = () => Math.floor(Date.now() / 1_000)
const sign = (body: string, at = now(), key = secret) =>
  `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`

const event = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'checkout.session.completed',
  created: 1_795_186_939,
  data: { object: { id: 'cs_1', object: 'checkout.session', customer: 'cus_1', subscription: 'sub_1' } },
})

const withNul = (id: string) => event.replace(`"${id}"`, `"${id}\\u0000"`)
const endless = event.replace('1795186939', '9007199254740991')

it('takes a webhook that Stripe has signed, as text or as bytes', () => {
  for (const body of [event, Buffer.from(event)]) {
    expect(payments.parseWebhook(body, sign(event))).toEqual({
      ok: true,
      event: {
        id: 'evt_1',
        type: 'checkout.session.completed',
        createdAt: new Date(1_795_186_939_000),
        objects: {
          sessionId: 'cs_1',
          subscriptionId: 'sub_1',
          customerExternalId: 'cus_1',
          paymentId: undefined,
          invoiceId: undefined,
          disputeId: undefined,
        },
      },
    })
  }
})

it.each([
  ['no signature', event, undefined, 'The signature is missing.'],
  ['a signature by someone else', event, sign(event, now(), 'whsec_other'), 'The signature does not match.'],
  ['an altered body', event.replace('cs_1', 'cs_2'), sign(event), 'The signature does not match.'],
  ['a signature six minutes old', event, sign(event, now() - 360), 'The signature is too old.'],
  ['a signature six minutes ahead', event, sign(event, now() + 360), 'The signature is from the future.'],
  ['an id that no database takes', withNul('evt_1'), sign(withNul('evt_1')), 'This is not an event.'],
  ['an object’s id like that', withNul('cs_1'), sign(withNul('cs_1')), 'This is not an event.'],
  ['a reference like that', withNul('sub_1'), sign(withNul('sub_1')), 'This is not an event.'],
  ['a time that no calendar has', endless, sign(endless), 'This is not an event.'],
  ['nonsense for a signature', event, 'x', 'The signature does not match.'],
  ['something signed that is no event', '{"id":1}', sign('{"id":1}'), 'This is not an event.'],
  ['something signed that is no JSON', 'hello', sign('hello'), 'The signature does not match.'],
])('refuses %s', (_, body, signature, reason) => {
  expect(payments.parseWebhook(body, signature)).toEqual({ ok: false, reason })
})

it.each([
  ['one', sign(event), true],
  ['one for each of two secrets', `${sign(event)},v1=${'0'.repeat(64)}`, true],
  ['one of another scheme as well', `${sign(event)},v0=${'0'.repeat(64)}`, true],
  ['none', undefined, false],
  ['an empty one', '', false],
  ['nonsense', 'x', false],
  ['one that is too short', sign(event).slice(0, -1), false],
  ['one of another scheme only', sign(event).replace('v1', 'v0'), false],
  ['a very long one', `${sign(event)},${'v1=0,'.repeat(1_000)}`, false],
])('says of %s whether it may be a signature', (_, signature, isOne) => {
  expect(payments.looksSigned(signature)).toBe(isOne)
})
