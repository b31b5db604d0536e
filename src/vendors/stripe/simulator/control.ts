import { Hono } from 'hono'
import * as z from 'zod'
import { type CardBehaviour, cardBehaviours, type StripeAccount } from './account.ts'
import { payCheckout } from './complete-checkout.ts'
import { giveCard } from './customers.ts'
import { closeDispute, disputeMoves, moveDispute, openDispute } from './disputes.ts'
import { changeable } from './invoice-actions.ts'
import { markUncollectible } from './invoices.ts'
import { pauseSubscription, resumeSubscription } from './pause.ts'
import { existing, StripeProblem } from './problem.ts'
import { createRefund, endRefund, refundFailures } from './returns.ts'
import { settleCheckout } from './settle-checkout.ts'
import { advanceSubscription, endSubscription, giveUpInvoice } from './subscriptions.ts'
import { endpointChange } from './webhook-endpoint.ts'
import { type WebhookSender, webhookModes } from './webhooks.ts'

const behaviour = z.enum(cardBehaviours)

/**
 * What happens at Stripe outside its API, at `/_stripe`: banks, cardholders, the dashboard, and how webhooks are
 * sent. Takes and answers JSON.
 */
export function createControl(account: StripeAccount, webhooks: WebhookSender): Hono {
  const control = new Hono()
  control.onError((error, c) =>
    error instanceof StripeProblem
      ? c.json({ message: error.message }, 422)
      : error instanceof z.ZodError
        ? c.json({ message: z.prettifyError(error) }, 422)
        : c.json({ message: error.message }, 400),
  )
  const post = poster(account, control)
  addWebhooks(control, post, webhooks)
  post(
    '/subscriptions/advance',
    z.object({
      id: z.string(),
      days: z.number().positive().max(1_000),
      leavesDraft: z.boolean().default(false),
    }),
    ({ id, days, leavesDraft }) => advanceSubscription(account, id, days * 86_400, { leavesDraft }),
  )
  post(
    '/subscriptions/pause',
    z.object({ id: z.string(), kind: z.enum(['subscription', 'collection']) }),
    ({ id, kind }) => pauseSubscription(account, id, kind),
  )
  post('/subscriptions/resume', z.object({ id: z.string() }), ({ id }) => resumeSubscription(account, id))
  post('/subscriptions/give-up', z.object({ id: z.string() }), ({ id }) =>
    endSubscription(account, existing(account.subscriptions.get(id), 'subscription', id), 'payment_failed'),
  )
  post(
    '/subscriptions/after-last-try',
    z.object({ subscription: z.enum(['leave', 'cancel']), invoice: z.enum(['leave', 'uncollectible']) }),
    (chosen) => account.afterLastTry.put('chosen', chosen),
  )
  post('/invoices/write-off', z.object({ id: z.string() }), ({ id }) =>
    giveUpInvoice(account, changeable(account, id, ['open']), markUncollectible),
  )
  post('/invoices/void', z.object({ id: z.string() }), ({ id }) =>
    giveUpInvoice(account, changeable(account, id, ['open', 'uncollectible'])),
  )
  post('/webhooks/endpoint', endpointChange, (change) =>
    account.webhookEndpoints.put('present', { ...account.webhookEndpoints.get('present'), ...change }),
  )
  post('/cards', z.object({ customer: z.string(), behaviour }), ({ customer, behaviour: next }) =>
    setCard(account, customer, next),
  )
  addReturns(post, account)
  post(
    '/checkouts/pay',
    z.object({ id: z.string(), behaviour: behaviour.default('works'), decline: z.boolean().optional() }),
    ({ id, ...card }) => payCheckout(account, id, card),
  )
  post(
    '/checkouts/settle',
    z.object({ id: z.string(), outcome: z.enum(['succeeded', 'failed']) }),
    ({ id, outcome }) => settleCheckout(account, id, outcome),
  )
  post('/permissions', z.record(z.string().startsWith('/v1/'), z.string()), (lacking) => {
    for (const { id } of account.forbidden.entries()) account.forbidden.delete(id)
    for (const [path, permission] of Object.entries(lacking)) account.forbidden.put(path, permission)
  })
  post('/promotions', z.object({ id: z.string(), active: z.boolean() }), ({ id, active }) => {
    const promotion = account.promotionCodes.get(id)
    if (promotion) account.promotionCodes.put(id, { ...promotion, active })
    return { ok: promotion !== undefined }
  })
  post('/half-cents', z.object({ are: z.enum(['discounted', 'charged']) }), ({ are }) =>
    account.halfCents.put('percent', are),
  )
  return control
}

type Post = ReturnType<typeof poster>

/** Adds calls that take JSON and do their work in one transaction. */
const poster =
  (account: StripeAccount, control: Hono) =>
  <S extends z.ZodType>(path: string, schema: S, work: (body: z.output<S>) => unknown) =>
    control.post(path, async (c) => {
      const body = schema.parse(await c.req.json())
      const answer = account.world.store.transaction(() => work(body))
      return c.json(answer ?? { ok: true })
    })

function addWebhooks(control: Hono, post: Post, webhooks: WebhookSender): void {
  control.get('/webhooks', (c) =>
    c.json({ settings: webhooks.current(), deliveries: webhooks.deliveries.list() }),
  )
  post(
    '/webhooks',
    z.object({ mode: z.enum(webhookModes), delayMs: z.number().min(0).default(60_000) }),
    (settings) => webhooks.setMode(settings),
  )
  post('/webhooks/resend', z.object({ eventId: z.string() }), ({ eventId }) => ({
    ok: webhooks.resend(eventId),
  }))
  control.post('/webhooks/deliver', async (c) => {
    await webhooks.deliverDue()
    return c.json({ ok: true })
  })
}

/** Disputes and refunds. */
function addReturns(post: Post, account: StripeAccount): void {
  post(
    '/disputes',
    z.object({
      paymentIntent: z.string(),
      reason: z.string().optional(),
      isInquiry: z.boolean().optional(),
      cents: z.number().int().positive().optional(),
    }),
    ({ paymentIntent, ...how }) => openDispute(account, paymentIntent, how),
  )
  post('/disputes/close', z.object({ id: z.string(), outcome: z.enum(['won', 'lost']) }), ({ id, outcome }) =>
    closeDispute(account, id, outcome),
  )
  post('/disputes/move', z.object({ id: z.string(), status: z.enum(disputeMoves) }), ({ id, status }) =>
    moveDispute(account, id, status),
  )
  post(
    '/refunds',
    z.object({ paymentIntent: z.string(), cents: z.number().int().positive().optional() }),
    (body) => createRefund(account, { payment_intent: body.paymentIntent, amount: body.cents }),
  )
  post('/refunds/beginning', z.object({ status: z.enum(['succeeded', 'pending', 'failed']) }), ({ status }) =>
    account.refundBeginnings.put('next', status),
  )
  post('/refunds/succeed', z.object({ id: z.string() }), ({ id }) =>
    endRefund(account, id, { status: 'succeeded' }),
  )
  post(
    '/refunds/fail',
    z.object({ id: z.string(), failure: z.enum(refundFailures).default('expired_or_canceled_card') }),
    ({ id, failure }) => endRefund(account, id, { status: 'failed', failure }),
  )
}

/** The customer's card is replaced by one that works or fails, for everything that is charged from now on. */
function setCard(account: StripeAccount, customerId: string, behaviour: CardBehaviour) {
  const method = giveCard(account, customerId, behaviour)
  for (const subscription of account.subscriptions.list({ parent: customerId }))
    account.subscriptions.put(subscription.id, { ...subscription, default_payment_method: method.id })
  return method
}
