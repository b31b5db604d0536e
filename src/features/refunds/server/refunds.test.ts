import { and, eq, isNull, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import {
  auditLog,
  bundles,
  checkoutItems,
  checkouts,
  domainNames,
  outbox,
  refunds,
  stripeEvents,
} from '#base/db/schema/index.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { isBeside } from '#tests/server/others.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { payOwedRefunds } from './pay-refunds.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, domainRow } = manageOrders(world, { beside: 'customer and order' })
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)

/** What Stripe has given back, in cents. */
const given = () =>
  sandbox.store
    .collection<{ amount: number }>('stripe.refunds')
    .list()
    .map(({ amount }) => amount)

async function paymentOf(name: string) {
  const [row] = await db
    .select({ checkout: checkouts, fee: checkoutItems.netCents })
    .from(checkoutItems)
    .innerJoin(checkouts, eq(checkouts.id, checkoutItems.checkoutId))
    .where(eq(checkoutItems.domainId, (await domainRow(name))?.id as string))
  if (!row) throw new Error(`Nothing was paid for ${name}.`)
  return row
}

describe('the fee of a bought domain', () => {
  test('goes back once when its order is cancelled before it is registered', async () => {
    const { person, groupId, names } = await paidOrder({}, false)
    const name = names[0] as string
    const { checkout, fee } = await paymentOf(name)
    expect(fee).toBeGreaterThan(0)
    await person.post('/api/orders/cancel', { groupId, reason: 'changes_needed' })
    const before = given()
    for (const each of names) {
      await world.reconcile(each)
      await world.reconcile(each)
    }
    for (let round = 0; round < 2; round++) await payOwedRefunds(deps)
    expect(given().slice(before.length)).toEqual(names.map(() => fee))
    const rows = await db.select().from(refunds).where(eq(refunds.checkoutId, checkout.id))
    expect(rows.map(({ reason, cents }) => [reason, cents])).toEqual(names.map(() => ['not registered', fee]))
    const mails = await db.select().from(outbox).where(eq(outbox.recipient, person.email))
    expect(mails.filter(({ subject }) => subject.startsWith('We have refunded'))).toHaveLength(1)
  })

  test('is not given back when the domain was registered, even if nobody noted it; its renewal ends', async () => {
    const { person, groupId, names } = await paidOrder({}, false)
    const name = names[0] as string
    const before = given()
    sandbox.faults.add({ kind: 'lost_answer', vendor: 'dnsimple', method: 'POST', path: '/registrations' })
    await world.reconcile(name)
    await person.post('/api/orders/cancel', { groupId, reason: 'changes_needed' })
    for (let round = 0; round < 3; round++) await world.reconcile(name)
    await payOwedRefunds(deps)
    expect(given()).toEqual(before)
    const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    expect(row).toMatchObject({ registration: 'registered' })
    expect(await deps.vendors.registrar.findRegistration(name)).toMatchObject({ autoRenew: false })
  })

  test('survives a lost answer of the payment provider without being paid twice', async () => {
    const { person, groupId, names } = await paidOrder({}, false)
    await person.post('/api/orders/cancel', { groupId, reason: 'changes_needed' })
    for (const name of names) await world.reconcile(name)
    const before = given().length
    sandbox.faults.add({ kind: 'lost_answer', vendor: 'stripe', method: 'POST', path: '/v1/refunds' })
    await payOwedRefunds(deps).catch(() => {})
    await payOwedRefunds(deps)
    expect(given().length - before).toBe(names.length)
  })
})

test.each([
  ['the payment is not there', 2],
  ['Stripe fails at it', 1],
])('refunds that cannot be paid since %s end no others', async (cause, unpaid) => {
  const [first, second] = [await paidOrder({}, false), await paidOrder({}, false)]
  const { checkout } = await paymentOf(first.names[0] as string)
  for (const { person, groupId, names } of [first, second]) {
    await person.post('/api/orders/cancel', { groupId, reason: 'changes_needed' })
    for (const name of names) await world.reconcile(name)
  }
  const payBy = (paymentIntentId: string | null) =>
    db.update(checkouts).set({ paymentIntentId }).where(eq(checkouts.id, checkout.id))
  const owed = await db.select().from(refunds).where(isNull(refunds.stripeRefundId))
  const before = given().length
  if (unpaid === 1) sandbox.faults.add({ kind: '500', vendor: 'stripe', method: 'GET', path: '/v1/refunds' })
  else await payBy('pi_ofAnotherTime')
  await payOwedRefunds(deps)
  expect(given().length - before, cause).toBe(owed.length - unpaid)
  if (unpaid === 2) {
    await payOwedRefunds(deps)
    const alerts = await db.select().from(outbox).where(like(outbox.dedupeKey, 'alert:refund:%'))
    expect(alerts).toHaveLength(unpaid)
    expect(alerts[0]?.body).toContain('of payment pi_ofAnotherTime is owed')
    expect(alerts[0]?.body).toContain(`, of ${first.person.email}, cancelled: `)
    await payBy(checkout.paymentIntentId)
  }
  await payOwedRefunds(deps)
  expect(given().length - before).toBe(owed.length)
})

