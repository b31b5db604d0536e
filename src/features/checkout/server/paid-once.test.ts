import { eq, inArray, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, bundles, customers, outbox, refunds } from '#base/db/schema/index.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { agreeing, paymentPages } from '#tests/server/payment-pages.ts'
import { checkoutFor, completeDraft, freshName, press, takeOrder } from '#tests/server/place-order.ts'
import { reinstateCheckoutOf, reinstatementOfGroups } from '#tests/server/reinstatement.ts'
import type { TestAnswer } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps
const { paidOrder, domainRow } = manageOrders(world, { beside: 'customer and order' })
const pages = paymentPages(world)
type Person = Awaited<ReturnType<typeof customer>>

const externalId = async ({ id }: Person) =>
  (await db.select().from(customers).where(eq(customers.id, id)))[0]?.stripeCustomerId as string
const urlOf = (answer: TestAnswer): string => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.url ?? answer.body.checkoutUrl
}
const bundleRow = async (id: string) => (await db.select().from(bundles).where(eq(bundles.id, id)))[0]
/** What customer and operator were told of money that goes back by itself. */
async function toldOf(person: Person) {
  const mails = await db.select().from(outbox).where(eq(outbox.recipient, person.email))
  const alerts = await db.select().from(outbox).where(like(outbox.dedupeKey, 'alert:surplus:%'))
  const noted = await db.select().from(auditLog).where(eq(auditLog.customerId, person.id))
  return {
    mails: mails.map(({ subject }) => subject).filter((subject) => subject.startsWith('We are giving')),
    alerts: alerts.filter(({ body }) => JSON.stringify(body).includes(person.email)).length,
    activity: noted.filter(({ action }) => action === 'payment.surplus').length,
  }
}

async function taken(options: Parameters<typeof completeDraft>[0] = {}) {
  const person = await customer()
  const draft = completeDraft(options)
  const answer = await takeOrder(person, draft)
  const ask = (more: Parameters<typeof checkoutFor>[3] = {}) =>
    person.post('/api/payments/create-checkout-session', checkoutFor(person, draft, answer, more))
  const withCode = async () => {
    const quoted = await ask({ promotionCode: 'LAUNCH60' })
    expect(quoted.status).toBe(409)
    return ask({ promotionCode: 'LAUNCH60', quote: quoted.body.details })
  }
  const groups = answer.body.data.domainGroups as { groupId: string; domains: string[] }[]
  return { person, ask, withCode, groups, orderId: answer.body.orderIds[0] as string }
}

/** A cancelled order of two groups, and ways to ask for some of them back. */
async function cancelledGroups() {
  const { person, ask, groups } = await taken({ orderCount: 2 })
  await pages.pay(person, urlOf(await ask()))
  for (const { groupId } of groups)
    expect((await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })).status).toBe(200)
  await pages.work()
  const askBack = async (...wanted: number[]) => {
    const some = wanted.flatMap((at) => groups[at] ?? [])
    const asked = await person.post('/api/orders/reinstate', reinstatementOfGroups(some))
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    return agreeing((query) =>
      person.post(`/api/payments/create-checkout-session${query}`, reinstateCheckoutOf(person, asked)),
    )
  }
  return { person, groups, askBack, ids: groups.map(({ groupId }) => groupId) }
}

const replacing = (
  { person }: Pick<ManagedOrder, 'person'>,
  pairs: [string, string][],
  isUserAdded = false,
) =>
  agreeing((query) =>
    person.post(
      `/api/domains/replace${query}`,
      pairs.map(([originalDomain, newDomain]) => ({ originalDomain, newDomain, isUserAdded })),
    ),
  )

