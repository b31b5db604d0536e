import { and, eq, isNull, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { bundles, domainNames, domains, personas } from '../db/schema/index.ts'
import { retireBundle } from '../features/billing/sync-subscription.ts'
import { createPaidOrder, type PaidOrder } from '../testing/paid-order.ts'
import { freshName } from '../testing/place-order.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { allocateMailboxes } from './allocate-mailboxes.ts'
import { provisioningOf } from './dependencies.ts'
import { reconcile } from './reconcile.ts'
import { type Kill, kill, mortalProcess, orderedFault } from './testing/chaos.ts'
import { answerWorkItems } from './testing/operator-robot.ts'
import { vendorDifferences } from './testing/vendor-state.ts'
import { raiseWanted } from './wanted.ts'

const runs = Number(process.env.CONVERGENCE_RUNS ?? 200)
/** A failed run names its seed and path; these play it again. */
const seed = Number(process.env.CONVERGENCE_SEED ?? 0)
const path = process.env.CONVERGENCE_PATH

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const provisioning = { ...provisioningOf(deps), log: pino({ level: 'silent' }) }
const { id: customerId } = await world.customer()

/** What customers do to an order, as their use cases leave it: wanted rows and a wake-up, in one transaction. */
const changes = {
  forwarding: (order: PaidOrder, n: number) =>
    db.transaction(async (tx) => {
      await tx
        .update(domains)
        .set({ forwardingUrl: `https://example.com/${n}` })
        .where(eq(domains.bundleId, order.bundleId))
      await wake(tx, order)
    }),
  'people renamed': (order: PaidOrder, n: number) =>
    changePeople(order, async (tx) =>
      tx
        .update(personas)
        .set({ firstName: `Renamed${'abcdefghij'[n % 10]}` })
        .where(and(eq(personas.bundleId, order.bundleId), eq(personas.position, 0))),
    ),
  'somebody left': (order: PaidOrder) =>
    changePeople(order, async (tx) =>
      tx
        .update(personas)
        .set({ removedAt: new Date() })
        .where(and(eq(personas.bundleId, order.bundleId), eq(personas.position, 1))),
    ),
  'fewer each': (order: PaidOrder) =>
    changePeople(order, async (tx) =>
      tx
        .update(personas)
        .set({ azurePerDomain: 1 })
        .where(and(eq(personas.bundleId, order.bundleId), isNull(personas.removedAt))),
    ),
  cancelled: (order: PaidOrder) =>
    db.transaction(async (tx) => {
      await tx.update(bundles).set({ status: 'cancelled' }).where(eq(bundles.id, order.bundleId))
      await retireBundle(deps, tx, order.bundleId)
    }),
  reinstated: (order: PaidOrder) =>
    db.transaction(async (tx) => {
      await tx.update(bundles).set({ status: 'live' }).where(eq(bundles.id, order.bundleId))
      await tx
        .update(domains)
        .set({ want: 'run', status: 'to do', retireAt: null })
        .where(eq(domains.bundleId, order.bundleId))
      await allocateMailboxes(tx, deps.secrets, order.bundleId)
      await wake(tx, order)
    }),
  'payment failed': (order: PaidOrder) => setHold(order, 'past_due'),
  'paid again': (order: PaidOrder) => setHold(order, null),
} satisfies Record<string, (order: PaidOrder, n: number) => Promise<unknown>>
type Change = keyof typeof changes
const change = (wish: Change, order: PaidOrder, n: number) =>
  (changes[wish] as (order: PaidOrder, n: number) => Promise<unknown>)(order, n)

const setHold = (order: PaidOrder, hold: 'past_due' | null) =>
  db.transaction(async (tx) => {
    await tx.update(bundles).set({ hold }).where(eq(bundles.id, order.bundleId))
    await wake(tx, order)
  })
async function changePeople(order: PaidOrder, change: (tx: typeof db) => Promise<unknown>) {
  await db.transaction(async (tx) => {
    await change(tx)
    await allocateMailboxes(tx, deps.secrets, order.bundleId)
    await wake(tx, order)
  })
}
const wake = (tx: typeof db, order: PaidOrder) =>
  raiseWanted(
    tx,
    deps.queue,
    order.domains.map(({ name }) => name),
  )

const scenario = fc.record({
  platform: fc.constantFrom('azure', 'azure', 'azure', 'azure', 'google'),
  source: fc.constantFrom('bought', 'bought', 'own'),
  tool: fc.constantFrom('instantly', 'smartlead', 'other'),
  faults: fc.array(orderedFault, { maxLength: 5 }),
  kills: fc.array(kill, { maxLength: 2 }),
  changes: fc.array(fc.tuple(fc.constantFrom(...(Object.keys(changes) as Change[])), fc.nat(9)), {
    maxLength: 3,
  }),
})

/** A worker takes the name; if it is stopped on the way, the lease runs out and another one takes over. */
async function runOnce(
  name: string,
  fatal: Kill | undefined,
  afterlife: (() => Promise<unknown>)[],
): Promise<void> {
  if (!fatal) {
    await reconcile(provisioning, name)
    return
  }
  const { provisioning: mortal, stopped, thaw } = mortalProcess(deps, sandbox, fatal)
  const running = reconcile({ ...mortal, log: provisioning.log }, name)
  const outcome = await Promise.race([running, stopped.then(() => 'stopped')])
  if (outcome !== 'stopped') return
  await db.execute(
    sql`update domain_names set lease_until = now() - interval '1 second' where name = ${name}`,
  )
  afterlife.push(() => {
    thaw()
    return running
  })
}

const expireLease = (name: string) =>
  db.execute(sql`update domain_names set lease_until = now() - interval '1 second' where name = ${name}`)

/** The owner of a name points it here, once its zone is there: before that, somebody else could claim the zone. */
async function pointHere(name: string): Promise<void> {
  if (!sandbox.store.collection('dnsimple.zones').get(name)) return
  await sandbox.fetch('http://sandbox.invalid/_dns/delegation', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, nameServers: deps.config.nameServers }),
  })
}

