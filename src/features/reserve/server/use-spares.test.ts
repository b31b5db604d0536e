import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#base/db/ids.ts'
import {
  bundles,
  checkoutItems,
  checkouts,
  customers,
  disputes,
  domainEvents,
  domainHealth,
  domainNames,
  domains,
  healthActs,
  mailboxes,
  mailboxLinks,
  personas,
  refunds,
} from '#base/db/schema/index.ts'
import { fillMessage } from '#base/text/message.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { disputedBundles } from '#features/billing/server/disputed-bundles.ts'
import { subjectsOf } from '#features/checkout/server/subjects-of.ts'
import type { HealthSignal } from '#features/health/rules/health-signals.ts'
import { joinInSteps } from '#features/health/server/acts/join.ts'
import { restingDomains } from '#features/health/server/acts/testing/resting-domains.ts'
import { decideAndStore } from '#features/health/server/decide/decide-and-store.ts'
import { claimDue } from '#features/health/server/looks/claim-due.ts'
import { readersWithNews } from '#features/health/server/tell/readers.ts'
import { quoteDraft } from '#features/ordering/rules/draft-quote.ts'
import { listOrders } from '#features/orders/api/orders.ts'
import { listOrders as listConsoleOrders } from '#features/orders/server/console/list-orders.ts'
import { swapMailbox } from '#features/people/api/mailboxes.ts'
import { swapMailboxTexts } from '#features/people/rules/swap-mailbox.ts'
import { buildUsernameUpdate } from '#features/people/rules/username-update.ts'
import { firstPriceList, pricesOf } from '#features/plans/rules/price-list.ts'
import { savePrices } from '#features/plans/server/save-prices.ts'
import { paymentOfOrder } from '#features/refunds/server/payment-of-order.ts'
import { findOriginals } from '#features/replacement/server/find-originals.ts'
import { holdReplacements } from '#features/replacement/server/hold-replacements.ts'
import { sweepOverlaps } from '#features/replacement/server/sweep-overlaps.ts'
import { peopleBasis } from '#tests/server/based-on.ts'
import { sessionOf } from '#tests/server/managed-orders.ts'
import { keepOthers } from '#tests/server/others.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { checkoutFor, completeDraft, freshName, press, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { readReserve, useSpares } from '../api/reserve.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const besides = keepOthers(db)
const { limitsOf } = restingDomains(world)
const by = { id: null, name: 'a test' }
type Person = Awaited<ReturnType<typeof world.customer>>

/** An order with these domains and one of spares beside it, nothing of which is made anywhere; delivered long ago. */
async function withReserve(spares: number, sending = 1) {
  const person = await world.customer()
  const order = async (count: number, isReserve: boolean) =>
    createPaidOrder(deps, {
      customerId: person.id,
      tool: 'other',
      isReserve,
      names: { azure: Array.from({ length: count }, () => freshName()) },
      mailboxesPerDomain: 4,
      forwardingUrl: isReserve ? 'https://spare.example' : 'https://acme.example',
    })
  const [sends, reserve] = [await order(sending, false), await order(spares, true)]
  const all = [...sends.domains, ...reserve.domains].map(({ id }) => id)
  await db
    .update(domains)
    .set({ status: 'done', deliveredAt: sql`now() - interval '30 days'` })
    .where(inArray(domains.id, all))
  await besides(person.id, 'customer')
  return { person, sends, reserve }
}
const namesOf = ({ domains: some }: { domains: readonly { name: string }[] }) => some.map(({ name }) => name)
const use = (person: Person, names: readonly string[]) => person.post(useSpares.path, { domains: names })
const reserveOf = async (person: Person) =>
  readReserve.response.parse((await person.get(readReserve.path)).body)
const rowOf = async (name: string) =>
  (await db.select().from(domains).where(eq(domains.name, name)))[0] ?? expect.fail(`no ${name}`)
/** As if its tool had begun to warm up all of its mailboxes so many days ago. */
const warmFor = (name: string, days: number) =>
  db.execute(sql`update mailbox_links set configured_at = now() - make_interval(days => ${days})
    where mailbox_id in (select id from mailboxes where name = ${name})`)
const eventsOf = async (name: string) =>
  (await db.select().from(domainEvents).where(eq(domainEvents.name, name)).orderBy(domainEvents.id)).map(
    ({ sentence }) => sentence,
  )

