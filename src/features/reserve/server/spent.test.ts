import { eq, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainEvents, domainHealth, domains, mailboxes, outbox, personas } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import type { HealthSignal } from '#features/health/rules/health-signals.ts'
import { restingDomains } from '#features/health/server/acts/testing/resting-domains.ts'
import { listOrders } from '#features/orders/api/orders.ts'
import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'
import { sweepOverlaps } from '#features/replacement/server/sweep-overlaps.ts'
import { keepOthers } from '#tests/server/others.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { payReinstatement, reinstatementAsShown } from '#tests/server/reinstatement.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { readReserve, useSpares } from '../api/reserve.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const besides = keepOthers(db)
const { limitsOf, setLimits } = restingDomains(world)
const day = 86_400_000

const rowOf = async (name: string) =>
  required((await db.select().from(domains).where(eq(domains.name, name)))[0], name)
const mailboxesOf = (name: string) => db.select().from(mailboxes).where(eq(mailboxes.name, name))
const told = async (name: string) =>
  (await db.select().from(domainEvents).where(eq(domainEvents.name, name)).orderBy(domainEvents.id)).map(
    ({ sentence }) => sentence,
  )
const limits = (name: string) => [...new Set(limitsOf('instantly', { name } as never))]
const gate: HealthSignal = {
  ...{ code: 'blocklist', source: 'dbl', verdict: 'bad', gate: 'rest', points: 60 },
  ...{ evidence: 'Listed by Spamhaus DBL.', observedAt: Date.now() },
}

/** A delivered domain that sends 28 mails a day by each mailbox, and a warm spare for it. */
async function withSpare(...others: string[]) {
  const person = await world.customer()
  const [old, spare] = [freshName(), freshName()]
  const order = { customerId: person.id, mailboxesPerDomain: 4 }
  const sends = await createPaidOrder(deps, { ...order, names: { azure: [old] } })
  const reserve = await createPaidOrder(deps, {
    ...order,
    names: { azure: [spare, ...others] },
    connectionId: sends.connectionId,
    isReserve: true,
  })
  for (const name of [old, spare, ...others]) await reconcileUntilDone(world, name)
  setLimits('instantly', { name: old } as never, 28)
  await db.execute(sql`update mailbox_links set configured_at = now() - interval '22 days'
    where mailbox_id in (select id from mailboxes where name = ${spare})`)
  await besides(person.id, 'customer')
  return { person, old, spare, reserve: { orderId: reserve.orderId, groupId: reserve.bundleId } }
}
type Kept = Awaited<ReturnType<typeof withSpare>>

/** The spare takes the place, as its customer has it. */
async function exchanged({ person, old, spare }: Kept): Promise<void> {
  expect(await person.post(useSpares.path, { domains: [old] })).toMatchObject({ status: 200 })
  for (const name of [old, spare]) await reconcileUntilDone(world, name)
}

/** As if so many days had gone by since. */
async function afterDays(name: string, days: number): Promise<void> {
  await db
    .update(domains)
    .set({ spentAt: sql`now() - make_interval(days => ${days}, secs => 5)` })
    .where(eq(domains.name, name))
  await sweepOverlaps(deps)
  await reconcileUntilDone(world, name)
}

/** As its looks would have decided it. */
const decided = async (name: string, state: 'watch' | 'rest', signals: readonly HealthSignal[]) =>
  db
    .update(domainHealth)
    .set({ state, signals })
    .where(eq(domainHealth.domainId, (await rowOf(name)).id))

const spareOf = async ({ person, old }: Kept) =>
  readReserve.response
    .parse((await person.get(readReserve.path)).body)
    .pools.flatMap(({ spares }) => spares)
    .find(({ domain }) => domain === old)
const listed = async ({ person, old }: Kept) =>
  listOrders.response
    .parse((await person.get(listOrders.path)).body)
    .orders.flatMap((order) => order.domains)
    .find(({ domain }) => domain === old)