async function settle(name: string): Promise<void> {
  for (let round = 0; round < 25; round++) {
    const outcome = await reconcile(provisioning, name)
    if (outcome === 'done') return
    // A stopped process may have renewed its lease with its last breath; it runs out like any other.
    if (outcome === 'busy') await expireLease(name)
    await answerWorkItems(db, sandbox)
    await pointHere(name)
  }
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  throw new Error(`${name} does not come to rest: ${row?.step} ${JSON.stringify(row?.problem)}`)
}

test(`whatever fails wherever, and whatever the customer changes meanwhile, every vendor ends up with exactly what is wanted (${runs} runs)`, {
  timeout: 900_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ platform, source, tool, faults, kills, changes: wishes }) => {
      const order = await createPaidOrder(deps, {
        customerId,
        plan: platform,
        tool,
        source,
        names: {
          azure: platform === 'azure' ? [freshName()] : [],
          google: platform === 'google' ? [freshName()] : [],
        },
        mailboxesPerDomain: 4,
      })
      const name = order.domains[0]?.name as string
      sandbox.faults.clear()
      for (const fault of faults) sandbox.faults.add(fault)
      const afterlife: (() => Promise<unknown>)[] = []
      let [lastHold, lastWant]: (string | null)[] = [null, 'run']
      for (let turn = 0; turn < Math.max(2, wishes.length + 1); turn++) {
        await runOnce(name, kills[turn], afterlife)
        await answerWorkItems(db, sandbox).catch(() => {})
        await pointHere(name)
        const [wish, n] = wishes[turn] ?? []
        // Only what the product would allow: nothing but reinstating is possible after cancelling.
        if (!wish || (lastWant === 'cancelled') !== (wish === 'reinstated')) continue
        await change(wish, order, n as number)
        if (wish === 'cancelled' || wish === 'reinstated') lastWant = wish
        if (wish === 'payment failed' || wish === 'paid again') lastHold = wish
      }
      if (lastHold === 'payment failed' && lastWant !== 'cancelled') await change('paid again', order, 0)
      sandbox.faults.clear()
      await settle(name)
      expect(await vendorDifferences(deps, sandbox, name)).toEqual([])
      // The stopped ones wake up now: nothing they still do may be written or change anything.
      for (const awake of afterlife) expect(await awake()).toBe('lost')
      expect(await vendorDifferences(deps, sandbox, name)).toEqual([])
    }),
    {
      numRuns: runs,
      endOnFailure: process.env.CI === undefined,
      ...(seed ? { seed } : {}),
      ...(path ? { path } : {}),
    },
  )
})