test('an order of spares costs what is asked for spares, as shown, charged and stored, and sends nothing', async () => {
  const { plans } = firstPriceList
  const list = { ...firstPriceList, plans: { ...plans, azure: { ...plans.azure, spareCents: 30_00 } } }
  await savePrices(deps, { basedOn: deps.prices.version, list }, by)
  const person = await world.customer()
  const draft = { ...completeDraft({ orderCount: 2 }), isReserve: true }
  expect(quoteDraft(draft, pricesOf(list))).toMatchObject({
    monthlyCents: 60_00,
    totalCents: 60_00 + 4 * 15_50,
  })
  const taken = await takeOrder(person, draft)
  expect(taken.body.quote).toEqual(quoteDraft(draft, pricesOf(list)))
  const body = checkoutFor(person, draft, taken)
  const stale = await person.post('/api/payments/create-checkout-session', {
    ...body,
    monthlySubscription: 100,
    totalPrice: 162,
  })
  expect(stale).toMatchObject({ status: 409, body: { code: 'price_changed' } })
  const { url } = (await person.post('/api/payments/create-checkout-session', body)).body
  await press(world, url, 'pay')
  await person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)
  expect(
    await db
      .select({ cents: bundles.monthlyCents, status: bundles.status })
      .from(bundles)
      .where(eq(bundles.customerId, person.id)),
  ).toEqual([
    { cents: 30_00, status: 'live' },
    { cents: 30_00, status: 'live' },
  ])
  const { orders } = (await person.get('/api/orders')).body
  expect(orders).toMatchObject([
    { isReserve: true, monthlyCapacity: 0, groups: [{ monthlyCents: 30_00 }, {}] },
  ])
  await savePrices(deps, { basedOn: deps.prices.version, list: firstPriceList }, by)
})

test('a spare warms up without cold mail, takes a place when it is warm, and begins with a quarter', async () => {
  const person = await world.customer()
  const [original, spare] = [freshName(), freshName()]
  const sends = await createPaidOrder(deps, {
    customerId: person.id,
    names: { azure: [original] },
    mailboxesPerDomain: 4,
    forwardingUrl: 'https://acme.example',
  })
  await createPaidOrder(deps, {
    customerId: person.id,
    names: { azure: [spare] },
    mailboxesPerDomain: 4,
    connectionId: sends.connectionId,
    isReserve: true,
  })
  for (const name of [original, spare]) await reconcileUntilDone(world, name)
  const limits = (name: string) => limitsOf('instantly', { name } as never)
  expect([limits(original), limits(spare)]).toEqual([
    [2, 2, 2, 2],
    [0, 0, 0, 0],
  ])
  expect(await eventsOf(spare)).toContainEqual(
    expect.stringMatching(/^Sends no cold mail: .*warm-up is on at 4$/),
  )
  const [warming] = (await reserveOf(person)).pools
  expect(warming).toMatchObject({ sending: 1, spares: [{ domain: spare, state: 'warming' }] })
  expect(await use(person, [original])).toMatchObject({
    status: 409,
    body: { message: `No spare is ready for ${original} any more. Load the page again.` },
  })

  // Old enough itself; its mailboxes are not.
  await db
    .update(domains)
    .set({ deliveredAt: sql`now() - interval '99 days'` })
    .where(eq(domains.name, spare))
  await warmFor(spare, 20)
  expect((await reserveOf(person)).pools).toMatchObject([{ spares: [{ state: 'warming' }] }])
  expect((await use(person, [original])).status).toBe(409)
  await warmFor(spare, 22)
  await db.execute(sql`update mailbox_links set configured_at = null where mailbox_id = (
    select id from mailboxes where name = ${spare} limit 1)`)
  expect((await reserveOf(person)).pools).toMatchObject([{ spares: [{ state: 'warming', readyAt: null }] }])
  expect((await use(person, [original])).status).toBe(409)
  await warmFor(spare, 22)
  const addresses = async (name: string) =>
    (await db.select().from(mailboxes).where(eq(mailboxes.name, name)))
      .map(({ id, localPart, want }) => `${id} ${localPart} ${want}`)
      .sort()
  const before = [await addresses(original), await addresses(spare)]
  expect(await use(person, [original])).toMatchObject({
    status: 200,
    body: {
      message: '1 spare takes its place now.',
      results: [{ originalDomain: original, newDomain: spare }],
    },
  })
  for (const name of [original, spare]) await reconcileUntilDone(world, name)
  expect([limits(original), limits(spare)]).toEqual([
    [2, 2, 2, 2],
    [1, 1, 1, 1],
  ])
  expect([await addresses(original), await addresses(spare)]).toEqual(before)
  expect(await rowOf(spare)).toMatchObject({
    bundleId: sends.bundleId,
    slot: 0,
    forwardingUrl: 'https://acme.example',
    status: 'done',
    want: 'run',
  })
  const people = await db
    .selectDistinct({ bundleId: personas.bundleId })
    .from(mailboxes)
    .innerJoin(personas, eq(personas.id, mailboxes.personaId))
    .where(eq(mailboxes.name, spare))
  expect(people).toEqual([{ bundleId: sends.bundleId }])
  const joined = (await person.get(`/api/domain-health/${(await rowOf(spare)).id}`)).body
  expect(joined).toMatchObject({ spare: null, act: { state: 'returning', share: 25, isJoining: true } })
  expect(await eventsOf(spare)).toContainEqual(
    `Was a spare: takes the place of ${original}, and sends 25 % of its cold mail at first`,
  )
  const [after] = (await reserveOf(person)).pools
  expect(after).toMatchObject({ sending: 1, spares: [{ domain: original, state: 'spent' }] })
  expect(await use(person, [original])).toMatchObject({ status: 409 })
})

