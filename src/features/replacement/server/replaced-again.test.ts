import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainNames, domains } from '#base/db/schema/index.ts'
import { reconcile } from '#delivery/provisioning/reconcile.ts'
import { forwardingBasis } from '#tests/server/based-on.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { ownNames } from '#tests/server/own-names.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { reconcileUntilDone, paidOrder, domainRow } = manageOrders(world)
const { point, ownName } = ownNames(world)

type Person = Awaited<ReturnType<typeof paidOrder>>['person']
const replaceBy = (person: Person, pairs: readonly (readonly [string, string])[]) =>
  person.post(
    '/api/domains/replace',
    pairs.map(([originalDomain, newDomain]) => ({ originalDomain, newDomain, isUserAdded: true })),
  )

test('a replacement that is replaced before it was delivered goes at once, and the last one ends the one that served', async () => {
  const { person, names } = await paidOrder()
  const served = names[0] as string
  const [middle, last] = [await ownName(), await ownName()]
  expect((await replaceBy(person, [[served, middle]])).status).toBe(200)
  await world.reconcile(middle)
  const [placed] = await db.select().from(domainNames).where(eq(domainNames.name, middle))
  expect(placed?.providerAccountId).not.toBeNull()

  expect((await replaceBy(person, [[middle, last]])).status).toBe(200)
  expect(await domainRow(middle)).toMatchObject({ want: 'retire', status: 'cancelled' })
  expect(await domainRow(served)).toMatchObject({ want: 'run', status: 'done' })
  // However many names may be taken down in an hour: nobody loses anything by this one.
  const reluctant = { ...deps, config: { ...deps.config, retirePerHour: 0 } }
  expect(await reconcile(reluctant, middle)).toBe('nothing')
  expect(await domainRow(middle)).toBeUndefined()
  const [free] = await db.select().from(domainNames).where(eq(domainNames.name, middle))
  expect(free?.providerAccountId).toBeNull()
  expect(await deps.vendors.zones.hasZone(middle)).toBe(false)

  // What is about to take its place leads where it does.
  const moved = 'https://example.com/moved'
  const answer = await person.post('/api/domains/update-forwarding', {
    domains: [served],
    forwardingDomain: moved,
    basedOn: await forwardingBasis(person),
  })
  expect(answer.status).toBe(200)
  expect(await domainRow(last)).toMatchObject({ forwardingUrl: moved })

  await world.reconcile(last)
  await point(last, deps.config.nameServers)
  await reconcileUntilDone(last)
  expect(await domainRow(last)).toMatchObject({ want: 'run', status: 'done' })
  expect(await domainRow(served)).toMatchObject({ want: 'retire', status: 'cancelled' })
})

test('every replacement of an order may be put right at once, and again when those are gone; not without end', async () => {
  const { person, names, groupId } = await paidOrder()
  const next = async (from: readonly string[]) => {
    const to = await Promise.all(from.map(ownName))
    const answer = await replaceBy(
      person,
      from.map((name, index) => [name, to[index] as string] as const),
    )
    return { to, answer }
  }
  const first = await next(names)
  const second = await next(first.to)
  expect([first.answer.status, second.answer.status]).toEqual([200, 200])
  const third = await next(second.to)
  expect(third.answer.status).toBe(409)
  expect(third.answer.body.message).toBe(
    `Replacements in this order that you have replaced again are still being taken down. Please wait some minutes before you replace ${second.to[0]} once more.`,
  )
  const held = await db.select().from(domains).where(eq(domains.bundleId, groupId))
  expect(held).toHaveLength(names.length * 3)

  for (const name of first.to) await reconcileUntilDone(name)
  expect((await next(second.to)).answer.status).toBe(200)
  const released = await db.select().from(domains).where(inArray(domains.name, first.to))
  expect(released.every(({ releasedAt }) => releasedAt !== null)).toBe(true)
})
