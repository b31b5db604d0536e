import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { bundles, checkoutItems, checkouts, domains, outbox, refunds } from '#base/db/schema/index.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { isBeside } from '#tests/server/others.ts'
import { freshName } from '#tests/server/place-order.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { payOwedRefunds } from './pay-refunds.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, domainRow } = manageOrders(world, { beside: 'customer and order' })
const { atStripe, processEvents, payments } = stripeActs(world)
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)

interface Failed extends ManagedOrder {
  /** A name that someone else has registered since it was ordered. */
  taken: string
  paymentIntent: string
  /** Of one name, in cents. */
  fee: number
  paid: number
}

/** A paid order of two names, of which the first cannot be bought. */
async function orderWithTakenName(tld = 'com'): Promise<Failed> {
  const order = await paidOrder({ tld }, false)
  const taken = order.names[0] as string
  await sandbox.fetch('http://sandbox.invalid/_dns/delegation', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: taken, nameServers: ['ns1.somebody.test'] }),
  })
  await world.reconcile(taken)
  const row = await domainRow(taken)
  expect(row).toMatchObject({ status: 'error' })
  const [bought] = await db
    .select({ checkout: checkouts, fee: checkoutItems.netCents })
    .from(checkoutItems)
    .innerJoin(checkouts, eq(checkouts.id, checkoutItems.checkoutId))
    .where(eq(checkoutItems.domainId, row?.id as string))
  const { paymentIntent } = await payments(order)
  return { ...order, taken, paymentIntent, fee: bought?.fee ?? 0, paid: bought?.checkout.paidCents ?? 0 }
}

/** What Stripe has given back of an order's first payment, in cents. */
const givenOf = ({ paymentIntent }: Failed) =>
  sandbox.store
    .collection<{ amount: number; payment_intent: string }>('stripe.refunds')
    .list()
    .filter((refund) => refund.payment_intent === paymentIntent)
    .map(({ amount }) => amount)
const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
const refundRows = async ({ paymentIntent }: Failed) =>
  (
    await db
      .select({ refund: refunds })
      .from(refunds)
      .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
      .where(eq(checkouts.paymentIntentId, paymentIntent))
  ).map(({ refund }) => refund)
const refund = (...args: string[]) => operator('refund', ...args, '--yes')
/** What was given back of the fee of each of its places, whichever name stood there. */
async function feesBack(order: Failed): Promise<number[]> {
  const rows = await refundRows(order)
  const held = await db.select().from(domains).where(eq(domains.bundleId, order.groupId))
  return order.names.map((_, place) => {
    const ids = held.filter(({ slot }) => slot === place).map(({ id }) => id)
    return sum(rows.filter(({ domainId }) => ids.includes(domainId ?? '')).map(({ cents }) => cents))
  })
}
const replace = ({ person }: Failed, originalDomain: string, newDomain = freshName()) =>
  person.post('/api/domains/replace', [{ originalDomain, newDomain, isUserAdded: false }])
const cancel = ({ person, groupId }: Failed) =>
  person.post('/api/orders/cancel', { groupId, reason: 'changes_needed' })
const another = async ({ person, groupId, taken }: Failed) =>
  (await person.get(`/api/orders/groups/${groupId}`)).body.domains.find(
    ({ domain }: { domain: string }) => domain === taken,
  )?.anotherDomain
const orderIdOf = async ({ groupId }: Failed) =>
  (await db.select().from(bundles).where(eq(bundles.id, groupId)))[0]?.orderId as string
/** Everything that the workers do in the end. */
async function workOff(order: Failed): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const held = await db.select().from(domains).where(eq(domains.customerId, order.person.id))
    for (const { name, want } of held) if (want === 'retire' && !isBeside(name)) await world.reconcile(name)
    await processEvents()
    await payOwedRefunds(deps)
  }
}

test('a fee that the operator gave back pays for no other name, and does not go back again', async () => {
  const order = await orderWithTakenName()
  expect(await another(order)).toBe('free')
  await refund('--domain', order.taken, '--reason', 'could not be registered')
  expect(givenOf(order)).toEqual([order.fee])

  expect(await another(order)).toBe('priced')
  const answer = await replace(order, order.taken)
  expect(answer.body).toMatchObject({ success: true, requiresPayment: true })

  expect((await cancel(order)).status).toBe(200)
  await workOff(order)
  // The other name had not been bought yet, and its fee is owed as ever.
  expect(givenOf(order)).toEqual([order.fee, order.fee])
  const rows = await refundRows(order)
  expect(new Set(rows.map(({ domainId }) => domainId)).size).toBe(2)
  expect(rows.every(({ stripeRefundId }) => stripeRefundId !== null)).toBe(true)
})