test('where the limit counts warm-up as well it is left alone until a spare took its place', async () => {
  const person = await world.customer()
  const spare = freshName()
  await createPaidOrder(deps, {
    customerId: person.id,
    tool: 'smartlead',
    names: { azure: [spare] },
    mailboxesPerDomain: 4,
    isReserve: true,
  })
  await reconcileUntilDone(world, spare, {
    async meanwhile() {
      await answerWorkItems(deps, world.sandbox)
    },
  })
  const limits = () => limitsOf('smartlead', { name: spare } as never)
  expect(limits()).toEqual([2, 2, 2, 2])
  await db.update(domains).set({ spentAt: sql`now()` }).where(eq(domains.name, spare))
  await db.transaction((tx) => raiseWanted(tx, deps.queue, [spare]))
  await reconcileUntilDone(world, spare)
  // 0 may be no limit there.
  expect(limits()).toEqual([1, 1, 1, 1])
})

test('both groups stay whole, keep their prices, and the one that was replaced can be replaced in the reserve', async () => {
  const { person, sends, reserve } = await withReserve(2)
  const [original] = namesOf(sends)
  const prices = () =>
    db
      .select({ id: bundles.id, cents: bundles.monthlyCents })
      .from(bundles)
      .where(eq(bundles.customerId, person.id))
      .orderBy(bundles.id)
  const before = await prices()
  const { body } = await use(person, namesOf(sends))
  const [{ newDomain }] = body.results
  expect(await prices()).toEqual(before)
  expect(await rowOf(newDomain)).toMatchObject({
    bundleId: sends.bundleId,
    forwardingUrl: 'https://acme.example',
  })
  expect(await rowOf(original ?? '')).toMatchObject({
    bundleId: reserve.bundleId,
    want: 'run',
    replacedAt: null,
  })
  const { orders } = (await person.get('/api/orders')).body
  const listed = (isReserve: boolean) =>
    orders.find((order: { isReserve?: boolean }) => (order.isReserve ?? false) === isReserve)
  expect(listed(true)).toMatchObject({ monthlyCapacity: 0 })
  expect(listed(true).domains).toContainEqual(expect.objectContaining({ domain: original, isSpent: true }))
  expect(listed(false)).toMatchObject({ monthlyCapacity: 5_000, domains: [{ domain: newDomain }] })
  const details = async ({ bundleId }: { bundleId: string }) =>
    (await person.get(`/api/orders/groups/${bundleId}`)).body
  expect(await details(sends)).toMatchObject({
    isReserve: false,
    domains: [{ domain: newDomain, isSpent: false }],
  })
  expect(await details(reserve)).toMatchObject({ isReserve: true })
  expect((await details(reserve)).domains).toContainEqual(
    expect.objectContaining({ domain: original, isSpent: true }),
  )
  const next = freshName('dev')
  const answer = await person.post('/api/domains/replace', [
    { originalDomain: original, newDomain: next, isUserAdded: true },
  ])
  expect(answer.status).toBe(200)
  expect(await rowOf(next)).toMatchObject({ bundleId: reserve.bundleId, want: 'run', spentAt: null })
  // Another one is ordered for it: it waits for nothing any more.
  expect((await details(reserve)).domains).toContainEqual(
    expect.objectContaining({ domain: original, replacementOrdered: true, isSpent: false }),
  )
})

