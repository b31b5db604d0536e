import { eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkouts, outbox } from '#base/db/schema/index.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { required } from '#base/text/required.ts'
import { manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { checkoutFor, completeDraft, takeOrder } from '#tests/server/place-order.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { stripeByHand } from '#tests/server/stripe-by-hand.ts'
import { mailsSince, stripeFacts } from '#tests/server/stripe-facts.ts'
import { stripeNews } from '#tests/server/stripe-news.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { Absent } from '#vendors/client/behavior.ts'
import { objectMap } from '#vendors/stripe/adapter/object-map.ts'
import { runs, type StripeRow, toCustomer, toOperator } from '#vendors/stripe/adapter/object-rows.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const { atStripe, payments, passDays } = stripeActs(world)
const byHand = stripeByHand(world)
const learn = stripeNews(world)

/** An order whose page is open, before anything was paid. */
async function page() {
  const person = await world.customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const answer = await person.post('/api/payments/create-checkout-session', checkoutFor(person, draft, taken))
  return {
    person,
    groupId: taken.body.data.domainGroups[0].groupId as string,
    session: sessionOf(answer.body.url),
    paymentIntent: '',
    subscription: '',
    customer: '',
  }
}
type Order = Awaited<ReturnType<typeof page>>

/** One that is paid and runs. */
async function running(): Promise<Order> {
  const order = await paidOrder({}, false)
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.customerId, order.person.id))
  return { ...order, ...(await payments(order)), session: checkout?.sessionId ?? '' }
}

type Deed = (order: Order) => unknown
const pays =
  (how: object): Deed =>
  ({ session: id }) =>
    atStripe('/checkouts/pay', { id, ...how })
const byBank = pays({ behaviour: 'bank debit' })
const settles =
  (outcome: 'succeeded' | 'failed'): Deed =>
  ({ session: id }) =>
    atStripe('/checkouts/settle', { id, outcome })
const becomes =
  (status: Parameters<typeof byHand.setStatus>[1]): Deed =>
  ({ session }) =>
    byHand.setStatus(String(byHand.stripe.checkoutSessions.get(session)?.subscription), status)
const card =
  (behaviour: 'works' | 'declines' | 'always_asks'): Deed =>
  ({ customer }) =>
    atStripe('/cards', { customer, behaviour })
const renews: Deed = ({ subscription }) => passDays(subscription, 31)
const renewsWith =
  (behaviour: 'declines' | 'always_asks'): Deed =>
  async (order) => {
    await card(behaviour)(order)
    await renews(order)
  }
const refused = renewsWith('declines')
const asked = renewsWith('always_asks')
const drafts: Deed = ({ subscription: id }) =>
  atStripe('/subscriptions/advance', { id, days: 31, leavesDraft: true })
const pauses =
  (kind: 'subscription' | 'collection'): Deed =>
  ({ subscription: id }) =>
    atStripe('/subscriptions/pause', { id, kind })
const resumes: Deed = ({ subscription: id }) => atStripe('/subscriptions/resume', { id })
const cancels: Deed = ({ person, groupId }) =>
  person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
const voids: Deed = ({ customer }) => byHand.voidOpen(customer)
const writesOff: Deed = ({ customer }) => byHand.writeOffOpen(customer)
const givesBack =
  (begins: 'succeeded' | 'pending', cents?: number): Deed =>
  async ({ paymentIntent }) => {
    await atStripe('/refunds/beginning', { status: begins })
    await atStripe('/refunds', { paymentIntent, cents })
    await atStripe('/refunds/beginning', { status: 'succeeded' })
  }
const part = 700
const disputes =
  (how: object = {}): Deed =>
  ({ paymentIntent }) =>
    atStripe('/disputes', { paymentIntent, ...how })
const twice = [disputes({ cents: part }), disputes({ cents: part })]
const inquires = disputes({ isInquiry: true })
const disputeOf = ({ paymentIntent }: Order) =>
  required(byHand.stripe.disputes.list({ parent: paymentIntent }).at(-1), 'its dispute').id
const moves =
  (status: string): Deed =>
  (order) =>
    atStripe('/disputes/move', { id: disputeOf(order), status })
