import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainNames, domains, outbox } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { Facts } from './facts.ts'
import { reconcile } from './reconcile.ts'
import { pauseRetiring, readPause, resumeRetiring } from './retire-gate.ts'
import { raiseWanted } from './wanted.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps

/** Names that were never set up, wanted gone; taking them down takes a step or two. */
async function retiring(count: number): Promise<string[]> {
  const { id } = await customer()
  const names: string[] = []
  while (names.length < count) {
    const order = await createPaidOrder(deps, { customerId: id, mailboxesPerDomain: 4 })
    names.push(...order.domains.map(({ name }) => name))
    for (const { name } of order.domains) await world.reconcile(name)
    await db
      .update(domains)
      .set({ want: 'retire', status: 'cancelled', retireAt: new Date(Date.now() + 86_400_000) })
      .where(eq(domains.bundleId, order.bundleId))
    await raiseWanted(db, deps.queue, names)
  }
  return names.slice(0, count)
}
const rowOf = async (name: string) => {
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  return { ...row, facts: row?.facts as Facts }
}

test('a pause stops every tear-down before its next step, and resuming lets them go on', async () => {
  const [name] = (await retiring(1)) as [string]
  await pauseRetiring(db, 'a wrong import')
  expect((await readPause(db))?.reason).toBe('a wrong import')
  const before = world.sandbox.requests().length
  expect(await world.reconcile(name)).toBe('again')
  expect(world.sandbox.requests()).toHaveLength(before)
  const paused = await rowOf(name)
  expect(paused.facts.unredirected).toBeUndefined()
  expect(paused.nextRunAt?.getTime()).toBeGreaterThan(Date.now() + 60_000)
  expect(await resumeRetiring(db)).toBeGreaterThan(0)
  expect((await rowOf(name)).nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now())
  await world.reconcile(name)
  expect((await rowOf(name)).facts.unredirected).toBeDefined()
})

test('so many names may begin in an hour; the others wait and the operator is told once', async () => {
  const names = await retiring(4)
  await db.execute("delete from vendor_limits where key = 'retire'")
  const slow = { ...deps, config: { ...deps.config, retirePerHour: 2 } }
  for (const name of names) await reconcile(slow, name)
  const rows = await Promise.all(names.map(rowOf))
  expect(rows.map(({ facts }) => facts.unredirected !== undefined)).toEqual([true, true, false, false])
  expect(rows[2]?.nextRunAt?.getTime()).toBeGreaterThan(Date.now() + 60_000)
  const mails = (await db.select().from(outbox)).filter(({ subject }) => /taken down/.test(subject))
  expect(mails).toHaveLength(1)
  // One that has begun is not counted again.
  await reconcile(slow, names[0] as string)
  expect((await rowOf(names[0] as string)).nextRunAt?.getTime()).toBeGreaterThan(Date.now() + 86_000_000)
})