test('of a fee of which a part went back the rest is owed, and it pays for no other name', async () => {
  const order = await orderWithTakenName()
  await refund('--domain', order.taken, '--reason', 'not registered', '--amount', '5')
  expect(await another(order)).toBe('priced')
  expect((await refund('--domain', order.taken, '--reason', 'more', '--amount', '15.50')).err).toBe(
    'At most $10.50 can be refunded.',
  )
  await cancel(order)
  await workOff(order)
  expect(givenOf(order).toSorted((a, b) => a - b)).toEqual([5_00, 10_50, 15_50])
})

test('after a whole order went back nothing is owed when it is cancelled', async () => {
  const order = await orderWithTakenName()
  await refund('--order', await orderIdOf(order), '--reason', 'goodwill')
  await cancel(order)
  await workOff(order)
  expect(sum(givenOf(order))).toBe(order.paid)
  expect(await refundRows(order)).toHaveLength(1)
})

test('a fee that is owed is given up where someone gave it back at Stripe meanwhile, or the bank did', async () => {
  const order = await orderWithTakenName()
  await cancel(order)
  for (const name of order.names) await world.reconcile(name)
  expect((await refundRows(order)).map(({ cents }) => cents)).toEqual([order.fee, order.fee])
  await atStripe('/refunds', { paymentIntent: order.paymentIntent, cents: order.paid - 20_00 })
  await workOff(order)
  expect(sum(givenOf(order))).toBe(order.paid)
  expect((await refundRows(order)).filter(({ stripeRefundId }) => stripeRefundId === null)).toEqual([])

  const disputed = await orderWithTakenName()
  await cancel(disputed)
  for (const name of disputed.names) await world.reconcile(name)
  const { id } = await atStripe('/disputes', { paymentIntent: disputed.paymentIntent })
  await workOff(disputed)
  // It may be won yet.
  expect(await refundRows(disputed)).toHaveLength(2)
  await atStripe('/disputes/close', { id, outcome: 'lost' })
  await workOff(disputed)
  expect(await refundRows(disputed)).toEqual([])
  expect(givenOf(disputed)).toEqual([])
})

test('of a fee that is owed goes back what is left at Stripe: what failed to go back there is left', async () => {
  const order = await orderWithTakenName()
  await cancel(order)
  for (const name of order.names) await world.reconcile(name)
  const { id } = await atStripe('/refunds', { paymentIntent: order.paymentIntent, cents: 10_00 })
  await atStripe('/refunds/fail', { id, failure: 'lost_or_stolen_card' })
  // Nobody has told of either yet.
  await atStripe('/refunds', { paymentIntent: order.paymentIntent, cents: order.paid - 20_00 })
  for (let round = 0; round < 2; round++) await payOwedRefunds(deps)
  expect(givenOf(order).toSorted((a, b) => a - b)).toEqual(
    [4_50, 10_00, 15_50, order.paid - 20_00].toSorted((a, b) => a - b),
  )
})

test('a fee that pays for the name that took the place goes back with that one, once', async () => {
  const order = await orderWithTakenName()
  const fresh = freshName()
  expect((await replace(order, order.taken, fresh)).body).toMatchObject({ requiresPayment: false })
  expect((await refund('--domain', order.taken, '--reason', 'could not be registered')).err).toContain(
    `refund --domain ${fresh}`,
  )
  expect(givenOf(order)).toEqual([])
  expect((await refund('--domain', fresh, '--reason', 'goodwill')).exitCode).toBe(0)
  expect(givenOf(order)).toEqual([order.fee])
  expect((await refund('--domain', fresh, '--reason', 'more')).err).toMatch(/^All of \$15\.50/)
  await cancel(order)
  await workOff(order)
  expect(givenOf(order)).toEqual([order.fee, order.fee])
})

test('a fee that pays for the name that took the place is not owed for the one that was given up', async () => {
  const order = await orderWithTakenName()
  expect((await replace(order, order.taken)).body).toMatchObject({ requiresPayment: false })
  await workOff(order)
  expect(await refundRows(order)).toEqual([])
  expect(givenOf(order)).toEqual([])
})

test('a fee pays for no name that costs more: a .com in the place of a .net has its price', async () => {
  const order = await orderWithTakenName('net')
  expect((await replace(order, order.taken, freshName('com'))).body).toMatchObject({
    success: true,
    requiresPayment: true,
  })
  expect((await replace(order, order.taken, freshName('net'))).body).toMatchObject({
    success: true,
    requiresPayment: false,
  })
})