describe('the operator’s refund', async () => {
  const { names, person } = await paidOrder({}, 'few mailboxes')
  const name = names[0] as string
  const { checkout, fee } = await paymentOf(name)
  const paid = checkout.paidCents as number

  test('says what it would do, and does nothing without --yes', async () => {
    const before = given()
    const { out } = await operator('refund', '--domain', name, '--reason', 'goodwill')
    expect(out).toMatch(/^It would refund \$[\d.]+ of the \$[\d.,]+ that /)
    expect(out).toContain(person.email)
    expect(given()).toEqual(before)
    expect((await operator('refund', '--reason', 'goodwill')).err).toBe(
      'Give one of --checkout, --invoice, --order and --domain.',
    )
    expect((await operator('refund', '--order', 'ord_none', '--reason', 'x')).err).toBe(
      'There is no such payment.',
    )
    expect(
      (await operator('refund', '--checkout', checkout.id, '--reason', 'x', '--amount', '99999')).err,
    ).toMatch(/^At most \$/)
  })

  test('gives a part back, once however often it is ordered', async () => {
    const before = given().length
    for (let time = 0; time < 2; time++)
      expect(await operator('refund', '--domain', name, '--reason', 'goodwill', '--yes')).toMatchObject({
        exitCode: 0,
        out: expect.stringMatching(time === 0 ? /^Refunded: / : /^This was refunded before: /),
      })
    expect(given().slice(before)).toEqual([fee])
    const noted = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'refund.ordered'), eq(auditLog.customerId, person.id)))
    expect(noted).toHaveLength(1)
  })

  test('of all that is left stops what it paid for', async () => {
    const before = given().length
    const { out } = await operator('refund', '--checkout', checkout.id, '--reason', 'all of it', '--yes')
    expect(out).toContain('nothing is left of it')
    expect(given().slice(before)).toEqual([paid - fee])
    const held = await db.select().from(bundles).where(eq(bundles.customerId, person.id))
    for (const { id, hold } of held) expect(hold, id).toBe(isBeside(id) ? null : 'refund')
    expect((await operator('refund', '--checkout', checkout.id, '--reason', 'more', '--yes')).err).toMatch(
      /^All of \$/,
    )
  })
})

test('the operator’s refund of what was cancelled stops nothing, and says so', async () => {
  const { names, person, groupId } = await paidOrder({}, 'few mailboxes')
  const { checkout } = await paymentOf(names[0] as string)
  const order = ['refund', '--checkout', checkout.id, '--reason', 'goodwill']
  expect((await operator(...order)).out).toContain('nothing is left of it')
  await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  const { out } = await operator(...order, '--yes')
  expect(out).toMatch(/^Refunded: /)
  expect(out).not.toContain('nothing is left of it')
  expect(await db.select().from(bundles).where(eq(bundles.id, groupId))).toMatchObject([{ hold: null }])
})

describe('a refund that someone gives in the payment provider’s own pages', async () => {
  const { names, person } = await paidOrder({}, 'few mailboxes')
  const { checkout } = await paymentOf(names[0] as string)
  const give = (cents?: number) =>
    sandbox.fetch('http://sandbox.invalid/_stripe/refunds', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ paymentIntent: checkout.paymentIntentId, cents }),
    })
  /** What no webhook told is found in the provider's list of events. */
  const notice = async () => {
    await sweepPayments(deps)
    const untold = await db.select().from(stripeEvents).where(isNull(stripeEvents.processedAt))
    for (const { id } of untold) await processStripeEvent(deps, id)
  }
  const holds = async () =>
    (await db.select().from(bundles).where(eq(bundles.customerId, person.id)))
      .filter(({ id }) => !isBeside(id))
      .map(({ hold }) => hold)
  const alerts = async () =>
    (await db.select().from(outbox).where(like(outbox.subject, '%refunded at Stripe%'))).length

  test('is noted and told once; a part of the payment stops nothing', async () => {
    await give(500)
    await notice()
    await notice()
    const noted = await db.select().from(refunds).where(eq(refunds.checkoutId, checkout.id))
    expect(noted.map(({ cents }) => cents)).toEqual([500])
    expect(await alerts()).toBe(1)
    expect(await holds()).toEqual([null])
  })

  test('of all that is left holds what it paid for', async () => {
    await give()
    await notice()
    expect(await holds()).toEqual(['refund'])
    expect(await alerts()).toBe(2)
    expect((await operator('refund', '--checkout', checkout.id, '--reason', 'again', '--yes')).err).toMatch(
      /^All of \$/,
    )
  })
})
