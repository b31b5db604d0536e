import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { domainHealth } from '../../db/schema/index.ts'
import { reconcileUntilDone } from '../../provisioning/testing/reconcile-until-done.ts'
import { createPaidOrder } from '../../testing/paid-order.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { lookAtDue } from '../looks/look-round.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const hour = 3_600_000
const begin = Date.now()
const person = await world.customer()
const order = await createPaidOrder(deps, {
  customerId: person.id,
  names: { azure: ['leadyard.com', 'leadyardhq.com'], google: [] },
  tool: 'smartlead',
  mailboxesPerDomain: 4,
})
const [first, second] = order.domains.map(({ id, name }) => ({ id, name }))
if (!first || !second) throw new Error('Two domains were ordered.')
for (const { name } of order.domains) await reconcileUntilDone(world, name)
// Nobody knows when they began to warm up.
await db.execute(sql`update mailbox_links set configured_at = null`)

const everyDay = (counts: { sent: number; bounced: number }) =>
  sandbox.fetch(`${sandbox.origin}/_smartlead/counts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain: first.name, ...counts }),
  })
async function lookAfter(ms: number) {
  await db.update(domainHealth).set({ dueAt: new Date(0) })
  await lookAtDue({ ...deps, log: pino({ level: 'silent' }) }, { clock: () => begin + ms })
}
async function healthOf({ id }: { id: string }) {
  const [row] = await db.select().from(domainHealth).where(eq(domainHealth.domainId, id))
  if (!row) throw new Error('It is not watched.')
  return { ...row, of: (code: string) => row.signals.find((each) => each.code === code) }
}
const asks = () => sandbox.requests().filter(({ path }) => path.includes('domain-wise-health-metrics')).length

test('a domain at Smartlead is healthy by its counts, which are asked for once for all domains together', async () => {
  await everyDay({ sent: 5, bounced: 0 })
  const before = asks()
  await lookAfter(0)
  await lookAfter(1 * hour)
  expect(asks()).toBe(before + 1)
  const well = await healthOf(first)
  expect(well.of('bounces')).toMatchObject({
    verdict: 'ok',
    source: 'smartlead',
    evidence: '0 of 140 (0.0 %) came back in 7 days.',
  })
  expect(well.of('warmup')).toBeUndefined()
  expect(well).toMatchObject({ state: 'healthy', score: 100 })
  expect(well.coverage).toBeGreaterThanOrEqual(60)
})

test('a domain that the tool leaves out has sent nothing, which proves nothing', async () => {
  const silent = await healthOf(second)
  expect(silent.of('bounces')).toMatchObject({ verdict: 'unknown', source: 'smartlead' })
  expect(silent.state).toBe('unknown')
})

test('too many that came back send it to rest, and a refusal of the tool says nothing', async () => {
  await everyDay({ sent: 5, bounced: 1 })
  sandbox.faults.add({ vendor: 'smartlead', kind: '500', path: 'domain-wise-health-metrics', times: 5 })
  await lookAfter(7 * hour)
  sandbox.faults.clear()
  expect((await healthOf(first)).of('bounces')).toMatchObject({ verdict: 'ok', observedAt: begin })
  await lookAfter(8 * hour)
  expect(await healthOf(first)).toMatchObject({ state: 'rest', cause: 'bounces' })
})
