import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { domainHealth, domainNames } from '../../db/schema/index.ts'
import { answerWorkItems } from '../../provisioning/testing/operator-robot.ts'
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
  plan: 'google',
  names: { google: ['suspendedyard.com'] },
  tool: 'instantly',
  mailboxesPerDomain: 3,
})
const { id, name } = order.domains[0] as { id: string; name: string }
await reconcileUntilDone(world, name, { meanwhile: () => answerWorkItems(deps, sandbox) })
// Nobody knows when they began to warm up.
await db.execute(sql`update mailbox_links set configured_at = null`)

const control = (path: string, body: object) =>
  sandbox.fetch(`${sandbox.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
async function suspend(reason: string | null) {
  const { rows } = await db.execute<{ address: string }>(
    sql`select local_part || '@' || name as address from mailboxes where domain_id = ${id} order by 1 limit 2`,
  )
  for (const { address } of rows)
    expect((await control('/_google/suspended', { address, reason })).status).toBe(200)
}
const mailboxes = async () =>
  (
    await db.execute<{ address: string }>(
      sql`select local_part || '@' || name as address from mailboxes where domain_id = ${id} order by 1`,
    )
  ).rows.map(({ address }) => address)
async function lookAfter(hours: number) {
  await db.update(domainHealth).set({ dueAt: new Date(0) })
  await lookAtDue({ ...deps, log: pino({ level: 'silent' }) }, { clock: () => begin + hours * hour })
  const [row] = await db.select().from(domainHealth).where(eq(domainHealth.domainId, id))
  if (!row) throw new Error('It is not watched.')
  return { ...row, of: (code: string) => row.signals.find((each) => each.code === code) }
}

test('with Google’s word and the tool’s a domain at Google can be called healthy', async () => {
  await control('/_instantly/counts', { domain: name, sent: 5, bounced: 0, warmupSent: 5, landed: 5 })
  const well = await lookAfter(0)
  expect(well.of('ban')).toMatchObject({ verdict: 'ok', source: 'google' })
  expect(well).toMatchObject({ state: 'healthy', score: 100 })
})

test('whom Google suspends for abuse is told without a code of Microsoft’s, and most of them speak against the domain', async () => {
  await suspend('ABUSE')
  const stopped = await lookAfter(1)
  expect(stopped.of('ban')).toMatchObject({
    verdict: 'warn',
    evidence: 'Suspended: Google stopped the mailbox (the host says so).',
  })
  expect(stopped.of('mailboxes')).toMatchObject({
    verdict: 'bad',
    evidence: expect.stringContaining('2 of 3'),
  })
})

test('a look at its mailboxes leaves them suspended, and what the host says of them does not come and go', async () => {
  await db.update(domainNames).set({ recheckBefore: sql`now()` }).where(eq(domainNames.name, name))
  await reconcileUntilDone(world, name, { meanwhile: () => answerWorkItems(deps, sandbox) })
  const still = await lookAfter(1.9)
  expect(still.of('ban')).toMatchObject({ verdict: 'warn', observedAt: begin + 1.9 * hour })
  expect(still.of('mailboxes')).toMatchObject({ evidence: expect.stringContaining('2 of 3') })
})

test('whom an administrator suspends is no fault of what was sent', async () => {
  await suspend('ADMIN')
  expect((await lookAfter(3)).of('ban')).toMatchObject({ verdict: 'ok', observedAt: begin + 3 * hour })
})

test('of a reason that nobody has described nothing is concluded: what was said before grows old', async () => {
  await suspend('SOMETHING_NEW')
  const unclear = await lookAfter(4)
  expect(unclear.of('ban')).toMatchObject({ observedAt: begin + 3 * hour })
  expect((await lookAfter(28)).coverage).toBeLessThan(60)
})

test('one that is stopped for a reason that nobody has described hides none that is stopped for abuse', async () => {
  const [abused, strange] = await mailboxes()
  await suspend(null)
  await control('/_google/suspended', { address: abused, reason: 'ABUSE' })
  await control('/_google/suspended', { address: strange, reason: 'SOMETHING_NEW' })
  const stopped = await lookAfter(30)
  expect(stopped.of('ban')).toMatchObject({ verdict: 'warn', observedAt: begin + 30 * hour })
  expect(stopped.of('mailboxes')).toMatchObject({ evidence: expect.stringContaining('1 of 3') })
})
