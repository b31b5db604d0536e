import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, domainNames, domains, subscriptions } from '#base/db/schema/index.ts'
import { proofSubject } from '#delivery/provisioning/proof-facts.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { addProbeMailboxes } from '#tests/server/probe-mailboxes.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { getOrderOverview } from '../api/order-overview.ts'
import { setUpStages, stageState } from '../rules/set-up.ts'

const world = await createTestWorld()
const { deps } = world
await addProbeMailboxes(deps)
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer and order' })

type Person = Awaited<ReturnType<typeof world.customer>>
async function overview(person: Person, orderId: string) {
  const answer = await person.get(`/api/orders/${orderId}/overview`)
  expect(answer.status).toBe(200)
  return getOrderOverview.response.parse(answer.body)
}

test('a delivered order says what is charged next, that its set-up is over, and what happened last', async () => {
  const { person, groupId, names } = await paidOrder({ plan: 'google' })
  const [{ orderId }] = (await person.get('/api/orders')).body.orders
  const { nextBilling, setUp, activity } = await overview(person, orderId)
  expect(nextBilling).toEqual({ at: expect.any(String), cents: 50_00 })
  expect(Date.parse(nextBilling?.at ?? '')).toBeGreaterThan(Date.now())
  expect(setUp.map(({ stage }) => stage)).toEqual([...setUpStages])
  for (const stage of setUp) {
    expect([stage.done, stage.of, stageState(stage)]).toEqual([names.length, names.length, 'done'])
    expect(stage.doneAt).not.toBeNull()
  }
  expect(activity).toHaveLength(8)
  expect(activity.map(({ at }) => at)).toEqual(
    activity
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  expect(activity[0]).toMatchObject({ sentence: 'Set-up complete' })

  // A renewal that has begun is charged an hour later.
  const renewsAt = async (agoMs: number) => {
    const periodEnd = new Date(Date.now() - agoMs)
    const [bundle] = await db.select().from(bundles).where(eq(bundles.id, groupId))
    await db
      .update(subscriptions)
      .set({ periodEnd })
      .where(eq(subscriptions.stripeId, bundle?.subscriptionId ?? ''))
    return new Date(periodEnd.getTime() + 3_600_000).toISOString()
  }
  const at = await renewsAt(30 * 60_000)
  expect((await overview(person, orderId)).nextBilling).toEqual({ at, cents: 50_00 })
  await renewsAt(2 * 3_600_000)
  expect((await overview(person, orderId)).nextBilling).toBeNull()
  await renewsAt(-3_600_000)

  // On hold nothing is charged.
  await db.update(bundles).set(heldFor('dispute')).where(eq(bundles.id, groupId))
  expect((await overview(person, orderId)).nextBilling).toBeNull()
})

test('each domain is in the first stage that is not over: running, waiting, stopped or still to come', async () => {
  const person = await world.customer()
  const {
    orderId,
    bundleId,
    domains: made,
  } = await createPaidOrder(deps, {
    customerId: person.id,
    plan: 'google',
  })
  const at = '2026-11-20T10:00:00.000Z'
  const since = new Date(at)
  const registered = { registration: { at }, delegation: { at, ok: true, seen: [] } }
  const problem = { kind: 'waiting', waitsFor: 'vendor', reason: 'not yet', at }
  const states = [
    { status: 'to do', name: {} },
    { status: 'in progress', name: { stepSince: since } },
    { status: 'in progress', name: { facts: registered, stepSince: since, problem } },
    { status: 'error', name: { facts: { ...registered, verified: { at } }, stepSince: since } },
    { status: 'done', name: {} },
  ] as const
  for (const [index, { status, name }] of states.entries()) {
    const domain = made[index] as { id: string; name: string }
    await db.update(domains).set({ status }).where(eq(domains.id, domain.id))
    if (Object.keys(name).length > 0)
      await db.update(domainNames).set(name).where(eq(domainNames.name, domain.name))
  }
  const { setUp, nextBilling } = await overview(person, orderId)
  expect(nextBilling).toBeNull()
  expect(setUp.map((stage) => [stage.stage, stageState(stage), stage.done, stage.since])).toEqual([
    ['name', 'running', 3, at],
    ['verification', 'waiting', 2, at],
    ['dns', 'stopped', 1, at],
    ['mailboxes', 'to come', 1, null],
    ['tool', 'to come', 1, null],
    ['proof', 'to come', 0, null],
  ])

  // What only its customer brings on is no fault; on hold it waits for something else.
  const verifying = made[2] as { id: string }
  await db.update(domains).set({ status: 'pending' }).where(eq(domains.id, verifying.id))
  const verification = async () => {
    const stage = (await overview(person, orderId)).setUp.find((each) => each.stage === 'verification')
    return stage && stageState(stage)
  }
  expect(await verification()).toBe('waiting for you')
  await db.update(bundles).set(heldFor('dispute')).where(eq(bundles.id, bundleId))
  expect(await verification()).toBe('waiting')

  // Nothing is set up of what is cancelled.
  await db
    .update(domains)
    .set({ want: 'retire', status: 'cancelled' })
    .where(and(eq(domains.bundleId, bundleId), eq(domains.customerId, person.id)))
  expect((await overview(person, orderId)).setUp).toEqual([])
})

test('a domain that waits for its proof is at the proof, also while its DNS is looked at again, and never before', async () => {
  const person = await world.customer()
  const order = await createPaidOrder(deps, { customerId: person.id, plan: 'google' })
  const at = '2026-11-20T10:00:00.000Z'
  const seen = {
    registration: { at },
    delegation: { at, ok: true, seen: [] },
    verified: { at },
    mailboxes: { at, digest: 'all' },
    tool: { at, digest: 'all' },
  }
  const attempt = {
    at,
    of: proofSubject({}),
    token: 't',
    begunAt: at,
    mails: {},
    failedBefore: 1,
    lateBefore: 0,
  }
  const failures = [{ at: 'google', check: 'dkim', result: 'none' }]
  const states = [
    { ...seen, proof: { ...attempt, state: 'failed', failures, againAt: at } },
    { ...seen, dns: { at, digest: 'all' }, proof: { ...attempt, state: 'under_way', lacked: failures } },
    { ...seen, proof: { ...attempt, state: 'late', lacked: failures, cause: { why: 'team' }, againAt: at } },
    { ...seen, dns: { at, digest: 'all' }, proof: { ...attempt, state: 'proven' } },
  ]
  for (const [index, facts] of states.entries())
    await db
      .update(domainNames)
      .set({ facts, stepSince: new Date(at) })
      .where(eq(domainNames.name, order.domains[index]?.name ?? ''))
  await db.update(domains).set({ status: 'in progress' }).where(eq(domains.bundleId, order.bundleId))
  await db
    .update(domains)
    .set({ want: 'retire' })
    .where(
      inArray(
        domains.id,
        order.domains.slice(states.length).map(({ id }) => id),
      ),
    )
  const { setUp } = await overview(person, order.orderId)
  expect(setUp.map(({ stage, done, running }) => [stage, done, running])).toEqual([
    ['name', 4, 0],
    ['verification', 4, 0],
    ['dns', 4, 0],
    ['mailboxes', 4, 0],
    ['tool', 4, 0],
    ['proof', 1, 3],
  ])
})

test('what was delivered without the proof is told as still to be proven, and as nothing where nobody can prove it', async () => {
  const person = await world.customer()
  const order = await createPaidOrder(deps, { customerId: person.id, plan: 'google' })
  await db.update(domains).set({ status: 'done' }).where(eq(domains.bundleId, order.bundleId))
  const stages = async (state: 'late' | 'no_probes') => {
    const proof = { at: '2026-11-20T10:00:00.000Z', of: proofSubject({}), state }
    await db
      .update(domainNames)
      .set({ facts: { proof } })
      .where(
        inArray(
          domainNames.name,
          order.domains.map(({ name }) => name),
        ),
      )
    const { setUp } = await overview(person, order.orderId)
    return setUp.map((stage) => [stage.stage, stageState(stage)])
  }
  expect((await stages('late')).at(-1)).toEqual(['proof', 'to come'])
  expect((await stages('no_probes')).at(-1)).toEqual(['tool', 'done'])
})
