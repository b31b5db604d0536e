import { createHmac } from 'node:crypto'
import type { Sandbox } from '#vendors/sandbox/sandbox.ts'
import type { TestAnswer, TestBrowser } from './test-app.ts'

/** An event as Stripe sends it. */
export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: { id: string; object: string; [field: string]: unknown } }
}

/** What Stripe has told of so far, the oldest first. */
export const stripeEvents = (sandbox: Pick<Sandbox, 'store'>): StripeEvent[] =>
  sandbox.store
    .collection<StripeEvent>('stripe.events')
    .list()
    .toSorted((a, b) => a.created - b.created)

const secret = 'whsec_sandbox'

/** A request's body and signature, signed at this second. */
export function signed(
  event: StripeEvent,
  at = Math.floor(Date.now() / 1000),
): { payload: string; signature: string } {
  const payload = JSON.stringify(event)
  const v1 = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return { payload, signature: `t=${at},v1=${v1}` }
}

/** Hands a request to the webhook as Stripe does. */
export const deliver = (
  browser: Pick<TestBrowser, 'raw'>,
  { payload, signature }: ReturnType<typeof signed>,
): Promise<TestAnswer> =>
  browser.raw({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
