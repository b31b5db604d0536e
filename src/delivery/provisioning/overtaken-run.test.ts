import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { domainNames, domains, outbox } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { reconcile } from './reconcile.ts'
import { answerWorkItems } from './testing/operator-robot.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps

afterEach(() => sandbox.faults.clear())

const log = pino({ level: 'silent' })

/** One run, before each of whose transactions something may happen. */
function runWith(name: string, interrupt: () => Promise<void>) {
  const interrupted = new Proxy(db, {
    get(target, key) {
      const value = Reflect.get(target, key)
      if (key !== 'transaction') return value
      return async (...args: unknown[]) => {
        await interrupt()
        return (value as (...args: unknown[]) => Promise<unknown>).apply(target, args)
      }
    },
  })
  return reconcile({ ...deps, db: interrupted, log }, name)
}

async function paidOrder() {
  const person = await world.customer()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    names: { azure: [freshName()] },
    mailboxesPerDomain: 4,
  })
  const name = order.domains[0]?.name as string
  let isCancelled = false
  const cancelOnce = async () => {
    if (isCancelled) return
    isCancelled = true
    const { status } = await person.post('/api/orders/cancel', { groupId: order.bundleId, reason: 'pricing' })
    expect(status).toBe(200)
  }
  return { name, cancelOnce }
}

const stepOf = async (name: string) => {
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  return row?.step
}

async function expectCancelledAndDue(name: string): Promise<void> {
  const [shown] = await db.select().from(domains).where(eq(domains.name, name))
  expect(shown).toMatchObject({ status: 'cancelled', want: 'retire', deliveredAt: null })
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  expect(row?.nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now())
}

test('a cancellation that comes just before a run ends keeps its word, and is worked on at once', {
  tags: ['fault-59'],
}, async () => {
  const { name, cancelOnce } = await paidOrder()
  sandbox.faults.add({ kind: '500', times: 1_000 })
  expect(await world.reconcile(name)).toBe('again')
  // The name has its place and every vendor is out of order: the next transaction is the one that ends the run.
  expect(await runWith(name, cancelOnce)).toBe('again')
  await expectCancelledAndDue(name)
})

test('a cancellation that comes just before a name is delivered leaves it cancelled, and no mail says otherwise', {
  tags: ['fault-59'],
}, async () => {
  const { name, cancelOnce } = await paidOrder()
  for (let round = 0; (await stepOf(name)) !== 'delivered'; round++) {
    expect(round).toBeLessThan(20)
    await runWith(name, async () => {
      if ((await stepOf(name)) === 'delivered') await cancelOnce()
    })
    await answerWorkItems(deps, sandbox)
  }
  await expectCancelledAndDue(name)
  const mails = await db.select({ subject: outbox.subject }).from(outbox)
  expect(mails.map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('set up'))
})
