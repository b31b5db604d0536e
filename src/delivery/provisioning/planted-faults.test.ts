import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { domains } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { checkoutFor, completeDraft, freshName, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld, type TestWorld } from '#tests/server/test-world.ts'
import type { Dependencies } from '../dependencies.ts'
import { answerWorkItems } from './testing/operator-robot.ts'
import { vendorDifferences } from './testing/vendor-state.ts'
import { raiseWanted } from './wanted.ts'

/**
 * The checks that guard the heart prove something only if they fail when it is broken. Each of three mistakes is
 * planted by putting another part in the place of a real one; the same check passes without it.
 */
const checks: Record<
  string,
  { plant: (deps: Dependencies) => Partial<Dependencies>; findings: (world: TestWorld) => Promise<string[]> }
> = {
  'registering without looking first': {
    plant: ({ vendors, config }) => ({
      vendors: {
        ...vendors,
        registrar: {
          ...vendors.registrar,
          async ensureRegistered(name) {
            const headers = {
              authorization: `Bearer ${config.vendors.dnsimple.token}`,
              'content-type': 'application/json',
            }
            const account = await plainFetch(`${config.vendors.dnsimple.baseUrl}/whoami`, { headers })
            const { data } = (await account.json()) as { data: { account: { id: number } } }
            await plainFetch(
              `${config.vendors.dnsimple.baseUrl}/${data.account.id}/registrar/domains/${name}/registrations`,
              {
                method: 'POST',
                headers,
                body: JSON.stringify({ registrant_id: config.vendors.dnsimple.registrantId }),
              },
            )
            // Whatever it answered: the next run registers again, under a domain that was let go in between.
            await forgetDomain(name)
            throw new Error('the answer was lost')
          },
        },
      },
    }),
    async findings(world) {
      const { id } = await world.customer()
      const order = await createPaidOrder(world.deps, {
        customerId: id,
        tool: 'other',
        mailboxesPerDomain: 4,
        names: { azure: [freshName()] },
      })
      const name = order.domains[0]?.name as string
      world.sandbox.faults.add({
        kind: 'lost_answer',
        vendor: 'dnsimple',
        method: 'POST',
        path: '/registrations',
      })
      for (let run = 0; run < 8; run++) {
        await world.reconcile(name).catch(() => 'crashed')
        await world.deps.db.execute(sql`update domain_names set lease_until = null where name = ${name}`)
        await answerWorkItems(world.deps, world.sandbox)
      }
      return vendorDifferences(world.deps, world.sandbox, name)
    },
  },
  'paying without an idempotency key': {
    plant: ({ vendors }) => ({
      vendors: {
        ...vendors,
        payments: {
          ...vendors.payments,
          createCheckout: (prepared, key, ctx) =>
            vendors.payments.createCheckout(prepared, `${key}-${Math.random()}`, ctx),
        },
      },
    }),
    async findings(world) {
      const person = await world.customer()
      const draft = completeDraft()
      const taken = await takeOrder(person, draft)
      const body = checkoutFor(person, draft, taken)
      world.sandbox.faults.add({
        kind: 'lost_answer',
        vendor: 'stripe',
        method: 'POST',
        path: '/v1/checkout/sessions',
      })
      for (let attempt = 0; attempt < 2; attempt++)
        await person.post('/api/payments/create-checkout-session', body)
      const sessions = world.sandbox.store
        .collection<{ metadata: { order_id?: string } }>('stripe.checkout_sessions')
        .list()
        .filter(({ metadata }) => metadata.order_id === taken.body.orderIds[0])
      return sessions.length === 1 ? [] : [`the order can be paid ${sessions.length} times`]
    },
  },
  'waking the worker outside the transaction': {
    plant: ({ queue, db }) => ({ queue: { ...queue, add: (_tx, kind, jobs) => queue.add(db, kind, jobs) } }),
    async findings(world) {
      const { db, queue } = world.deps
      const name = freshName()
      await db
        .transaction(async (tx) => {
          await raiseWanted(tx, queue, [name])
          throw new Error('the change did not come about')
        })
        .catch(() => {})
      const { rows } = await db.execute<{ n: number }>(
        sql`select count(*)::int as n from jobs.job where data ->> 'name' = ${name}`,
      )
      return rows[0]?.n === 0 ? [] : ['a job exists for a change that does not']
    },
  },
}

let plainFetch: (url: string, init?: RequestInit) => Promise<Response>
let forgetDomain: (name: string) => Promise<void>

describe.each(Object.entries(checks))('%s', (_mistake, { plant, findings }) => {
  test('is not what the product does', async () => {
    const world = await createTestWorld()
    expect(await findings(world)).toEqual([])
  })

  test('is caught', async () => {
    const world = await createTestWorld({ dependencies: plant })
    plainFetch = world.sandbox.fetch
    forgetDomain = async (name) => {
      world.sandbox.store.collection('dnsimple.domains').delete(name)
      await world.deps.db.update(domains).set({ statusNote: null }).where(eq(domains.name, name))
    }
    expect(await findings(world)).not.toEqual([])
  })
})