const decides =
  (outcome: 'won' | 'lost'): Deed =>
  (order) =>
    atStripe('/disputes/close', { id: disputeOf(order), outcome })
const refundFails: Deed = ({ paymentIntent }) =>
  atStripe('/refunds/fail', {
    id: required(byHand.stripe.refunds.list({ parent: paymentIntent }).at(-1), 'its refund').id,
  })

/** What happens at Stripe, each deed learnt of before the next; none, and it is so from the beginning. */
type Drive = [begin: () => Promise<Order>, ...Deed[]]
const renewal: Drive = [running, renews]
const refusal: Drive = [running, refused]
const question: Drive = [running, asked]
const debit: Drive = [page, byBank]
const cancelledInTime: Drive = [running, drafts, cancels]

type Map = typeof objectMap
type Played<Rows> = { [State in keyof Rows as Rows[State] extends Absent ? never : State]: Drive }

const drives: { [Of in keyof Map]: Played<Map[Of]> } = {
  'checkout session': {
    open: [page],
    'open, card refused': [page, pays({ decline: true })],
    'complete, paid': [page, pays({})],
    'complete, a bank has it': debit,
    'complete, the bank pays': [page, byBank, settles('succeeded')],
    'complete, the bank refuses': [page, byBank, settles('failed')],
    expired: [page, ({ session }) => deps.vendors.payments.expireCheckout(session)],
  },
  subscription: {
    active: renewal,
    past_due: refusal,
    unpaid: [running, refused, becomes('unpaid')],
    paused: [running, pauses('subscription')],
    'paused, then resumed': [running, pauses('subscription'), resumes],
    'active, collection paused': [running, pauses('collection')],
    'active, collection resumed': [running, pauses('collection'), resumes],
    'active, another quantity': [
      running,
      ({ subscription }) =>
        deps.vendors.payments.setSubscriptionBilling(subscription, {
          quantities: { azure: 3 },
          isPaused: false,
        }),
    ],
    incomplete: [page, byBank, becomes('incomplete')],
    incomplete_expired: [page, byBank, becomes('incomplete_expired')],
    canceled: [running, ({ subscription }) => byHand.cancel(subscription)],
    'canceled, owing': [
      running,
      refused,
      ({ subscription: id }) => atStripe('/subscriptions/give-up', { id }),
    ],
  },
  invoice: {
    draft: [running, drafts],
    'draft, its order cancelled': cancelledInTime,
    open: refusal,
    'open, its bank asks': question,
    paid: renewal,
    'paid, after a refusal': [running, refused, ({ customer }) => byHand.payOpen(customer)],
    void: [running, refused, voids],
    uncollectible: [running, refused, writesOff],
    'uncollectible, its subscription canceled': [
      running,
      refused,
      writesOff,
      ({ subscription }) => byHand.cancel(subscription),
    ],
  },
  payment: {
    succeeded: renewal,
    processing: debit,
    requires_payment_method: refusal,
    'requires_payment_method, not confirmed': [
      running,
      asked,
      ({ customer }) => byHand.failConfirmation(customer),
    ],
    requires_action: question,
    canceled: [running, asked, voids],
  },
  charge: {
    succeeded: renewal,
    failed: refusal,
    pending: debit,
  },
  refund: {
    succeeded: [running, givesBack('succeeded')],
    'succeeded, in part': [running, givesBack('succeeded', part)],
    pending: [running, givesBack('pending', part)],
    failed: [running, givesBack('pending', part), refundFails],
  },
  dispute: {
    warning_needs_response: [running, inquires],
    warning_under_review: [running, inquires, moves('warning_under_review')],
    warning_closed: [running, inquires, moves('warning_closed')],
    needs_response: [running, disputes()],
    'needs_response, after an inquiry': [running, inquires, moves('needs_response')],
    'needs_response, a second of one payment': [running, ...twice],
    under_review: [running, disputes(), moves('under_review')],
    'won, one of two': [running, ...twice, decides('won')],
    won: [running, disputes(), decides('won')],
    lost: [running, disputes(), decides('lost')],
    appeal_needs_response: [running, disputes(), decides('lost'), moves('appeal_needs_response')],
    appeal_under_review: [
      running,
      disputes(),
      decides('lost'),
      moves('appeal_needs_response'),
      moves('appeal_under_review'),
    ],
    'won, by an appeal': [
      running,
      disputes(),
      decides('lost'),
      moves('appeal_needs_response'),
      decides('won'),
    ],
  },
  credit: { 'on a draft': cancelledInTime },
  'payment method': {
    attached: [running, refused, ({ customer }) => byHand.attachCard(customer)],
    'chosen for invoices': [running, refused, ({ customer }) => byHand.chooseCard(customer)],
  },
  customer: {
    present: [running],
    deleted: [running, ({ customer }) => byHand.deleteCustomer(customer)],
  },
}