test('of two presses for one domain one is done, and of two domains one gets the only spare', async () => {
  const once = await withReserve(2)
  const twice = await Promise.all([
    use(once.person, namesOf(once.sends)),
    use(once.person, namesOf(once.sends)),
  ])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  const { person, sends } = await withReserve(1, 2)
  const each = await Promise.all(namesOf(sends).map((name) => use(person, [name])))
  expect(each.map(({ status }) => status).sort()).toEqual([200, 409])
  const spent = await db
    .select()
    .from(domains)
    .where(sql`customer_id = ${person.id} and spent_at is not null`)
  expect(spent).toHaveLength(1)
})

test('all of several domains get a spare, or none does', async () => {
  const { person, sends } = await withReserve(1, 2)
  expect((await use(person, namesOf(sends))).status).toBe(409)
  expect(await reserveOf(person)).toMatchObject({ pools: [{ sending: 2, spares: [{ state: 'ready' }] }] })
  expect((await use(person, [...namesOf(sends).slice(0, 1), ...namesOf(sends).slice(0, 1)])).status).toBe(422)
})

test.each<[string, (of: Awaited<ReturnType<typeof withReserve>>) => Promise<unknown>]>([
  [
    'whose order is on hold',
    ({ reserve }) =>
      db.update(bundles).set({ operatorHeldSince: sql`now()` }).where(eq(bundles.id, reserve.bundleId)),
  ],
  [
    'whose payment went back',
    ({ reserve }) =>
      db.update(bundles).set({ refundedSince: sql`now()` }).where(eq(bundles.id, reserve.bundleId)),
  ],
  [
    'whose order is cancelled',
    ({ reserve }) => db.update(bundles).set({ status: 'cancelled' }).where(eq(bundles.id, reserve.bundleId)),
  ],
  [
    'that is not well itself',
    ({ person, reserve }) =>
      db
        .insert(domainHealth)
        .values({
          domainId: reserve.domains[0]?.id ?? '',
          customerId: person.id,
          state: 'rest',
          dueAt: sql`now()`,
        })
        .onConflictDoUpdate({ target: domainHealth.domainId, set: { state: 'rest' } }),
  ],
  [
    'that another one is ordered for',
    ({ reserve }) =>
      db.update(domains).set({ replacedAt: sql`now()` }).where(eq(domains.bundleId, reserve.bundleId)),
  ],
  [
    'of other people',
    ({ reserve }) =>
      db.update(personas).set({ lastName: 'Else' }).where(eq(personas.bundleId, reserve.bundleId)),
  ],
  [
    'of another plan',
    ({ reserve }) => db.update(bundles).set({ plan: 'premium' }).where(eq(bundles.id, reserve.bundleId)),
  ],
  [
    'in another tool',
    ({ reserve }) =>
      db.execute(sql`update tool_connections set kind = 'instantly' where id = ${reserve.connectionId}`),
  ],
])('a spare %s takes no place', async (_, spoil) => {
  const of = await withReserve(1)
  await spoil(of)
  const [name] = namesOf(of.sends)
  expect(await use(of.person, [name ?? ''])).toMatchObject({ status: 409 })
  expect(await rowOf(name ?? '')).toMatchObject({ bundleId: of.sends.bundleId, spentAt: null })
})

test('a spare that its tool is not signed in to takes no place', async () => {
  const { person, sends, reserve } = await withReserve(1)
  await db.execute(
    sql`update tool_connections set kind = 'instantly' where id in (${sends.connectionId}, ${reserve.connectionId})`,
  )
  await db.update(bundles).set({ connectionId: sends.connectionId }).where(eq(bundles.id, reserve.bundleId))
  expect(await reserveOf(person)).toMatchObject({
    pools: [
      { spares: [{ state: 'unfit', why: 'The sending tool is not signed in to all of its mailboxes.' }] },
    ],
  })
  const made = await db
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(eq(mailboxes.domainId, reserve.domains[0]?.id ?? ''))
  await db.insert(mailboxLinks).values(
    made.map(({ id }) => ({
      mailboxId: id,
      connectionId: sends.connectionId,
      connection: 'connected' as const,
      configuredAt: new Date(Date.now() - 22 * 86_400_000),
    })),
  )
  expect(await reserveOf(person)).toMatchObject({ pools: [{ spares: [{ state: 'ready' }] }] })
})

