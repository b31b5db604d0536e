import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  auditLog,
  customers,
  domainHealth,
  domains,
  healthActs,
  healthIncidents,
  outbox,
} from '#base/db/schema/index.ts'
import { before, meet } from '#tests/server/meet.ts'
import { keepOthers } from '#tests/server/others.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { replaceLost } from './replace-lost.ts'
import { lostDomains } from './testing/lost-domains.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const besides = keepOthers(db)
const past = (days: number) => new Date(Date.now() - days * 86_400_000)

async function lost(count = 1) {
  const person = await world.customer()
  const all = await lostDomains(deps, person.id, { lost: count })
  await besides(person.id, 'customer')
  const mode = (healthMode: 'suggest' | 'enforce') =>
    db.update(customers).set({ healthMode }).where(eq(customers.id, person.id))
  return { person, mode, ...all }
}
type Lost = Awaited<ReturnType<typeof lost>>

/** The names that serve its order. */
const serving = async ({ bundleId }: Lost) =>
  (await db.select().from(domains).where(eq(domains.bundleId, bundleId))).map(({ name }) => name).sort()
const answered = ({ person, ids: [domainId = ''] }: Lost, state: 'dismissed' | 'over' | 'resting') =>
  db.insert(healthActs).values({
    ...{
      id: `act-${domainId}`,
      domainId,
      customerId: person.id,
      state,
      why: 'Listed.',
      by: 'system' as const,
    },
    askedSince: sql`(select since from domain_health where domain_id = ${domainId})`,
  })

test('a lost domain is replaced with a ready spare without a press, which is told by mail and stands as ours', async () => {
  const all = await lost()
  await answered(all, 'resting')
  expect(await replaceLost(deps)).toBe(1)
  expect(await serving(all)).toEqual(all.spares)
  const [name = ''] = all.lost
  expect((await db.select().from(domains).where(eq(domains.name, name)))[0]?.spentAt).not.toBeNull()
  expect(await db.select().from(auditLog).where(eq(auditLog.action, 'domain.spare_used'))).toMatchObject([
    { customerId: all.person.id, actor: 'system', data: { from: name, to: all.spares[0] } },
  ])
  const told = await db.select().from(outbox).where(eq(outbox.recipient, all.person.email))
  expect(told.map(({ subject }) => subject)).toEqual([`${all.spares[0]} has replaced ${name}`])
  expect(await replaceLost(deps)).toBe(0)
})

test('of two lost domains one gets the only spare, and the other one stays where it is', async () => {
  const all = await lost(2)
  expect(await replaceLost(deps)).toBe(1)
  expect(await replaceLost(deps)).toBe(0)
  const both = await serving(all)
  expect(both).toContain(all.spares[0])
  expect(both).toHaveLength(2)
})

test.each<[string, (all: Lost) => Promise<unknown>]>([
  ['its customer is asked first', (all) => all.mode('suggest')],
  ['its customer has dismissed it', (all) => answered(all, 'dismissed')],
  ['its customer has returned it', (all) => answered(all, 'over')],
  [
    'it only rests',
    ({ ids }) => db.update(domainHealth).set({ state: 'rest' }).where(inArray(domainHealth.domainId, ids)),
  ],
  [
    'news of it are still to be read',
    ({ ids }) =>
      db
        .update(domainHealth)
        .set({ dueAt: new Date(0) })
        .where(inArray(domainHealth.domainId, ids)),
  ],
  [
    'its order is on hold',
    ({ person }) =>
      db.execute(sql`update bundles set operator_held_since = now() where customer_id = ${person.id}`),
  ],
  [
    'its customer is suspended',
    ({ person }) => db.update(customers).set({ suspendedAt: new Date() }).where(eq(customers.id, person.id)),
  ],
])('a lost domain stays where it is while %s', async (_, change) => {
  const all = await lost()
  await change(all)
  expect(await replaceLost(deps)).toBe(0)
  expect(await serving(all)).toEqual(all.lost)
})

test('a lost domain stays where it is while the source that says so is doubted', async () => {
  const all = await lost()
  const signal = { code: 'blocklist', source: 'dbl', verdict: 'bad', points: 60, gate: 'replace' } as const
  const at = Date.now()
  await db
    .update(domainHealth)
    .set({ signals: [{ ...signal, evidence: 'Listed.', observedAt: at }], bad: { 'blocklist dbl': at } })
    .where(inArray(domainHealth.domainId, all.ids))
  const doubted = { source: 'dbl', beganAt: past(1), lastAt: new Date(), domains: 10 }
  const [{ id } = { id: 0 }] = await db.insert(healthIncidents).values(doubted).returning()
  expect(await replaceLost(deps)).toBe(0)
  await db.delete(healthIncidents).where(eq(healthIncidents.id, id))
  expect(await replaceLost(deps)).toBe(1)
})

test('whoever wants to be asked again as a spare is about to be used is asked', async () => {
  const all = await lost()
  const [replaced] = await meet(
    db,
    before(() => replaceLost(deps), /^select .*"bundles".* for update/),
    () => all.mode('suggest'),
  )
  expect(replaced).toBe(0)
  expect(await serving(all)).toEqual(all.lost)
})