const { asTold, backwards, only, sweep, again } = learn
const alone = 'by its event alone'
/** How each deed comes to be known; nothing else is done about it. */
const ways: Record<string, (customerId: string, event: string | undefined) => Promise<void>> = {
  [alone]: async (_, event) => {
    if (event) await only(event)
  },
  'by the sweep alone': async (customerId) => {
    await sweep(customerId)
    // What our own calls have led to there.
    await sweep(customerId)
  },
  'by its events and then the sweep, twice': async (customerId) => {
    await asTold()
    await sweep(customerId)
    await again()
    await sweep(customerId)
  },
  'by the sweep and then its events, twice and backwards': async (customerId) => {
    await sweep(customerId)
    await backwards()
    await again()
    await backwards()
  },
}

/** The facts at the end of a drive of which each deed was learnt in one way. */
async function play([begin, ...deeds]: Drive, way: keyof typeof ways, event: string | undefined) {
  await learn.forget()
  const order = await begin()
  await asTold()
  const known = new Set((await db.select({ id: outbox.id }).from(outbox)).map(({ id }) => id))
  for (const [at, deed] of deeds.entries()) {
    await deed(order)
    // What led to it is known as usual.
    if (way === alone && at < deeds.length - 1) await asTold()
    else await ways[way]?.(order.person.id, event)
    // Each is sent before the next deed, so that none of them is taken back.
    await db.update(outbox).set({ sentAt: sql`now()` }).where(isNull(outbox.droppedAt))
  }
  await learn.book()
  return {
    ...(await stripeFacts(world, order.person.id)),
    mails: await mailsSince(world, order.person.email, known),
  }
}

const keysFor = <Mails extends Record<string, string>>(mails: Mails, told: readonly string[]) =>
  told.flatMap((words) => keysOf(mails).filter((key) => mails[key] === words)).toSorted()

const rows = keysOf(objectMap).flatMap((of) =>
  Object.entries(objectMap[of] as Record<string, StripeRow | Absent>).flatMap(([state, row]) =>
    'absent' in row
      ? []
      : [{ of, state, row, drive: required((drives[of] as Record<string, Drive>)[state], state) }],
  ),
)
type Facts = Awaited<ReturnType<typeof play>>
/** What is told of several objects at once is played once. */
const played = new globalThis.Map<Drive, Partial<Record<string, Promise<Facts>>>>()
function factsOf(drive: Drive, way: keyof typeof ways, event: string | undefined): Promise<Facts> {
  const known = played.get(drive) ?? {}
  played.set(drive, known)
  const key = way === alone ? `by ${event} alone` : way
  known[key] ??= play(drive, way, event)
  return known[key]
}

test.each(
  rows.flatMap(({ of, state, ...row }) =>
    keysOf(ways)
      .toReversed()
      .map((way) => [`${of} ${state}`, way, row] as const),
  ),
)('%s: ours and what is told are as the table says, %s', async (_, way, { row, drive }) => {
  const facts = await factsOf(drive, way, row.event)
  expect(facts.ours).toEqual({ ...runs, ...row.ours })
  expect(facts.mails).toEqual({
    customer: keysFor(toCustomer, row.customer),
    operator: keysFor(toOperator, row.operator),
  })
  // Alone, an event says nothing of what else happened there.
  if (way !== alone) expect(facts).toEqual(await factsOf(drive, 'by the sweep alone', undefined))
})