test.each([
  ['by our record', { expiresAt: new Date(Date.now() - 60_000) }],
  ['as the registrar says', { facts: { registration: { at: new Date().toISOString(), ended: true } } }],
] as const)('a spare whose registration has ended, %s, takes no place', async (_, ended) => {
  const { person, sends, reserve } = await withReserve(1)
  const [name, spare] = [...namesOf(sends), ...namesOf(reserve)] as [string, string]
  const inAYear = new Date(Date.now() + 365 * 86_400_000)
  const registered = { registration: 'registered', expiresAt: inAYear, facts: {} } as const
  const record = (change: object) => db.update(domainNames).set(change).where(eq(domainNames.name, spare))
  await db.insert(domainNames).values({ name: spare }).onConflictDoNothing()
  await record(registered)
  expect(await reserveOf(person)).toMatchObject({ pools: [{ spares: [{ state: 'ready' }] }] })
  await record(ended)
  expect(await reserveOf(person)).toMatchObject({
    pools: [{ spares: [{ state: 'unfit', why: 'The registration of this domain has ended.' }] }],
  })
  expect((await use(person, [name])).status).toBe(409)
  expect(await rowOf(name)).toMatchObject({ spentAt: null })
  await record(registered)
  expect((await use(person, [name])).status).toBe(200)
})

test('a suspended customer’s spares take no place', async () => {
  const { person, sends } = await withReserve(1)
  await db.update(customers).set({ suspendedAt: sql`now()` }).where(eq(customers.id, person.id))
  expect((await use(person, namesOf(sends))).status).toBeGreaterThanOrEqual(400)
  expect(await rowOf(namesOf(sends)[0] ?? '')).toMatchObject({ spentAt: null })
})

test('what was done about the health of either ends with the exchange', async () => {
  const { person, sends } = await withReserve(1)
  const domainId = sends.domains[0]?.id ?? ''
  await db.insert(healthActs).values({
    id: `act-${domainId}`,
    domainId,
    customerId: person.id,
    state: 'resting',
    share: 0,
    askedSince: sql`now()`,
    why: 'Listed.',
    by: 'customer',
  })
  expect((await use(person, namesOf(sends))).status).toBe(200)
  expect(await db.select().from(healthActs).where(eq(healthActs.domainId, domainId))).toMatchObject([
    { state: 'over', share: null },
  ])
  // What rested does not send again because its rest is over.
  expect(await rowOf(namesOf(sends)[0] ?? '')).toMatchObject({ fallShare: 0 })
})

test.each<[string, Partial<typeof bundles.$inferInsert>]>([
  ['held by the operator', { operatorHeldSince: new Date() }],
  ['whose payment went back', { refundedSince: new Date() }],
  ['whose payment is disputed', { disputedSince: new Date() }],
  ['that is not paid', { pastDueSince: new Date() }],
])('a spare takes no place in an order %s', async (_, held) => {
  const { person, sends } = await withReserve(1)
  await db.update(bundles).set(held).where(eq(bundles.id, sends.bundleId))
  const [name = ''] = namesOf(sends)
  expect(await use(person, [name])).toMatchObject({
    status: 409,
    body: { message: `The order of ${name} is on hold: a spare takes its place once it goes on.` },
  })
  expect(await rowOf(name)).toMatchObject({ bundleId: sends.bundleId, spentAt: null })
})

