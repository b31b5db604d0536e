import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { domainHealth } from '../../db/schema/index.ts'
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
  names: { azure: ['bisonyard.com', 'bisonyardhq.com'], google: [] },
  tool: 'bison',
  mailboxesPerDomain: 4,
})
const [first, second] = order.domains.map(({ id, name }) => ({ id, name }))
if (!first || !second) throw new Error('Two domains were ordered.')

const control = async (path: string, body: object) => {
  const answer = await sandbox.fetch(`${sandbox.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}
for (const { id, name } of [first, second])
  await reconcileUntilDone(world, name, {
    async meanwhile() {
      const { rows } = await db.execute<{ address: string }>(
        sql`select local_part || '@' || name as address from mailboxes where domain_id = ${id}`,
      )
      await control('/_bison/upload', {
        key: `key-of-${person.id}`,
        mailboxes: rows.map(({ address }) => address),
      })
      await answerWorkItems(deps, sandbox)
    },
  })

/** What each of the four mailboxes does every day. */
const everyDay = (counts: { sent: number; bounced: number; warmupSent: number }) =>
  control('/_bison/counts', { domain: first.name, ...counts })
async function lookAfter(ms: number) {
  await db.update(domainHealth).set({ dueAt: new Date(0) })
  await lookAtDue({ ...deps, log: pino({ level: 'silent' }) }, { clock: () => begin + ms })
}
async function healthOf({ id }: { id: string }) {
  const [row] = await db.select().from(domainHealth).where(eq(domainHealth.domainId, id))
  if (!row) throw new Error('It is not watched.')
  return { ...row, of: (code: string) => row.signals.find((each) => each.code === code) }
}
const asks = () =>
  sandbox
    .requests()
    .filter(({ vendor, path }) => vendor === 'bison' && /campaign-events|warmup\/sender-emails/.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)

test('what Email Bison has counted is told with its number, and counts of warm-up without a word on where it arrived', async () => {
  await everyDay({ sent: 5, bounced: 0, warmupSent: 6 })
  await lookAfter(0)
  const well = await healthOf(first)
  expect(well.of('bounces')).toMatchObject({
    verdict: 'ok',
    source: 'bison',
    evidence: '0 of 140 (0.0 %) came back in 7 days.',
  })
  expect(well.of('warmup')).toBeUndefined()
  expect(well.notes.warmup).toMatchObject({ lastWeek: 168, counted: { mails: 168 } })
})

test('counts are of the domain alone: another one in the same workspace has sent nothing, which proves nothing', async () => {
  const silent = await healthOf(second)
  expect(silent.of('bounces')).toMatchObject({ verdict: 'unknown', source: 'bison' })
})

test('with them and the host’s word a domain in Email Bison can be called healthy', async () => {
  // Nobody knows when they began to warm up.
  await db.execute(sql`update mailbox_links set configured_at = null`)
  await db.update(domainHealth).set({ notes: {} })
  await lookAfter(1 * hour)
  const well = await healthOf(first)
  expect(well).toMatchObject({ state: 'healthy', score: 100 })
  expect(well.coverage).toBeGreaterThanOrEqual(60)
})

test('two calls for a domain ask for it, every six hours, and only read', async () => {
  const before = asks().length
  await lookAfter(2 * hour)
  expect(asks()).toHaveLength(before)
  await lookAfter(7 * hour)
  const ofOne = ['GET /api/warmup/sender-emails', 'GET /api/campaign-events/stats']
  expect(asks().slice(before).sort()).toEqual([...ofOne, ...ofOne].sort())
})

test('too many that came back send it to rest, and a refusal of the tool says nothing', async () => {
  await everyDay({ sent: 5, bounced: 1, warmupSent: 6 })
  sandbox.faults.add({ vendor: 'bison', kind: '500', path: 'campaign-events', times: 8 })
  await lookAfter(13 * hour)
  sandbox.faults.clear()
  expect((await healthOf(first)).of('bounces')).toMatchObject({
    verdict: 'ok',
    observedAt: begin + 7 * hour,
  })
  await lookAfter(14 * hour)
  expect(await healthOf(first)).toMatchObject({ state: 'rest', cause: 'bounces' })
})
