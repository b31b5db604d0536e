import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, customers, domains, outbox, personas, subscriptions } from '#base/db/schema/index.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { lockLiveBundles } from '#delivery/domains/lock-live-bundles.ts'
import { retireBundle } from '#features/billing/server/end-with-subscription.ts'
import { syncSubscription } from '#features/billing/server/sync-subscription.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { buildUsernameUpdate } from '#features/people/rules/username-update.ts'
import { sweepLateReplacements } from '#features/replacement/server/sweep-late-replacements.ts'
import { anyDetails, detailsBasisOf, forwardingBasis, peopleBasis } from '#tests/server/based-on.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { untilSomethingWaits } from '#tests/server/meet.ts'
import { isBeside } from '#tests/server/others.ts'
import { freshName, press } from '#tests/server/place-order.ts'
import { reinstatementOf } from '#tests/server/reinstatement.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const { reconcileUntilDone, paidOrder, domainRow, agree } = manageOrders(world, {
  beside: 'customer and order',
})

const listedAzure = (names: readonly string[]) =>
  names.map((domain) => ({ domain, domainType: 'Azure' as const }))

/** A customer with 25 bundles; nobody works on their domains. */
async function fiftyDomains() {
  const { person } = await paidOrder({ orderCount: 10 }, false)
  await paidOrder({ orderCount: 10 }, false, person)
  await paidOrder({ orderCount: 5 }, false, person)
  const held = (await db.select().from(domains).where(eq(domains.customerId, person.id))).filter(
    ({ name }) => !isBeside(name),
  )
  expect(held).toHaveLength(50)
  return { person, names: held.map(({ name }) => name) }
}

test('fifty own domains replace others in one go', async () => {
  const { person, names } = await fiftyDomains()
  const { body } = await person.post(
    '/api/domains/replace',
    names.map((originalDomain) => ({ originalDomain, newDomain: freshName('dev'), isUserAdded: true })),
  )
  expect(body).toMatchObject({ success: true, requiresPayment: false, successCount: 50, errorCount: 0 })
  const running = (await db.select().from(domains).where(eq(domains.customerId, person.id))).filter(
    ({ name, want, replacedAt }) => want === 'run' && replacedAt === null && !isBeside(name),
  )
  expect(running.map(({ name }) => name).sort()).toEqual(
    body.results.map((each: { newDomain: string }) => each.newDomain).sort(),
  )
})

test('own domains take no place in an order that could not be placed with them', async () => {
  const { person, names } = await paidOrder({ plan: 'premium' }, false)
  const [originalDomain] = names
  const replace = (newDomain: string, isUserAdded: boolean) =>
    person.post('/api/domains/replace', [{ originalDomain, newDomain, isUserAdded }])
  expect(await replace(freshName('dev'), true)).toMatchObject({
    status: 422,
    body: { message: 'Bringing your own domains is unavailable for Premium.' },
  })
  expect(await db.select().from(domains).where(isNotNull(domains.replacesId))).toSatisfy(
    (rows: { customerId: string }[]) => rows.every(({ customerId }) => customerId !== person.id),
  )
  expect(await replace(freshName('com'), false)).toMatchObject({
    status: 200,
    body: { requiresPayment: true },
  })
})