test('whose place a spare took sends less for two weeks, receives for thirty days, and then has no mailboxes', async () => {
  const kept = await withSpare()
  const { person, old, spare } = kept
  await exchanged(kept)
  expect([limits(old), limits(spare)]).toEqual([[28], [1]])
  expect(await told(old)).toContain(
    `${spare}, a spare, takes its place. It sends less each day and no cold mail after 14 days; mail to it arrives for 30 days, or until it is replaced in the reserve`,
  )
  const until = new Date(required((await rowOf(old)).spentAt, old).getTime() + 30 * day).toISOString()
  expect(await spareOf(kept)).toMatchObject({ state: 'spent', receivesUntil: until })
  expect(await listed(kept)).toMatchObject({ isSpent: true, receivesUntil: `${until.slice(0, 16)}Z` })
  expect((await person.get(`/api/domain-health/${(await rowOf(old)).id}`)).body).toMatchObject({
    spare: { isSpent: true, receivesUntil: until },
  })

  await afterDays(old, 7)
  expect(limits(old)).toEqual([14])
  await afterDays(old, 14)
  expect(limits(old)).toEqual([0])
  await afterDays(old, 29)
  expect((await mailboxesOf(old)).map(({ want, hostState }) => `${want} ${hostState}`)).toEqual(
    Array(4).fill('active active'),
  )

  await afterDays(old, 30)
  expect((await mailboxesOf(old)).map(({ want, hostState }) => `${want} ${hostState}`)).toEqual(
    Array(4).fill('disabled disabled'),
  )
  expect(limits(old)).toEqual([])
  expect(await told(old)).toContain(
    `Its time after a spare took its place is over: its mailboxes are disabled, and their mail is kept for another ${mailboxRetentionDays} days`,
  )
  expect(await rowOf(old)).toMatchObject({ want: 'run', status: 'done', replacedAt: null })
  expect(await spareOf(kept)).toMatchObject({
    state: 'spent',
    receivesUntil: null,
    why: 'A spare took its place, and its time is over. Replace it to have a spare here again.',
  })
  expect((await listed(kept))?.receivesUntil).toBeUndefined()
  // Once: the next rounds find nothing to end.
  const before = await told(old)
  await sweepOverlaps(deps)
  expect(await told(old)).toEqual(before)

  const next = freshName('dev')
  const answer = await person.post('/api/domains/replace', [
    { originalDomain: old, newDomain: next, isUserAdded: true },
  ])
  expect(answer).toMatchObject({ status: 200 })
  expect(await rowOf(next)).toMatchObject({ bundleId: (await rowOf(old)).bundleId, want: 'run' })
})

test('that is listed sends nothing from the moment at which a spare takes its place', async () => {
  const kept = await withSpare()
  await decided(kept.old, 'rest', [gate])
  await exchanged(kept)
  expect(limits(kept.old)).toEqual([0])
  expect(await told(kept.old)).toContain(
    `${kept.spare}, a spare, takes its place. It sends no cold mail any more; mail to it arrives for 30 days, or until it is replaced in the reserve`,
  )
  await afterDays(kept.old, 1)
  expect(limits(kept.old)).toEqual([0])
})

test('that is listed while it falls sends nothing from then on, and goes on receiving', async () => {
  const kept = await withSpare()
  await exchanged(kept)
  await afterDays(kept.old, 3)
  expect(limits(kept.old)).toEqual([23])
  await decided(kept.old, 'rest', [gate])
  await sweepOverlaps(deps)
  await reconcileUntilDone(world, kept.old)
  expect(limits(kept.old)).toEqual([0])
  expect((await mailboxesOf(kept.old)).every(({ want }) => want === 'active')).toBe(true)
  await decided(kept.old, 'watch', [])
  await afterDays(kept.old, 4)
  expect(limits(kept.old)).toEqual([0])
})