test('a domain whose place a spare takes while its replacement is being ordered is not held for payment in its old place', async () => {
  const { person, sends } = await withReserve(1)
  const [name = ''] = namesOf(sends)
  const newDomain = freshName()
  const pairs = await findOriginals(db, person.id, [{ originalDomain: name, newDomain, isUserAdded: false }])
  expect((await use(person, [name])).status).toBe(200)
  const wish = { customerId: person.id, pairs, free: [], source: 'bought', by: 'customer' } as const
  const prices = pricesOf(firstPriceList)
  await expect(db.transaction((tx) => holdReplacements(tx, { ...wish, prices }))).rejects.toThrow(
    `${name} has been changed in another window meanwhile. Please load the page again.`,
  )
  expect(await db.select().from(domains).where(eq(domains.name, newDomain))).toEqual([])
  // Read again, it is replaced where it is now.
  const answer = await person.post('/api/domains/replace', [
    { originalDomain: name, newDomain, isUserAdded: false },
  ])
  expect(answer).toMatchObject({ status: 200, body: { requiresPayment: true } })
  expect(await rowOf(newDomain)).toMatchObject({ bundleId: (await rowOf(name)).bundleId, want: 'hold' })
})

test('a mailbox that was swapped for another person’s stays when its domain changes places, on both sides', async () => {
  const { person, sends, reserve } = await withReserve(1)
  const active = async (name: string) =>
    (
      await db
        .select()
        .from(mailboxes)
        .where(and(eq(mailboxes.name, name), eq(mailboxes.want, 'active')))
    )
      .map(({ localPart }) => localPart)
      .sort()
  const both = [...namesOf(sends), ...namesOf(reserve)]
  for (const name of both) {
    const of = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
    const [first] = of
    const other = of.find(({ personaId }) => personaId !== first?.personaId)
    const body = { address: `${first?.localPart}@${name}`, personId: other?.personaId }
    expect((await person.post(swapMailbox.path, body)).status).toBe(200)
  }
  const before = await Promise.all(both.map(active))
  expect((await use(person, namesOf(sends))).status).toBe(200)
  expect(await Promise.all(both.map(active))).toEqual(before)
  for (const name of both) {
    const { bundleId } = await rowOf(name)
    const strangers = await db
      .select({ id: personas.id })
      .from(mailboxes)
      .innerJoin(personas, eq(personas.id, mailboxes.countsForId))
      .where(and(eq(mailboxes.name, name), ne(personas.bundleId, bundleId)))
    expect(strangers).toEqual([])
  }
})

/** Puts another domain beside this one, which it replaced and which still receives. */
async function fallingBeside({ id, name }: { id: string; name: string }): Promise<string> {
  const { bundleId, slot, customerId, platform, forwardingUrl } = await rowOf(name)
  const old = { id: newId('domain'), name: freshName() }
  await db.insert(domains).values({
    ...old,
    ...{ bundleId, slot, customerId, platform, forwardingUrl, source: 'bought', want: 'run', status: 'done' },
    deliveredAt: sql`now()`,
    replacedAt: sql`now()`,
    fallingSince: sql`now()`,
  })
  await db.update(domains).set({ replacesId: old.id, withOverlap: true }).where(eq(domains.id, id))
  return old.name
}

test('neither a domain nor a spare changes places while one that it replaced still receives replies', async () => {
  const one = await withReserve(1)
  const [sending] = one.sends.domains
  const falling = await fallingBeside(sending ?? expect.fail())
  expect((await reserveOf(one.person)).pools).toMatchObject([{ sending: 1 }])
  expect(await use(one.person, namesOf(one.sends))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('End that overlap first') },
  })
  expect((await one.person.post('/api/domains/end-overlap', { domain: falling })).status).toBe(200)
  expect((await use(one.person, namesOf(one.sends))).status).toBe(200)

  const two = await withReserve(1)
  const [spare] = two.reserve.domains
  await fallingBeside(spare ?? expect.fail())
  expect((await use(two.person, namesOf(two.sends))).status).toBe(409)
  expect((await reserveOf(two.person)).pools[0]?.spares).toContainEqual(
    expect.objectContaining({
      domain: spare?.name,
      state: 'unfit',
      why: 'The domain that it replaced still receives replies. End that overlap, then it can be used.',
    }),
  )
})