describe('a new payment page', () => {
  test('of an order ends the one that was opened without the code', { tags: ['fault-56'] }, async () => {
    const { person, ask, withCode, orderId, groups } = await taken()
    const plain = urlOf(await ask())
    const coded = urlOf(await withCode())
    expect(coded).not.toBe(plain)
    expect([await pages.isOpen(plain), await pages.isOpen(coded)]).toEqual([false, true])
    expect((await pages.pay(person, plain)).body.status).toBe('expired')
    expect(await pages.pay(person, coded)).toMatchObject({ body: { status: 'paid', orderId } })
    expect((await bundleRow(groups[0]?.groupId as string))?.status).toBe('live')
    expect(await pages.running(await externalId(person))).toHaveLength(1)
  })

  test('is refused when the other one was paid a moment ago', async () => {
    const { person, ask, withCode } = await taken()
    const plain = urlOf(await ask())
    await press(world, plain, 'pay')
    const refused = await withCode()
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'This has been paid already. You can follow it on your dashboard.' },
    })
    expect(await pages.running(await externalId(person))).toHaveLength(1)
  })

  test('is not given out while the other one cannot be ended, and is once it can', {
    tags: ['fault-56'],
  }, async () => {
    const { ask, withCode } = await taken()
    const plain = urlOf(await ask())
    world.sandbox.faults.add({
      kind: '503',
      vendor: 'stripe',
      method: 'POST',
      path: '/expire',
      times: 10,
    })
    const refused = await withCode()
    expect(refused.status).toBeGreaterThanOrEqual(500)
    expect(await pages.isOpen(plain)).toBe(true)
    world.sandbox.faults.clear()
    const coded = urlOf(await withCode())
    expect([await pages.isOpen(plain), await pages.isOpen(coded)]).toEqual([false, true])
  })

  test('asked for with and without a code at the same moment leaves one', {
    tags: ['fault-56'],
  }, async () => {
    const { person, ask, withCode } = await taken()
    const answers = await Promise.all([ask(), withCode(), ask(), withCode()])
    const given = [...new Set(answers.flatMap(({ body }) => body.url ?? []))]
    const open = await Promise.all(given.map(pages.isOpen))
    expect(open.filter(Boolean).length).toBeLessThanOrEqual(1)
    for (const url of given) await pages.pay(person, url)
    const last = await ask()
    if (last.status === 200) await pages.pay(person, last.body.url)
    expect(await pages.running(await externalId(person))).toHaveLength(1)
  })

  test('of a reinstatement ends the one for a part of it; what it asked for waits on', async () => {
    const { person, askBack, ids } = await cancelledGroups()
    const one = urlOf(await askBack(0))
    const both = urlOf(await askBack(0, 1))
    expect([await pages.isOpen(one), await pages.isOpen(both)]).toEqual([false, true])
    expect((await pages.pay(person, both)).body).toMatchObject({ status: 'paid', totalCents: 162_00 })
    const rows = await db.select().from(bundles).where(inArray(bundles.id, ids))
    expect(rows.map(({ status }) => status)).toEqual(['live', 'live'])
    expect(await pages.running(await externalId(person))).toMatchObject([{ quantity: 2 }])
  })

  test('of a part of a reinstatement leaves the rest cancelled', async () => {
    const { person, askBack, ids } = await cancelledGroups()
    const both = urlOf(await askBack(0, 1))
    const one = urlOf(await askBack(0))
    expect([await pages.isOpen(both), await pages.isOpen(one)]).toEqual([false, true])
    await pages.pay(person, one)
    const rows = await db.select().from(bundles).where(inArray(bundles.id, ids)).orderBy(bundles.orderIndex)
    expect(rows.map(({ status, reinstateWish }) => [status, reinstateWish])).toEqual([
      ['live', null],
      ['cancelled', null],
    ])
    expect(await pages.running(await externalId(person))).toMatchObject([{ quantity: 1 }])
  })

  test('of a replacement ends the one for some of the same domains, in either order', async () => {
    for (const isWider of [true, false]) {
      const order = await paidOrder({}, false)
      const [a, b] = order.names as [string, string]
      const [x, y] = [freshName(), freshName()]
      const narrow: [string, string][] = [[a, x]]
      const wide: [string, string][] = [...narrow, [b, y]]
      const first = urlOf(await replacing(order, isWider ? narrow : wide))
      const second = urlOf(await replacing(order, isWider ? wide : narrow))
      expect([await pages.isOpen(first), await pages.isOpen(second)]).toEqual([false, true])
      expect((await pages.pay(order.person, second)).body.totalCents).toBe(isWider ? 31_00 : 15_50)
      expect((await domainRow(x))?.want).toBe('run')
      expect((await domainRow(y))?.want).toBe(isWider ? 'run' : undefined)
    }
  })

  test('is not gone around by calling a name that is to be bought one’s own', async () => {
    const order = await paidOrder({}, false)
    // Of one under .co no registry says that it is nobody's.
    const pair: [string, string] = [order.names[0] as string, freshName('co')]
    const page = urlOf(await replacing(order, [pair]))
    const own = await replacing(order, [pair], true)
    expect(own.status, JSON.stringify(own.body)).toBe(200)
    expect(await pages.isOpen(page)).toBe(false)
    expect(await domainRow(pair[1])).toMatchObject({ source: 'own', want: 'run' })
  })
})