test('that was spent before such domains fell sends nothing, also once another one is ordered for it', async () => {
  const kept = await withSpare()
  await exchanged(kept)
  await db.update(domains).set({ fallShare: null }).where(eq(domains.name, kept.old))
  await afterDays(kept.old, 2)
  await db
    .update(domains)
    .set({ replacedAt: sql`now()`, fallingSince: sql`now() - interval '2 days'` })
    .where(eq(domains.name, kept.old))
  await sweepOverlaps(deps)
  expect(await rowOf(kept.old)).toMatchObject({ fallShare: null })
  await db.execute(sql`update domain_names set wanted_rev = wanted_rev + 1 where name = ${kept.old}`)
  await reconcileUntilDone(world, kept.old)
  expect(limits(kept.old)).toEqual([0])
})

const completions = async (orderId: string) =>
  db
    .select({ key: outbox.dedupeKey, text: outbox.body })
    .from(outbox)
    .where(like(outbox.dedupeKey, `complete:${orderId}:%`))
const wants = async (name: string) => (await mailboxesOf(name)).map(({ want }) => want)

test('whose mailboxes end is told of once, by no mail and as nothing that was set up, and counts no inboxes', async () => {
  const kept = await withSpare()
  const { old, reserve } = kept
  await exchanged(kept)
  const [before, mailed] = [await told(old), await completions(reserve.orderId)]
  await afterDays(old, 30)
  expect(await told(old)).toEqual([
    ...before,
    `Its time after a spare took its place is over: its mailboxes are disabled, and their mail is kept for another ${mailboxRetentionDays} days`,
  ])
  expect(await completions(reserve.orderId)).toEqual(mailed)
  expect(await listed(kept)).toMatchObject({ status: 'done', inboxes: 0 })
})

test('whose mailboxes end is news to whoever has the list already', async () => {
  const kept = await withSpare()
  const { person, old, reserve } = kept
  await exchanged(kept)
  await db
    .update(domains)
    .set({ spentAt: sql`now() - interval '31 days'`, fallShare: 0 })
    .where(eq(domains.name, old))
  const { cursor } = listOrders.response.parse((await person.get(listOrders.path)).body)
  await sweepOverlaps(deps)
  const { body } = await person.get(`${listOrders.path}?since=${cursor}`)
  expect(listOrders.response.parse(body).orders).toMatchObject([
    { orderId: reserve.orderId, domains: [{ domain: old, inboxes: 0 }] },
  ])
})

test('whose mail was found not authentic needs no proof any more once its mailboxes have ended', async () => {
  const kept = await withSpare()
  await exchanged(kept)
  const late = {
    state: 'late',
    cause: { why: 'team' },
    againAt: new Date(0).toISOString(),
    lacked: [{ check: 'dkim', result: 'fail', at: 'google' }],
  }
  await db.execute(sql`update domain_names
    set facts = jsonb_set(facts, '{proof}', (facts -> 'proof') || ${JSON.stringify(late)}::jsonb)
    where name = ${kept.old}`)
  await afterDays(kept.old, 30)
  expect(await wants(kept.old)).toEqual(Array(4).fill('disabled'))
})

test('is no news of its order: what was set up before is not told of again when people change beside it', async () => {
  const other = freshName()
  const kept = await withSpare(other)
  const { reserve } = kept
  await exchanged(kept)
  const mailed = await completions(reserve.orderId)
  expect(mailed).toHaveLength(1)
  await db
    .update(mailboxes)
    .set({ want: 'disabled', disabledAt: sql`now()` })
    .where(eq(mailboxes.id, required((await mailboxesOf(other))[0], other).id))
  await db.execute(sql`update domain_names set wanted_rev = wanted_rev + 1 where name = ${other}`)
  await reconcileUntilDone(world, other)
  expect(await completions(reserve.orderId)).toEqual(mailed)
})