test('only what goes back by itself is said not to have been registered', async () => {
  const order = await orderWithTakenName()
  await refund('--domain', order.names[1] as string, '--reason', 'goodwill')
  await cancel(order)
  await workOff(order)
  const mails = await db.select().from(outbox).where(eq(outbox.recipient, order.person.email))
  const told = mails
    .filter(({ subject }) => subject.startsWith('We have refunded'))
    .map(({ body }) => body.includes('was not registered'))
  expect(told.toSorted()).toEqual([false, true])
})

test('a refund that is ordered again does not put back on hold what the operator released since', {
  tags: ['fault-57'],
}, async () => {
  const order = await orderWithTakenName()
  const all = ['--order', await orderIdOf(order), '--reason', 'chargeback fear'] as const
  const holdOf = async () => (await db.select().from(bundles).where(eq(bundles.id, order.groupId)))[0]?.hold
  await refund(...all)
  expect(await holdOf()).toBe('refund')
  await operator('order', 'release', '--order', order.groupId)
  expect(await holdOf()).toBeNull()
  const again = await refund(...all)
  expect(again.out).toMatch(/^This was refunded before: /)
  expect(again.out).not.toContain('nothing is left of it')
  expect(await holdOf()).toBeNull()
})

const deeds = fc.array(
  fc.oneof(
    fc.record({
      does: fc.constant('refund' as const),
      of: fc.constantFrom('taken', 'other', 'order'),
      reason: fc.constantFrom('not registered', 'goodwill', 'could not be bought'),
      dollars: fc.constantFrom(null, 1, 15, 40),
    }),
    fc.record({ does: fc.constant('give at Stripe' as const), dollars: fc.constantFrom(null, 3, 50) }),
    fc.record({
      does: fc.constantFrom('replace' as const, 'cancel' as const, 'settle' as const, 'release' as const),
    }),
  ),
  { minLength: 2, maxLength: 7 },
)

test('whatever is done in whichever order, exactly what is given or owed goes back, and no fee pays twice', {
  tags: ['fault-57'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(deeds, async (history) => {
      const order = await orderWithTakenName()
      const taken = (await domainRow(order.taken))?.id
      const fits = async () => {
        const rows = await refundRows(order)
        const ofDomains = Map.groupBy(
          rows.filter(({ domainId }) => domainId !== null),
          ({ domainId }) => domainId,
        )
        for (const [, given] of ofDomains)
          expect(sum(given.map(({ cents }) => cents))).toBeLessThanOrEqual(order.fee)
        expect(sum(givenOf(order))).toBeLessThanOrEqual(order.paid)
        return rows
      }
      for (const deed of history) {
        if (deed.does === 'refund') {
          const place = ['taken', 'other'].indexOf(deed.of)
          const before = sum(givenOf(order))
          const left = Math.min(
            order.paid - before,
            place < 0 ? order.paid : order.fee - ((await feesBack(order))[place] ?? 0),
          )
          const { exitCode, out } = await refund(
            ...(place < 0 ? ['--order', await orderIdOf(order)] : ['--domain', order.names[place] as string]),
            '--reason',
            deed.reason,
            ...(deed.dollars === null ? [] : ['--amount', String(deed.dollars)]),
          )
          const isGiven = exitCode === 0 && !out.startsWith('This was refunded before')
          const wanted = deed.dollars === null ? left : deed.dollars * 100
          expect(sum(givenOf(order)) - before, out).toBe(isGiven ? wanted : 0)
        }
        if (deed.does === 'give at Stripe')
          await sandbox.fetch('http://sandbox.invalid/_stripe/refunds', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
              paymentIntent: order.paymentIntent,
              cents: deed.dollars === null ? undefined : deed.dollars * 100,
            }),
          })
        if (deed.does === 'release') await operator('order', 'release', '--order', order.groupId)
        if (deed.does === 'cancel') await cancel(order)
        if (deed.does === 'settle') await workOff(order)
        if (deed.does === 'replace') {
          const before = (await refundRows(order)).filter(({ domainId }) => domainId === taken)
          const { body } = await replace(order, order.taken)
          if (body.success && !body.requiresPayment) expect(before).toEqual([])
        }
        await fits()
      }
      await workOff(order)
      const rows = await fits()
      const back = sum(givenOf(order))
      expect(sum(rows.map(({ cents }) => cents))).toBe(back)
      // Neither name was registered: once the order is over the fee of each is back as a whole, or all that was paid is.
      if (!history.some(({ does }) => does === 'cancel')) {
        expect(rows.filter(({ cause }) => cause !== null)).toEqual([])
      } else if (back < order.paid) expect(await feesBack(order)).toEqual([order.fee, order.fee])
      expect(rows.filter(({ stripeRefundId }) => stripeRefundId === null)).toEqual([])
    }),
    { numRuns: 15 },
  )
})
