import { eq, like, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdCommands } from '#apps/operator/hold-commands.ts'
import { bundles, outbox, subscriptions } from '#base/db/schema/index.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { isBeside } from '#tests/server/others.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { raiseBilling } from './raise-billing.ts'
import { wantedBilling } from './subscription-billing.ts'
import { dueBilling, syncBilling } from './sync-billing.ts'

/** A change of a subscription that is on its way to Stripe, and takes effect when the test lets it. */
interface UnderWay {
  takeEffect(): Promise<void>
  /** Its answer never comes, and neither does what becomes of it. */
  lose(): void
}
let isHeld = false
/** The key may do nothing with subscriptions but read them. */
let isForbidden = false
const forbidden = {
  error: {
    type: 'invalid_request_error',
    message: "Having the 'rak_subscription_write' permission would allow this request to continue.",
  },
}
const underWay: UnderWay[] = []
let onHeld = () => {}

const world = await createTestWorld({
  fetch: (sandbox) => (url, init) => {
    const isChange =
      new URL(url).pathname.startsWith('/v1/subscriptions/') &&
      (init?.method === 'POST' || init?.method === 'DELETE')
    if (isForbidden && isChange) return Promise.resolve(Response.json(forbidden, { status: 403 }))
    if (!isHeld || !isChange) return sandbox.fetch(url, init)
    return new Promise((resolve, reject) => {
      underWay.push({
        async takeEffect() {
          const answer = await sandbox.fetch(url, { ...init, signal: undefined })
          resolve(answer)
        },
        lose: () => reject(new TypeError('fetch failed')),
      })
      onHeld()
    })
  },
})
const { deps } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })
const { bill, processEvents, payments } = stripeActs(world)

async function ordered(orderCount: number) {
  const order = await paidOrder({ orderCount }, false)
  await processEvents()
  const { subscription } = await payments(order)
  const ofCustomer = await db
    .select({ id: bundles.id })
    .from(bundles)
    .where(eq(bundles.customerId, order.person.id))
    .orderBy(bundles.orderIndex)
  const groups = ofCustomer.filter(({ id }) => !isBeside(id))
  const cancel = async (at: number) => {
    const body = { groupId: groups[at]?.id, reason: 'pricing' }
    expect((await order.person.post('/api/orders/cancel', body)).status).toBe(200)
  }
  return { subscription, cancel, groups }
}

const billed = async (subscription: string) => {
  const { quantities, isPaused, status } = await deps.vendors.payments.readSubscription(subscription)
  return status === 'ended' ? 'ended' : { quantities, isPaused }
}
const dueOf = async (subscription: string) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.stripeId, subscription)))[0]?.billingDueAt

/** Starts a worker's job. Resolves when it has ended, or waits for Stripe. */
async function begin(subscription: string): Promise<{ end: Promise<unknown> }> {
  const held = new Promise<void>((resolve) => {
    onHeld = resolve
  })
  const end = syncBilling(deps, subscription).catch((error: unknown) => error)
  await Promise.race([held, end])
  return { end }
}

async function holding<T>(work: () => Promise<T>): Promise<T> {
  isHeld = true
  try {
    return await work()
  } finally {
    isHeld = false
    underWay.length = 0
  }
}

/** What was sent to Stripe has taken effect, or never will. */
const leaseRunsOut = (subscription: string) =>
  db
    .update(subscriptions)
    .set({ billingLeaseUntil: sql`now() - interval '1 second'` })
    .where(eq(subscriptions.stripeId, subscription))

test('a change that comes while an earlier one is under way is not overtaken by it', {
  tags: ['fault-61'],
}, async () => {
  const { subscription, cancel } = await ordered(3)
  await holding(async () => {
    await cancel(0)
    const slow = await begin(subscription)
    await cancel(1)
    const quick = await begin(subscription)
    isHeld = false
    for (const request of underWay.toReversed()) await request.takeEffect()
    await Promise.all([slow.end, quick.end])
  })
  expect(await billed(subscription)).toEqual({ quantities: { azure: 1 }, isPaused: false })
  expect(await dueOf(subscription)).toBeNull()
})

test('what a worker sent before it was killed takes effect before anything else is sent', {
  tags: ['fault-61'],
}, async () => {
  const { subscription, cancel } = await ordered(3)
  await holding(async () => {
    await cancel(0)
    const killed = await begin(subscription)
    const [request] = underWay
    request?.lose()
    await killed.end
    await cancel(1)
    await begin(subscription)
    expect(underWay).toHaveLength(1)
    isHeld = false
    await bill()
    await request?.takeEffect()
    expect(await billed(subscription)).toEqual({ quantities: { azure: 2 }, isPaused: false })
    await leaseRunsOut(subscription)
    await bill()
  })
  expect(await billed(subscription)).toEqual({ quantities: { azure: 1 }, isPaused: false })
  expect(await dueOf(subscription)).toBeNull()
})

test('a worker that was stopped for longer than its lease leaves it to the next one to look again', async () => {
  const { subscription, cancel } = await ordered(3)
  await holding(async () => {
    await cancel(0)
    const stopped = await begin(subscription)
    await leaseRunsOut(subscription)
    isHeld = false
    await cancel(1)
    await bill()
    expect(await billed(subscription)).toEqual({ quantities: { azure: 1 }, isPaused: false })
    await underWay[0]?.takeEffect()
    expect(await stopped.end).toMatchObject({ name: 'LeaseLost' })
    expect(await dueOf(subscription)).not.toBeNull()
    await bill()
  })
  expect(await billed(subscription)).toEqual({ quantities: { azure: 1 }, isPaused: false })
})

