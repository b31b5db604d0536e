import { eq, like } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundles, outbox, stripeEvents as storedEvents, subscriptions } from '#base/db/schema/index.ts'
import { syncBilling } from '#features/billing/server/sync-billing.ts'
import { manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '#tests/server/place-order.ts'
import { reinstateCheckoutOf, reinstatementOf } from '#tests/server/reinstatement.ts'
import { deliver, type StripeEvent, signed, stripeEvents } from '#tests/server/stripe-events.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { processStripeEvent } from './process-stripe-event.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })

type Person = Awaited<ReturnType<typeof world.customer>>

const alarms = () => db.$count(outbox, like(outbox.dedupeKey, 'alert:quantity:%'))

/** What Stripe has told of and nobody has acted on yet. */
async function news(): Promise<StripeEvent[]> {
  const known = new Set((await db.select({ id: storedEvents.id }).from(storedEvents)).map(({ id }) => id))
  return stripeEvents(sandbox).filter(({ id }) => !known.has(id))
}

async function act(person: Person, events: readonly StripeEvent[]): Promise<void> {
  for (const event of events) {
    expect((await deliver(person, signed(event))).status).toBe(200)
    await processStripeEvent(deps, event.id)
  }
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]]
  return all.flatMap((first, at) => permutations(all.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

/** One event of each kind that makes us read something again. */
const kinds = ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed']

const payFor = async (person: Person, body: object): Promise<string> => {
  const { url } = (await person.post('/api/payments/create-checkout-session', body)).body
  await press(world, url, 'pay')
  return sessionOf(url)
}

async function paidAtStripe(person: Person): Promise<string> {
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  await payFor(person, checkoutFor(person, draft, taken))
  return taken.body.data.domainGroups[0].groupId as string
}

const bundle = async (id: string) => {
  const [row] = await db.select().from(bundles).where(eq(bundles.id, id))
  if (!row) throw new Error(`There is no bundle ${id}.`)
  return row
}

test('an order is paid for without an alarm, in whatever order its events come', {
  tags: ['fault-16'],
}, async () => {
  const person = await world.customer()
  const before = await alarms()
  for (const order of permutations(kinds)) {
    const groupId = await paidAtStripe(person)
    const events = await news()
    const first = order.map((kind) => events.find(({ type }) => type === kind) as StripeEvent)
    await act(person, first)
    await act(
      person,
      events.filter((event) => !first.includes(event)),
    )
    expect(await bundle(groupId)).toMatchObject({ status: 'live', hold: null })
    expect([order, await alarms()]).toEqual([order, before])
  }
})

test('a reinstatement and a cancellation raise no alarm, in whatever order their events come and are acted on', {
  tags: ['fault-16'],
}, async () => {
  const before = await alarms()
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), async (dice) => {
      const roll = () => dice.next().value as number
      const shuffled = <T>(all: readonly T[]) =>
        all
          .map((each) => ({ each, at: roll() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ each }) => each)
      const { person, groupId, names } = await paidOrder({}, false)
      /** Acts on what has been told, with what is to be billed in between. */
      const processShuffled = async () => {
        const { subscriptionId } = await bundle(groupId)
        const steps = shuffled([
          ...(await news()).map((event) => () => act(person, [event])),
          () => syncBilling(deps, subscriptionId ?? ''),
        ])
        for (const step of steps) await step()
        await act(person, shuffled(await news()))
      }
      if (roll() < 0.5) await processShuffled()
      await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
      await processShuffled()
      const asked = await person.post('/api/orders/reinstate', reinstatementOf(names, groupId))
      await payFor(person, reinstateCheckoutOf(person, asked))
      await processShuffled()
      expect(await bundle(groupId)).toMatchObject({ status: 'live', hold: null })
      expect(await alarms()).toBe(before)
    }),
    { numRuns: 15 },
  )
})

test('an event that was read before a cancellation was billed, and acted on after it, raises no alarm', async () => {
  const { person, groupId } = await paidOrder({ orderCount: 2 }, false)
  await act(person, await news())
  const before = await alarms()
  const { subscriptionId } = await bundle(groupId)
  const { payments } = deps.vendors
  const read = payments.readSubscription
  // The provider's answer is on its way while all of this happens.
  payments.readSubscription = async (...given) => {
    const old = await read(...given)
    payments.readSubscription = read
    await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
    await syncBilling(deps, subscriptionId ?? '')
    return old
  }
  const again = (await db.select().from(storedEvents)).find(
    ({ data }) => data.subscriptionId === subscriptionId,
  )
  await db
    .update(storedEvents)
    .set({ processedAt: null })
    .where(eq(storedEvents.id, again?.id ?? ''))
  await processStripeEvent(deps, again?.id ?? '')
  await act(person, await news())
  expect(await alarms()).toBe(before)
})

test.each(['before', 'after'] as const)(
  'a quantity that someone changed at the provider alarms once, told of %s our own events, and ends when it is mended',
  async (when) => {
    const { person, groupId } = await paidOrder({}, false)
    if (when === 'after') await act(person, await news())
    const before = await alarms()
    const { subscriptionId } = await bundle(groupId)
    const set = (azure: number) =>
      deps.vendors.payments.setSubscriptionBilling(subscriptionId ?? '', {
        quantities: { azure },
        isPaused: false,
      })
    await set(3)
    const events = await news()
    await act(person, when === 'before' ? events.toReversed() : events)
    expect(await alarms()).toBe(before + 1)
    await set(1)
    await act(person, await news())
    const [row] = await db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.stripeId, subscriptionId ?? ''))
    expect(row?.flaggedAt).toBeNull()
  },
)