test('fifty bought domains replace others in one go: one payment, all delivered, the old ones taken down', async () => {
  const { person, names } = await fiftyDomains()
  // Few mailboxes on each: what is looked at here is how many domains there are.
  await db
    .update(personas)
    .set({ azurePerDomain: 2 })
    .where(and(eq(personas.customerId, person.id), gt(personas.azurePerDomain, 2)))
  const { body } = await person.post(
    '/api/domains/replace',
    names.map((originalDomain, index) => ({
      originalDomain,
      newDomain: freshName(index % 2 ? 'com' : 'net'),
      isUserAdded: false,
    })),
  )
  expect(body).toMatchObject({ requiresPayment: true, successCount: 50 })
  await press(world, body.checkoutUrl, 'pay')
  const confirmed = await person.get(`/api/payments/confirmation?session_id=${sessionOf(body.checkoutUrl)}`)
  expect(confirmed.body).toMatchObject({ status: 'paid', totalCents: 25 * 15_50 + 25 * 9_00 })

  const fresh = body.results.map((each: { newDomain: string }) => each.newDomain) as string[]
  for (const name of [...fresh, ...names]) await reconcileUntilDone(name)
  for (const name of [...fresh, ...names]) await agree(name)
  // Replaced before they were begun: there is nothing of them to keep.
  for (const name of names) expect(await domainRow(name)).toBeUndefined()
  const { orders } = (await person.get('/api/orders')).body
  const listed = new Map<string, { status: string; replacementOrdered: boolean }>(
    orders.flatMap((order: { domains: { domain: string }[] }) =>
      order.domains.map((each) => [each.domain, each] as const),
    ),
  )
  for (const name of fresh) expect(listed.get(name)).toMatchObject({ status: 'done' })
  for (const name of names)
    expect(listed.get(name)).toMatchObject({ status: 'cancelled', replacementOrdered: true })
}, 300_000)

