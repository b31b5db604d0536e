import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customers, domainHealth, healthActs } from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import type { HealthState } from '#features/health/rules/health-states.ts'
import { actOnDecisions } from '#features/health/server/acts/act-on-decisions.ts'
import { keepOthers } from '#tests/server/others.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import { createBulkJobRunner } from './run-bulk-job.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const besides = keepOthers(db)
const runner = createBulkJobRunner(deps)
const accounts = sandbox.store.collection<InstantlyAccount>('instantly.accounts')

const customer = await world.customer()
await db.update(customers).set({ healthMode: 'enforce' }).where(eq(customers.id, customer.id))
const name = freshName()
const order = await createPaidOrder(deps, {
  customerId: customer.id,
  names: { azure: [name] },
  mailboxesPerDomain: 2,
})
await reconcileUntilDone(world, name)
await besides(customer.id, 'customer and order')
const key = { api_key: `key-of-${customer.id}` }
const ofDomain = () => accounts.entries().filter(({ id }) => id.endsWith(`@${name}`))
const limits = () => ofDomain().map(({ value }) => value.dailyLimit)
const setLimits = (dailyLimit: number) => {
  for (const { id, value } of ofDomain()) accounts.put(id, { ...value, dailyLimit }, value.workspaceId)
}

/** As if looks had decided so, until the limits are set. */
async function decide(state: HealthState, share: number): Promise<void> {
  await db
    .update(domainHealth)
    .set({ state, share, since: sql`now()` })
    .where(eq(domainHealth.domainId, order.domains[0]?.id ?? ''))
  // One rests in a day without asking: each test has a day of its own.
  await db.update(healthActs).set({ restedAt: sql`now() - interval '25 hours'` })
  await actOnDecisions(deps)
  await reconcileUntilDone(world, name)
}
async function update(path: string, body: object): Promise<string> {
  const started = await customer.post(path, body)
  expect(started).toMatchObject({ status: 200, body: { success: true } })
  await runner.run(started.body.jobId)
  await reconcileUntilDone(world, name)
  return started.body.jobId
}
const setDaily = (daily_limit: number) =>
  update('/api/instantly', {
    operation: 'update-accounts',
    ...key,
    matched_emails: ofDomain().map(({ id }) => ({ email: id })),
    daily_limit,
  })

test('an update during a rest that is undone after it puts back what the customer had, not our 0', async () => {
  setLimits(24)
  await decide('rest', 0)
  expect(limits()).toEqual([0, 0])
  const jobId = await setDaily(40)
  expect(limits()).toEqual([0, 0])
  await decide('watch', 100)
  expect(limits()).toEqual([40, 40])
  await update(`/api/jobs/${jobId}/undo`, key)
  expect(limits()).toEqual([24, 24])
})

test('one that is undone while the rest lasts changes what they return to', async () => {
  setLimits(24)
  await decide('rest', 0)
  expect(limits()).toEqual([0, 0])
  const jobId = await setDaily(40)
  await update(`/api/jobs/${jobId}/undo`, key)
  expect(limits()).toEqual([0, 0])
  await decide('watch', 100)
  expect(limits()).toEqual([24, 24])
})
