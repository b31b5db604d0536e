import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, checkouts, domains } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { reconcileUntilDone as untilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName, press } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { sweepOverlaps } from './sweep-overlaps.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { domainRow } = manageOrders(world)
const reconcileUntilDone = (name: string) =>
  untilDone(world, name, { ends: ['done', 'nothing'], meanwhile: () => answerWorkItems(deps, sandbox) })

test('fifty domains on Entra, Google and Premium are replaced with an overlap at the price of their names, and nothing more', async () => {
  const person = await world.customer()
  const namesOf = (count: number) => Array.from({ length: count }, () => freshName())
  const orders = [
    { plan: 'azure', names: { azure: namesOf(20) } },
    { plan: 'google', names: { google: namesOf(18) } },
    { plan: 'premium', names: { azure: namesOf(6), google: namesOf(6) } },
  ] as const
  const placed = []
  for (const { plan, names } of orders)
    placed.push(
      await createPaidOrder(deps, {
        customerId: person.id,
        plan,
        tool: 'other',
        names: { ...names },
        mailboxesPerDomain: 2,
      }),
    )
  const old = placed.flatMap((order) => order.domains)
  expect(old).toHaveLength(50)
  // Two of them are set up in full: what the others go through is the same.
  const [entra, google] = ['azure', 'google'].map((platform) =>
    required(
      old.find((each) => each.platform === platform),
      platform,
    ),
  )
  for (const each of [entra, google]) await reconcileUntilDone(required(each, 'one').name)
  await db
    .update(domains)
    .set({ status: 'done', deliveredAt: sql`coalesce(delivered_at, now())` })
    .where(eq(domains.customerId, person.id))
  const monthly = () =>
    db
      .select({ id: bundles.id, cents: bundles.monthlyCents, status: bundles.status })
      .from(bundles)
      .where(eq(bundles.customerId, person.id))
      .orderBy(bundles.id)
  const before = await monthly()

  const fresh = new Map(old.map(({ name }, index) => [name, freshName(index < 30 ? 'com' : 'net')]))
  const pairs = old.map(({ name }) => ({
    originalDomain: name,
    newDomain: required(fresh.get(name), name),
    isUserAdded: false,
    overlap: true,
  }))
  const answer = await person.post('/api/domains/replace', pairs)
  expect(answer.body).toMatchObject({ success: true, requiresPayment: true })
  await press(world, answer.body.checkoutUrl, 'pay')
  const confirmed = await person.get(
    `/api/payments/confirmation?session_id=${sessionOf(answer.body.checkoutUrl)}`,
  )
  const price = 30 * 15_50 + 20 * 9_00
  expect(confirmed.body).toMatchObject({ status: 'paid', kind: 'replace', totalCents: price })
  const [paid] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, person.id), eq(checkouts.kind, 'replace')))
  expect([paid?.amountCents, paid?.paidCents]).toEqual([price, price])
  // Each month costs what it did: the overlap has no price.
  expect(await monthly()).toEqual(before)

  const started = await db
    .select({ want: domains.want, withOverlap: domains.withOverlap })
    .from(domains)
    .where(inArray(domains.name, [...fresh.values()]))
  expect(started).toEqual(Array(50).fill({ want: 'run', withOverlap: true }))
  for (const each of [entra, google]) {
    const name = required(each, 'one').name
    await reconcileUntilDone(required(fresh.get(name), name))
    expect(await domainRow(name)).toMatchObject({ want: 'run', fallingSince: expect.any(Date) })
    await db
      .update(domains)
      .set({ fallingSince: sql`now() - interval '31 days'` })
      .where(eq(domains.name, name))
  }
  await sweepOverlaps(deps)
  for (const each of [entra, google])
    expect(await domainRow(required(each, 'one').name)).toMatchObject({ want: 'retire' })
  expect(await monthly()).toEqual(before)
})