test('a look that was under way while a spare took its place leaves its careful start', async () => {
  const { person, sends, reserve } = await withReserve(1)
  const [original, spare] = [sends.domains[0] ?? expect.fail(), reserve.domains[0] ?? expect.fail()]
  await db
    .insert(domainHealth)
    .values({ domainId: spare.id, customerId: person.id, dueAt: sql`now()` })
    .onConflictDoUpdate({ target: domainHealth.domainId, set: { dueAt: sql`now()`, memory: null } })
  const others = ne(domainHealth.domainId, spare.id)
  await db.update(domainHealth).set({ dueAt: null }).where(others)
  const claimed = (await claimDue(db, 50))?.find(({ domainId }) => domainId === spare.id) ?? expect.fail()
  await db.execute(
    sql`update tool_connections set kind = 'instantly' where id in (${sends.connectionId}, ${reserve.connectionId})`,
  )
  await db.transaction((tx) =>
    joinInSteps(tx, {
      domainId: spare.id,
      customerId: person.id,
      why: `It takes the place of ${original.name}.`,
      by: 'customer',
    }),
  )
  const health = async () =>
    (await db.select().from(domainHealth).where(eq(domainHealth.domainId, spare.id)))[0] ?? expect.fail()
  const { memory } = await health()
  await decideAndStore(
    db,
    [{ domain: claimed, seen: [], notes: claimed.notes, againIn: 3_600_000 }],
    Date.now(),
  )
  expect(await health()).toMatchObject({ memory, share: 25 })
  expect((await health()).dueAt?.getTime()).toBeLessThanOrEqual(Date.now())
  // The next look knows of it.
  const again = (await claimDue(db, 50))?.find(({ domainId }) => domainId === spare.id) ?? expect.fail()
  await decideAndStore(db, [{ domain: again, seen: [], notes: again.notes, againIn: 3_600_000 }], Date.now())
  expect(await health()).toMatchObject({ memory: { returningSince: memory?.returningSince }, share: 25 })
  expect((await health()).dueAt?.getTime()).toBeGreaterThan(Date.now())
})

test('a domain whose replacement a spare has moved to the reserve is not called taken back', async () => {
  const { person, sends } = await withReserve(1)
  const [sending = expect.fail()] = sends.domains
  const old = await fallingBeside(sending)
  await db
    .update(domains)
    .set({ want: 'retire', status: 'cancelled', fallingSince: null, releasedAt: sql`now()` })
    .where(eq(domains.name, old))
  expect((await use(person, [sending.name])).status).toBe(200)
  const named = ({ domain }: { domain: string }) => domain === old
  const { orders } = listOrders.response.parse((await person.get('/api/orders')).body)
  const listed = orders.flatMap((order) => order.domains).find(named)
  expect(listed).toMatchObject({ status: 'cancelled', replacementOrdered: true })
  expect(listed?.givenUp).toBeUndefined()
  const group = (await person.get(`/api/orders/groups/${sends.bundleId}`)).body
  expect(group.domains.find(named)).toMatchObject({ givenUp: null })
})

test('what was paid for spares counts with their order wherever they went, and what was paid for one alone follows it', async () => {
  const { person, sends, reserve } = await withReserve(1)
  const spareId = reserve.domains[0]?.id ?? expect.fail()
  const pay = async (kind: 'order' | 'replace', subjects: { bundleId?: string; domainId?: string }[]) => {
    const id = newId('checkout')
    await db.insert(checkouts).values({
      ...{ id, kind, customerId: person.id, quote: {} as never, amountCents: 1, paidCents: 1, params: {} },
      ...{ attemptKey: id, fingerprint: id, status: 'paid', expiresAt: new Date(), paidAt: new Date() },
    })
    await db
      .insert(checkoutItems)
      .values(
        subjects.map((subject) => ({ id: newId('checkoutItem'), checkoutId: id, netCents: 1, ...subject })),
      )
    return id
  }
  const ordered = await pay('order', [{ bundleId: reserve.bundleId }, { domainId: spareId }])
  expect((await use(person, namesOf(sends))).status).toBe(200)
  expect(await paymentOfOrder(db, sends.orderId, 'a test')).toBeUndefined()
  expect(await paymentOfOrder(db, reserve.orderId, 'a test')).toBe(ordered)
  await db
    .insert(refunds)
    .values({ id: newId('refund'), checkoutId: ordered, reason: 'asked', cents: 1, outcome: 'failed' })
  const unrefunded = await listConsoleOrders(db, { isUnrefunded: true, customerId: person.id }, { limit: 9 })
  expect(unrefunded.map(({ order }) => order)).toEqual([reserve.orderId])
  const both = [sends.bundleId, reserve.bundleId]
  const dispute = (checkoutId: string) =>
    db.insert(disputes).values({ stripeId: `dp_${checkoutId}`, checkoutId, outcome: 'open' })
  expect(await subjectsOf(db, { id: ordered })).toEqual([reserve.bundleId])
  await dispute(ordered)
  expect(await disputedBundles(db, both)).toEqual(new Set([reserve.bundleId]))
  const alone = await pay('replace', [{ domainId: spareId }])
  expect(await subjectsOf(db, { id: alone })).toEqual([sends.bundleId])
  await dispute(alone)
  expect(await disputedBundles(db, both)).toEqual(new Set(both))
})

