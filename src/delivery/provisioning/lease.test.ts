import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { domainNames } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { type Lease, LeaseLost, takeLease, WantedChanged } from './lease.ts'
import { reconcile } from './reconcile.ts'
import { raiseWanted } from './wanted.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps

test('a worker that is overtaken just when it learns of a newer wish ends as one that lost the name, not as a failure', async () => {
  const { id } = await world.customer()
  const order = await createPaidOrder(deps, {
    customerId: id,
    names: { azure: [freshName()] },
    mailboxesPerDomain: 4,
  })
  const name = order.domains[0]?.name as string
  let statements = 0
  const overtaken = new Proxy(db, {
    get(target, key) {
      const value = Reflect.get(target, key)
      if (key !== 'execute') return value
      return async (...args: unknown[]) => {
        // The first takes the lease, the second renews it before the first outside call.
        const isRenewal = ++statements === 2
        if (isRenewal)
          await db.execute(sql`update domain_names set wanted_rev = wanted_rev + 1 where name = ${name}`)
        const result = await (value as (...args: unknown[]) => Promise<unknown>).apply(target, args)
        if (isRenewal)
          await db.execute(sql`update domain_names set lease_token = gen_random_uuid() where name = ${name}`)
        return result
      }
    },
  })
  expect(await reconcile({ ...deps, db: overtaken, log: pino({ level: 'silent' }) }, name)).toBe('lost')
  expect(statements).toBeGreaterThan(1)
})

/** Until a lease that began now and that nobody renews has run out, by the database's clock. */
async function outlast(seconds: number): Promise<void> {
  const over = (await databaseNow(db)) + seconds * 1_000
  await expect.poll(() => databaseNow(db), { timeout: 60_000 }).toBeGreaterThan(over)
}
const isFree = async (name: string): Promise<boolean> => {
  const other = await takeLease(db, name, 2)
  await other?.release()
  return other !== undefined
}

test('a call that lasts longer than the lease keeps it; a holder from which nothing is heard any more loses it', async () => {
  const name = freshName()
  await raiseWanted(db, deps.queue, [name])
  const lease = await takeLease(db, name, 2)
  await lease?.beforeCall()
  await outlast(2)
  expect(await isFree(name)).toBe(false)
  expect(lease?.signal.aborted).toBe(false)
  await lease?.release()
  expect(await isFree(name)).toBe(true)

  // Stopped before its first call: nothing renews it.
  const silent = await takeLease(db, name, 2)
  await outlast(2)
  expect(silent?.signal.aborted).toBe(true)
  expect(await isFree(name)).toBe(true)
  await expect(silent?.beforeCall()).rejects.toThrow('was lost')
})

const rowOf = async (name: string) => {
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  return row
}

test('after a newer wish no call is begun and no run concluded; what a call has done is still noted', async () => {
  const name = freshName()
  await raiseWanted(db, deps.queue, [name])
  const lease = (await takeLease(db, name, 30)) as Lease
  await lease.beforeCall()
  await raiseWanted(db, deps.queue, [name])
  await expect(lease.beforeCall()).rejects.toThrow(WantedChanged)
  const note = (attempts: number) => (tx: Db) =>
    tx.update(domainNames).set({ attempts }).where(eq(domainNames.name, name))
  await lease.write(note(3))
  await expect(lease.conclude(note(4))).rejects.toThrow(WantedChanged)
  expect(await rowOf(name)).toMatchObject({ attempts: 3 })
  await lease.update({ attempts: 5 })
  expect(await rowOf(name)).toMatchObject({ attempts: 5 })
  await lease.release()
})

test.each<[string, (lease: Lease) => Promise<unknown>]>([
  ['a call', (lease) => lease.beforeCall()],
  ['what a call has done', (lease) => lease.write(async () => {})],
  ['a change of the row alone', (lease) => lease.update({ attempts: 1 })],
  ['the end of a run', (lease) => lease.conclude(async () => {})],
])('the lease on a name lasts for its whole length again after %s', async (_, act) => {
  const name = freshName()
  await raiseWanted(db, deps.queue, [name])
  const lease = (await takeLease(db, name, 30)) as Lease
  await db.execute(
    sql`update domain_names set lease_until = now() + interval '5 seconds' where name = ${name}`,
  )
  await act(lease)
  const { rows } = await db.execute(
    sql`select from domain_names where name = ${name} and lease_until > now() + interval '20 seconds'`,
  )
  expect(rows).toHaveLength(1)
  await lease.release()
})

test('a holder whose name another one has taken begins no call and writes nothing', async () => {
  const name = freshName()
  await raiseWanted(db, deps.queue, [name])
  const lost = (await takeLease(db, name, 30)) as Lease
  await db.execute(
    sql`update domain_names set lease_until = now() - interval '1 second' where name = ${name}`,
  )
  const next = (await takeLease(db, name, 30)) as Lease
  const before = await rowOf(name)
  const note = (tx: Db) => tx.update(domainNames).set({ attempts: 7 }).where(eq(domainNames.name, name))
  await expect(lost.beforeCall()).rejects.toThrow(LeaseLost)
  await expect(lost.write(note)).rejects.toThrow(LeaseLost)
  await expect(lost.conclude(note)).rejects.toThrow(LeaseLost)
  await expect(lost.update({ attempts: 7 })).rejects.toThrow(LeaseLost)
  await lost.release()
  expect(await rowOf(name)).toEqual(before)
  await next.beforeCall()
  await next.release()
})

test('a renewal whose answer is read only after the lease has run out counts for nothing', async () => {
  const name = freshName()
  await raiseWanted(db, deps.queue, [name])
  let statements = 0
  const stopped = new Proxy(db, {
    get(target, key) {
      const value = Reflect.get(target, key)
      if (key !== 'execute') return value
      return async (...args: unknown[]) => {
        const result = await (value as (...args: unknown[]) => Promise<unknown>).apply(target, args)
        // The first takes the lease; after the second the process stands still.
        if (++statements === 2) await outlast(1)
        return result
      }
    },
  })
  const lease = await takeLease(stopped, name, 1)
  await expect(lease?.beforeCall()).rejects.toThrow(LeaseLost)
})
