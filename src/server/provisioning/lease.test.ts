import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createPaidOrder } from '../testing/paid-order.ts'
import { freshName } from '../testing/place-order.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { provisioningOf } from './dependencies.ts'
import { reconcile } from './reconcile.ts'

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
  const provisioning = provisioningOf({ ...deps, db: overtaken })
  expect(await reconcile({ ...provisioning, log: pino({ level: 'silent' }) }, name)).toBe('lost')
  expect(statements).toBeGreaterThan(1)
})