describe('what was paid twice all the same', () => {
  test('as an order goes back as a whole, and its subscription ends', { tags: ['fault-56'] }, async () => {
    const { person, ask, withCode, groups } = await taken()
    const plain = urlOf(await ask())
    await pages.forget(plain)
    const coded = urlOf(await withCode())
    expect([await pages.isOpen(plain), await pages.isOpen(coded)]).toEqual([true, true])
    const answers = await pages.payAtOnce(person, [plain, coded])
    expect(answers.map(({ body }) => body.status)).toEqual(['paid', 'paid'])
    await pages.work()
    const bundle = await bundleRow(groups[0]?.groupId as string)
    expect(bundle?.status).toBe('live')
    expect(await pages.running(await externalId(person))).toEqual([
      { id: bundle?.subscriptionId, quantity: 1 },
    ])
    const first = await deps.vendors.payments.readCheckout(sessionOf(plain))
    const stays = first.subscription?.subscriptionId === bundle?.subscriptionId ? 0 : 1
    expect(await pages.kept(await externalId(person))).toBe(answers[stays]?.body.totalCents)
    const gone = answers[1 - stays]?.body.totalCents as number
    expect(answers[stays]?.body).toMatchObject({ backCents: 0, notNeeded: null })
    expect(answers[1 - stays]?.body).toMatchObject({
      backCents: gone,
      notNeeded: { cause: 'paid', whole: true },
    })
    expect(await toldOf(person)).toEqual({
      mails: [`We are giving $${(gone / 100).toFixed(2)} back to you`],
      alerts: 1,
      activity: 1,
    })
    const { activity } = (await person.get(`/api/orders/groups/${groups[0]?.groupId}`)).body
    expect(activity.map(({ sentence }: { sentence: string }) => sentence)).toContain(
      `Gives $${(gone / 100).toFixed(2)} of it back: it had been paid for already`,
    )
  })

  test('as a part of a reinstatement goes back in part, and is billed no more', {
    tags: ['fault-56'],
  }, async () => {
    const { person, askBack, ids } = await cancelledGroups()
    const before = await pages.kept(await externalId(person))
    const one = urlOf(await askBack(0))
    await pages.forget(one)
    const both = urlOf(await askBack(0, 1))
    await pages.pay(person, one)
    expect((await pages.pay(person, both)).body).toMatchObject({
      status: 'paid',
      backCents: 81_00,
      notNeeded: { cause: 'paid', whole: false },
    })
    await pages.work()
    const rows = await db.select().from(bundles).where(inArray(bundles.id, ids))
    expect(rows.map(({ status }) => status)).toEqual(['live', 'live'])
    expect((await pages.running(await externalId(person))).map(({ quantity }) => quantity)).toEqual([1, 1])
    expect((await pages.kept(await externalId(person))) - before).toBe(162_00)
    expect(await toldOf(person)).toMatchObject({ mails: ['We are giving $81.00 back to you'], alerts: 1 })
  })

  test('as a replacement goes back for the name that was paid', { tags: ['fault-56'] }, async () => {
    const order = await paidOrder({}, false)
    const [a, b] = order.names as [string, string]
    const [x, y] = [freshName(), freshName()]
    const before = await pages.kept(await externalId(order.person))
    const narrow = urlOf(await replacing(order, [[a, x]]))
    await pages.forget(narrow)
    const wide = urlOf(
      await replacing(order, [
        [a, x],
        [b, y],
      ]),
    )
    await pages.payAtOnce(order.person, [narrow, wide])
    await pages.work()
    expect([(await domainRow(x))?.want, (await domainRow(y))?.want]).toEqual(['run', 'run'])
    expect((await pages.kept(await externalId(order.person))) - before).toBe(31_00)
    expect(await toldOf(order.person)).toMatchObject({ alerts: 1, activity: 1 })
    // What never came to be is given back once, too.
    await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
    for (const name of [a, b, x, y]) for (let round = 0; round < 2; round++) await world.reconcile(name)
    await pages.work()
    const owed = await db.select().from(refunds)
    expect(owed.filter(({ stripeRefundId }) => stripeRefundId === null)).toEqual([])
  })

  test('for something that is cancelled by then goes back', { tags: ['fault-56'] }, async () => {
    const order = await paidOrder({}, false)
    const before = await pages.kept(await externalId(order.person))
    const page = urlOf(await replacing(order, [[order.names[0] as string, freshName()]]))
    await pages.forget(page)
    await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
    expect((await pages.pay(order.person, page)).body).toMatchObject({
      status: 'paid',
      backCents: 15_50,
      notNeeded: { cause: 'over', whole: true },
    })
    await pages.work()
    expect(await pages.kept(await externalId(order.person))).toBe(before)
    expect(await toldOf(order.person)).toMatchObject({
      mails: ['We are giving $15.50 back to you'],
      alerts: 1,
    })
  })
})