test('a domain whose place a spare took is left out of changes of people and swaps', async () => {
  const { person, sends, reserve } = await withReserve(2)
  const [spent = ''] = namesOf(sends)
  expect((await use(person, [spent])).status).toBe(200)
  const [left = ''] = (
    await db
      .select({ name: domains.name })
      .from(domains)
      .where(and(eq(domains.bundleId, reserve.bundleId), ne(domains.name, spent)))
  ).map(({ name }) => name)
  const changed = await person.post(
    '/api/users/update-username',
    buildUsernameUpdate(
      [{ firstName: 'Mia', lastName: 'Lind' }],
      [{ domain: left, domainType: 'Azure' }],
      await peopleBasis(person, reserve.bundleId),
    ),
  )
  expect(changed).toMatchObject({ status: 200, body: { domainCount: 1 } })
  const { mailboxes: listed } = (await person.get(`/api/mailboxes?domain=${spent}`)).body
  const { address, personId } = listed[0]
  expect(await person.post(swapMailbox.path, { address, personId })).toMatchObject({
    status: 409,
    body: { message: fillMessage(swapMailboxTexts.spent, { d: spent }) },
  })
})

test('of a domain whose place a spare took nobody is written to, and in a file its customer is told to stop it', async () => {
  const { person, sends } = await withReserve(1)
  const [name = ''] = namesOf(sends)
  expect((await use(person, [name])).status).toBe(200)
  const { id, customerId } = await rowOf(name)
  expect(await rowOf(name)).toMatchObject({ fallShare: 100 })
  const gate: HealthSignal = {
    ...{ code: 'blocklist', source: 'dbl', verdict: 'bad', gate: 'rest', points: 60 },
    ...{ evidence: 'Listed by Spamhaus DBL.', observedAt: Date.now() },
  }
  const bad = { state: 'rest', signals: [gate], trouble: 4, gate: true, told: 0, dueAt: new Date() } as const
  await db
    .insert(domainHealth)
    .values({ domainId: id, customerId, ...bad })
    .onConflictDoUpdate({ target: domainHealth.domainId, set: bad })
  const hasNews = async () => (await readersWithNews(db)).some((reader) => reader.id === person.id)
  expect(await hasNews()).toBe(false)
  const before = await eventsOf(name)
  await sweepOverlaps(deps)
  expect(await rowOf(name)).toMatchObject({ fallShare: 0 })
  const since = (await eventsOf(name)).slice(before.length)
  expect(since).toEqual([expect.stringMatching(/^Take it out of your campaigns now/)])
  // It is this that keeps it from being told.
  await db.update(domains).set({ spentAt: null }).where(eq(domains.id, id))
  expect(await hasNews()).toBe(true)
})

test('whose health demands it already when a spare takes its place in a file is to be stopped at once', async () => {
  const { person, sends } = await withReserve(1)
  const [name = ''] = namesOf(sends)
  const { id, customerId } = await rowOf(name)
  const gate: HealthSignal = {
    ...{ code: 'blocklist', source: 'dbl', verdict: 'bad', gate: 'rest', points: 60 },
    ...{ evidence: 'Listed by Spamhaus DBL.', observedAt: Date.now() },
  }
  const bad = { state: 'rest', signals: [gate] } as const
  await db
    .insert(domainHealth)
    .values({ domainId: id, customerId, ...bad })
    .onConflictDoUpdate({ target: domainHealth.domainId, set: bad })
  expect((await use(person, [name])).status).toBe(200)
  expect(await rowOf(name)).toMatchObject({ fallShare: 0 })
  expect((await eventsOf(name)).at(-1)).toMatch(
    /what it sends is yours to set: take it out of your campaigns now, since its health demands it\. Mail to it arrives for 30 days/,
  )
})