test('a change whose transaction began before another one is billed, although it was noted after it', async () => {
  const { subscription, cancel, groups } = await ordered(3)
  await holding(async () => {
    let slow: { end: Promise<unknown> } | undefined
    await db.transaction(async (early) => {
      await early.execute(sql`select 1`)
      await cancel(0)
      slow = await begin(subscription)
      await early
        .update(bundles)
        .set({ status: 'cancelled', cancelledAt: new Date() })
        .where(eq(bundles.id, groups[1]?.id ?? ''))
      await raiseBilling(early, deps, subscription)
    })
    isHeld = false
    for (const request of underWay) await request.takeEffect()
    await slow?.end
    await bill()
  })
  expect(await billed(subscription)).toEqual({ quantities: { azure: 1 }, isPaused: false })
})

test('a refusal is tried again at once, and what a worker is at is no work for others', async () => {
  const { subscription, cancel } = await ordered(2)
  await cancel(0)
  world.sandbox.faults.add({ kind: '503', vendor: 'stripe', path: '/v1/subscriptions' })
  await expect(syncBilling(deps, subscription)).rejects.toThrow()
  await db
    .update(subscriptions)
    .set({ billingDueAt: new Date(0) })
    .where(eq(subscriptions.stripeId, subscription))
  const isDue = async () =>
    (await dueBilling(db)).some(({ subscriptionId }) => subscriptionId === subscription)
  expect(await isDue()).toBe(true)
  await holding(async () => {
    const job = await begin(subscription)
    expect(await isDue()).toBe(false)
    await underWay[0]?.takeEffect()
    await job.end
  })
  expect(await billed(subscription)).toEqual({ quantities: { azure: 1 }, isPaused: false })
})

test('the operator is told once of what could not be billed for hours, with the reason and what to do', async () => {
  const { subscription, cancel } = await ordered(3)
  const told = async () =>
    (
      await db
        .select()
        .from(outbox)
        .where(like(outbox.dedupeKey, `alert:unbilled:${subscription}:%`))
    ).map(({ body }) => body)
  const tries = () => expect(syncBilling(deps, subscription)).rejects.toMatchObject({ kind: 'unauthorised' })
  const isDueSince = (hours: number) =>
    db
      .update(subscriptions)
      .set({ billingDueAt: sql`now() - make_interval(hours => ${hours})` })
      .where(eq(subscriptions.stripeId, subscription))
  isForbidden = true
  try {
    await cancel(0)
    await tries()
    await isDueSince(2)
    await tries()
    expect(await told()).toEqual([])
    await isDueSince(4)
    // What changes meanwhile makes it no younger.
    await cancel(1)
    await tries()
    await tries()
    expect(await told()).toEqual([
      expect.stringMatching(/rak_subscription_write.*Give the key what it lacks/s),
    ])
  } finally {
    isForbidden = false
  }
  await syncBilling(deps, subscription)
  expect(await dueOf(subscription)).toBeNull()
  expect(await told()).toHaveLength(1)
})

test('whatever changes, and whichever worker acts on it in whichever order, what is billed in the end is what is wanted', {
  tags: ['fault-61'],
}, async () => {
  const groupCount = 3
  const step = fc.oneof(
    fc.record({ kind: fc.constant('cancel' as const), at: fc.nat(groupCount - 1) }),
    fc.record({ kind: fc.constant('hold' as const), at: fc.nat(groupCount - 1) }),
    fc.record({ kind: fc.constant('release' as const), at: fc.nat(groupCount - 1) }),
    fc.record({ kind: fc.constant('work' as const), at: fc.constant(0) }),
    fc.record({ kind: fc.constant('answer' as const), at: fc.nat(5) }),
    fc.record({ kind: fc.constant('lose' as const), at: fc.nat(5) }),
    fc.record({ kind: fc.constant('time passes' as const), at: fc.constant(0) }),
  )
  const operator = (name: string, order: string) =>
    holdCommands
      .find((command) => command.name === name)
      ?.run(
        deps,
        { order },
        () => {},
        () => {},
      )
      // What cannot be held or released now stays as it is.
      .catch(() => {})
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const { subscription, cancel, groups } = await ordered(groupCount)
      const cancelled = new Set<number>()
      const jobs: Promise<unknown>[] = []
      const lost: UnderWay[] = []
      const takeOne = (at: number) => underWay.splice(at % Math.max(1, underWay.length), 1)[0]
      const leaseTime = async () => {
        for (const request of lost.splice(0)) await request.takeEffect()
        if (underWay.length === 0) await leaseRunsOut(subscription)
      }
      await holding(async () => {
        for (const { kind, at } of steps) {
          const group = groups[at]?.id ?? ''
          if (kind === 'cancel' && !cancelled.has(at)) {
            cancelled.add(at)
            await cancel(at)
          }
          if (kind === 'hold' || kind === 'release') await operator(`order ${kind}`, group)
          // Each change wakes a worker, and a worker may be woken without one.
          if (['cancel', 'hold', 'release', 'work'].includes(kind)) jobs.push((await begin(subscription)).end)
          if (kind === 'answer') await takeOne(at)?.takeEffect()
          if (kind === 'lose') {
            const request = takeOne(at)
            request?.lose()
            if (request) lost.push(request)
          }
          if (kind === 'time passes') await leaseTime()
        }
        isHeld = false
        for (const request of underWay.splice(0).toReversed()) await request.takeEffect()
        await Promise.all(jobs)
        await leaseTime()
        await bill()
      })
      const { quantities, isPaused } = await wantedBilling(db, subscription)
      expect(await billed(subscription)).toEqual(
        Object.keys(quantities).length === 0 ? 'ended' : { quantities, isPaused },
      )
      expect(await dueOf(subscription)).toBeNull()
    }),
    { numRuns: 25 },
  )
})