test('the same replacement sent twice at once is made once', { tags: ['fault-44'] }, async () => {
  const { person, names, groupId } = await paidOrder({}, false)
  const request = [{ originalDomain: names[0], newDomain: freshName('dev'), isUserAdded: true }]
  const answers = await Promise.all([
    person.post('/api/domains/replace', request),
    person.post('/api/domains/replace', request),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await db.$count(domains, and(eq(domains.bundleId, groupId), isNotNull(domains.replacesId)))).toBe(1)
})

test('of two replacements of one domain at once, the later one is told that nothing came of it and what to do', async () => {
  const { person, names, groupId } = await paidOrder({}, false)
  const [original = ''] = names
  const ask = (newDomain: string) =>
    person.post('/api/domains/replace', [{ originalDomain: original, newDomain, isUserAdded: false }])
  const wanted = [freshName(), freshName()]
  const pressed = await db.transaction(async (tx) => {
    // Both have looked before either is held.
    await lockLiveBundles(tx, [groupId])
    const answers = Promise.all(wanted.map(ask))
    await untilSomethingWaits(db, 2)
    return { answers }
  })
  const answers = await pressed.answers
  const lost = answers.findIndex(({ status }) => status === 409)
  expect(lost).toBeGreaterThanOrEqual(0)
  expect(answers[1 - lost]).toMatchObject({ status: 200, body: { requiresPayment: true } })
  expect(answers[lost]?.body.message).toBe(
    `Another replacement for ${original} was asked for at the same moment, in another window or by somebody else, and waits for its payment. Nothing has been ordered or charged here. To replace ${original} by what you entered instead, confirm again.`,
  )
  // As the sentence says.
  expect(await ask(wanted[lost] ?? '')).toMatchObject({ status: 200, body: { requiresPayment: true } })
  const held = await db
    .select({ name: domains.name })
    .from(domains)
    .where(and(eq(domains.bundleId, groupId), isNotNull(domains.replacesId), isHeld))
  expect(held).toEqual([{ name: wanted[lost] }])
})

test('the payment page of a replacement leads back to the address the customer uses', async () => {
  const { person, names } = await paidOrder({}, false)
  const origin = 'http://127.0.0.1:3000'
  const answer = await person.post(
    '/api/domains/replace',
    [{ originalDomain: names[0], newDomain: freshName(), isUserAdded: false }],
    { origin },
  )
  const left = await press(world, answer.body.checkoutUrl, 'cancel')
  expect(left.headers.get('location')).toMatch(`${origin}/replacement-cancelled?checkout=chk_`)
})

test('people who are changed while mailboxes are being made end up as asked', {
  tags: ['fault-45'],
}, async () => {
  const { person, groupId, names } = await paidOrder({}, false)
  sandbox.faults.add({ kind: 'lost_answer', vendor: 'microsoft', skip: 20, times: 2 })
  await world.reconcile(names[0] as string)
  const listed = listedAzure(names)
  const answer = await person.post(
    '/api/users/update-username',
    buildUsernameUpdate(
      [{ firstName: 'Mary', lastName: 'Major' }],
      listed,
      await peopleBasis(person, groupId),
    ),
  )
  expect(answer.status).toBe(200)
  sandbox.faults.clear()
  for (const name of names) {
    await reconcileUntilDone(name)
    await agree(name)
  }
})

test('nothing of a cancelled order can be changed', async () => {
  const { person, groupId, names } = await paidOrder({}, false)
  const pending = await person.post('/api/domains/replace', [
    { originalDomain: names[0], newDomain: freshName(), isUserAdded: false },
  ])
  await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  const gone = { status: 404, body: { message: `${names[0]} is not among your active domains.` } }
  expect(
    await person.post('/api/domains/update-forwarding', {
      domains: names,
      forwardingDomain: 'example.com/x',
      basedOn: await forwardingBasis(person),
    }),
  ).toMatchObject(gone)
  expect(
    await person.post(
      '/api/users/update-username',
      buildUsernameUpdate([{ firstName: 'Mary', lastName: 'Major' }], listedAzure(names), []),
    ),
  ).toMatchObject(gone)
  expect(
    await person.post('/api/domains/replace', [
      { originalDomain: names[0], newDomain: freshName('dev'), isUserAdded: true },
    ]),
  ).toMatchObject(gone)
  expect(
    await person.patch(`/api/orders/groups/${groupId}`, { companyName: 'X', basedOn: anyDetails }),
  ).toMatchObject({
    status: 409,
    body: { message: 'This order has been cancelled already.' },
  })
  // What was still to be paid for it cannot be paid any more, and its name is free.
  const session = await deps.vendors.payments.readCheckout(sessionOf(pending.body.checkoutUrl))
  expect(session.status).toBe('expired')
  const { body } = await person.get(`/api/orders/groups/${groupId}`)
  expect(body.domains.map(({ domain }: { domain: string }) => domain)).toEqual(names)
})

const changes: Record<string, (order: ManagedOrder) => Promise<{ status: number; body: unknown }>> = {
  replacing: ({ person, names }) =>
    person.post('/api/domains/replace', [
      { originalDomain: names[0], newDomain: freshName('dev'), isUserAdded: true },
    ]),
  'changing people': async ({ person, groupId, names }) =>
    person.post(
      '/api/users/update-username',
      buildUsernameUpdate(
        [{ firstName: 'Mary', lastName: 'Major' }],
        listedAzure(names),
        await peopleBasis(person, groupId),
      ),
    ),
  forwarding: async ({ person, names }) =>
    person.post('/api/domains/update-forwarding', {
      domains: names,
      forwardingDomain: 'example.com/x',
      basedOn: await forwardingBasis(person),
    }),
  correcting: async ({ person, groupId }) =>
    person.patch(`/api/orders/groups/${groupId}`, {
      companyName: 'Too Late',
      basedOn: await detailsBasisOf(person, groupId),
    }),
}

test.each(Object.entries(changes))(
  '%s while the order is being cancelled is refused, and nothing of it runs on',
  async (_title, change) => {
    const order = await paidOrder({}, false)
    const { groupId, names } = order
    let asked: ReturnType<typeof change> | undefined
    await db.transaction(async (tx) => {
      await tx.select().from(bundles).where(eq(bundles.id, groupId)).for('update')
      await retireBundle(deps, tx, groupId)
      await tx
        .update(bundles)
        .set({ status: 'cancelled', cancelledAt: new Date() })
        .where(eq(bundles.id, groupId))
      asked = change(order)
      await expect
        .poll(
          async () =>
            (
              await db.execute(
                sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
              )
            ).rowCount,
          { timeout: 30_000 },
        )
        .toBeGreaterThan(0)
    })
    expect([404, 409]).toContain((await asked)?.status)
    const left = await db.select().from(domains).where(eq(domains.bundleId, groupId))
    expect(left.map(({ name, want }) => [name, want]).sort()).toEqual(
      names.map((name) => [name, 'retire']).sort(),
    )
    const people = await db.select().from(personas).where(eq(personas.bundleId, groupId))
    expect(people.map(({ firstName, removedAt }) => [firstName, removedAt])).toEqual([
      ['Jane', null],
      ['John', null],
    ])
  },
)

test("another customer's domains and orders are not there for anybody else", async () => {
  const { groupId, names } = await paidOrder({}, false)
  const other = await customer()
  const asks = [
    other.post('/api/domains/replace', [
      { originalDomain: names[0], newDomain: freshName('dev'), isUserAdded: true },
    ]),
    other.post(
      '/api/users/update-username',
      buildUsernameUpdate([{ firstName: 'Mary', lastName: 'Major' }], listedAzure(names), []),
    ),
    other.post('/api/orders/reinstate', reinstatementOf(names, groupId)),
    other.get(`/api/orders/groups/${groupId}`),
  ]
  expect((await Promise.all(asks)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await other.post('/api/orders/reinstate-prefill', { domains: names })).body.ordersByDomain).toEqual(
    {},
  )
})

test('a replacement that is late is told to the operator once', async () => {
  const { person, names } = await paidOrder({}, false)
  const newName = freshName('dev')
  await person.post('/api/domains/replace', [
    { originalDomain: names[0], newDomain: newName, isUserAdded: true },
  ])
  const late = { setupStartedAt: new Date(Date.now() - 25 * 3600_000), status: 'in progress' as const }
  const told = async () =>
    (await db.select().from(outbox)).filter(({ subject }) => subject.includes(newName)).length
  await sweepLateReplacements(deps)
  expect(await told()).toBe(0)
  await db.update(domains).set(late).where(eq(domains.name, newName))
  await sweepLateReplacements(deps)
  await sweepLateReplacements(deps)
  expect(await told()).toBe(1)
})

test('a failed renewal warns at once and pauses the order after the time of grace, until it is paid', {
  tags: ['fault-24'],
}, async () => {
  const { person, groupId, names } = await paidOrder()
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, groupId))
  const id = bundle?.subscriptionId ?? ''
  const [row] = await db.select().from(customers).where(eq(customers.id, person.id))
  const atStripe = (path: string, body: object) =>
    sandbox.fetch(`http://sandbox.invalid/_stripe${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const passTime = async (behaviour: 'works' | 'declines', days: number) => {
    await atStripe('/cards', { customer: row?.stripeCustomerId, behaviour })
    await atStripe('/subscriptions/advance', { id, days })
  }
  await passTime('declines', 30)
  await syncSubscription(deps, id)
  const mails = (await db.select().from(outbox).where(eq(outbox.recipient, person.email))).map(
    ({ subject }) => subject,
  )
  expect(mails).toContain('Your payment did not go through')
  const warned = { hold: null, graceUntil: expect.stringMatching(/T/) }
  expect((await person.get(`/api/orders/groups/${groupId}`)).body).toMatchObject(warned)
  await sweepPayments(deps)
  expect((await person.get(`/api/orders/groups/${groupId}`)).body).toMatchObject(warned)

  await db.update(subscriptions).set({ graceUntil: new Date() }).where(eq(subscriptions.stripeId, id))
  await sweepPayments(deps)
  expect((await person.get(`/api/orders/groups/${groupId}`)).body.hold).toBe('past_due')
  for (const name of names) await world.reconcile(name)
  expect(await domainRow(names[0] as string)).toMatchObject({ want: 'run', status: 'pending' })

  await passTime('works', 6)
  await syncSubscription(deps, id)
  expect((await person.get(`/api/orders/groups/${groupId}`)).body).toMatchObject({
    hold: null,
    graceUntil: null,
  })
  for (const name of names) {
    await reconcileUntilDone(name)
    await agree(name)
  }
})

test('a domain that is about to take another one’s place leads where that one leads by then', async () => {
  const { person, names } = await paidOrder({}, false)
  const newName = freshName('dev')
  await person.post('/api/domains/replace', [
    { originalDomain: names[0], newDomain: newName, isUserAdded: true },
  ])
  const answer = await person.post('/api/domains/update-forwarding', {
    domains: [names[0]],
    forwardingDomain: 'example.com/moved',
    basedOn: await forwardingBasis(person),
  })
  expect(answer.status).toBe(200)
  expect((await domainRow(newName))?.forwardingUrl).toBe('https://example.com/moved')
})