test('goes on beside no other domain, and keeps its days when the one that was ordered for it never comes', async () => {
  const kept = await withSpare()
  const { person, old, reserve } = kept
  await exchanged(kept)
  await afterDays(old, 7)
  const next = freshName('dev')
  const replaced = await person.post('/api/domains/replace', [
    { originalDomain: old, newDomain: next, isUserAdded: true, overlap: true },
  ])
  expect(replaced).toMatchObject({ status: 200 })
  expect(await rowOf(next)).toMatchObject({ withOverlap: false })
  const { spentAt } = await rowOf(old)
  const until = new Date(required(spentAt, old).getTime() + 30 * day).toISOString()
  expect(await listed(kept)).toMatchObject({
    replacementOrdered: true,
    receivesUntil: `${until.slice(0, 16)}Z`,
  })

  expect(await spareOf(kept)).toMatchObject({ state: 'unfit', receivesUntil: until })
  const todo = async () => (await person.get(`/api/domain-health/${(await rowOf(old)).id}`)).body.todo
  const says = (successor: string) => `A spare took its place, and it is on its way out. ${successor}`
  const setStatus = (status: 'error' | 'in progress') =>
    db.update(domains).set({ status }).where(eq(domains.name, next))
  await setStatus('in progress')
  expect(await todo()).toBe(says('Another domain takes its place in your reserve once that is delivered.'))
  await decided(old, 'rest', [gate])
  await setStatus('error')
  const stopped = says('The domain that was ordered for it could not be set up: the order says why.')
  expect(await todo()).toBe(stopped)
  expect((await person.get('/api/domain-health/overview')).body.needs).toContainEqual(
    expect.objectContaining({ todo: stopped }),
  )
  await decided(old, 'watch', [])
  const { body: group } = await person.get(`/api/orders/groups/${reserve.groupId}`)
  const ordered = group.domains.find(({ domain }: { domain: string }) => domain === next)
  expect(ordered.keeps).toEqual({ domain: old, isSpent: true, isInFile: false })

  // Taken back, it falls on as it did, with the mailboxes that it has.
  await db.update(personas).set({ azurePerDomain: 1 }).where(eq(personas.bundleId, reserve.groupId))
  expect(await person.post('/api/domains/take-back-replacement', { domain: next })).toMatchObject({
    status: 200,
  })
  expect(await rowOf(old)).toMatchObject({ replacedAt: null, fallShare: 50, changing: null, spentAt })
  expect((await told(old)).at(-1)).toBe(`Kept: ${next} does not take its place`)
  expect(await wants(old)).toEqual(Array(4).fill('active'))
  expect(await todo()).toBe(says('Replace it in your reserve to have a spare there again.'))

  const another = freshName('dev')
  await person.post('/api/domains/replace', [{ originalDomain: old, newDomain: another, isUserAdded: true }])
  await afterDays(old, 30)
  expect(await rowOf(old)).toMatchObject({
    want: 'run',
    replacedAt: expect.any(Date),
    endedAt: expect.any(Date),
  })
  expect(await wants(old)).toEqual(Array(4).fill('disabled'))
})

test('comes back with its cancelled order as a spare, which has the mailboxes that are paid for', async () => {
  const kept = await withSpare()
  const { person, old, reserve } = kept
  await exchanged(kept)
  await afterDays(old, 30)
  expect(await wants(old)).toEqual(Array(4).fill('disabled'))
  expect(
    await person.post('/api/orders/cancel', { groupId: reserve.groupId, reason: 'pricing' }),
  ).toMatchObject({ status: 200 })
  await reconcileUntilDone(world, old)
  const asked = await person.post(
    '/api/orders/reinstate',
    await reinstatementAsShown(person, [old], reserve.groupId),
  )
  expect(asked).toMatchObject({ status: 200 })
  expect((await payReinstatement(world, person, asked)).body).toMatchObject({ status: 'paid' })
  await reconcileUntilDone(world, old)
  expect(await rowOf(old)).toMatchObject({
    want: 'run',
    status: 'done',
    spentAt: null,
    endedAt: null,
    fallShare: null,
  })
  const states = (await mailboxesOf(old))
    .filter(({ want }) => want === 'active')
    .map(({ hostState }) => hostState)
  expect(states.length).toBeGreaterThan(0)
  expect(new Set(states)).toEqual(new Set(['active']))
  expect(await listed(kept)).toMatchObject({ domain: old, status: 'done' })
  expect((await listed(kept))?.isSpent).toBeUndefined()
  expect(await spareOf(kept)).not.toMatchObject({ state: 'spent' })
})
