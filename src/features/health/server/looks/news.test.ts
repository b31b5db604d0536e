import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainHealth } from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { setListed } from '#vendors/dns/simulator/blocklists.ts'
import { readActDomains } from '../acts/read-acts.ts'
import { decideAndStore } from '../decide/decide-and-store.ts'
import { claimDue, type DueDomain } from './claim-due.ts'
import { hour, lookWorld, minute } from './testing/look-world.ts'

const { world, deps, db, sandbox, begin, lookAtDueAfter } = await lookWorld()

const person = await world.customer()
const name = 'newsyard.com'
const order = await createPaidOrder(deps, {
  customerId: person.id,
  names: { azure: [name], google: [] },
  mailboxesPerDomain: 2,
})
await reconcileUntilDone(world, name)
const id = order.domains[0]?.id ?? ''
const isIt = eq(domainHealth.domainId, id)

const health = async () => {
  const [row] = await db.select().from(domainHealth).where(isIt)
  if (!row) throw new Error(`${name} is not watched.`)
  return row
}
const makeDue = () => db.update(domainHealth).set({ dueAt: new Date() }).where(isIt)
/** As whatever brings news does. */
const bringNews = () =>
  db
    .update(domainHealth)
    .set({ dueAt: new Date(0) })
    .where(isIt)

async function claim(): Promise<DueDomain> {
  const [domain, ...others] = (await claimDue(db, 50)) ?? []
  if (domain?.domainId !== id || others.length > 0) throw new Error(`${name} alone was to be claimed.`)
  return domain
}
/** Ends a look that has seen nothing. */
const store = (domain: DueDomain, at: number) =>
  decideAndStore(db, [{ domain, seen: [], notes: domain.notes, againIn: hour }], at)

test('a domain about which there was news while it was looked at stays due for them', async () => {
  await makeDue()
  const before = await claim()
  await bringNews()
  await store(before, begin)
  expect(await health()).toMatchObject({ lookedAt: new Date(begin), dueAt: new Date(0) })
  await store(await claim(), begin + 1)
})

test('a look that is stored after the one that read the news stores nothing', async () => {
  await makeDue()
  const before = await claim()
  await bringNews()
  await store(await claim(), begin + 2)
  await store(before, begin + 3)
  expect(await health()).toMatchObject({ lookedAt: new Date(begin + 2) })
  expect((await health()).dueAt?.getTime()).toBeGreaterThan(Date.now() + 55 * minute)
})

test('a look that is overtaken by the one that reads the news stores nothing, and that one does', async () => {
  await makeDue()
  const before = await claim()
  await bringNews()
  const reading = await claim()
  await store(before, begin + 4)
  expect((await health()).lookedAt).toEqual(new Date(begin + 2))
  await store(reading, begin + minute)
  const { lookedAt, dueAt, notes } = await health()
  expect(lookedAt).toEqual(new Date(begin + minute))
  expect(dueAt?.getTime()).toBeGreaterThan(Date.now() + 55 * minute)
  expect(notes).not.toHaveProperty('newsTakenUp')
})

test('news are read by another look where the one that had begun with them was lost', async () => {
  await bringNews()
  await claim()
  await makeDue()
  await store(await claim(), begin + 2 * minute)
  expect((await health()).lookedAt).toEqual(new Date(begin + 2 * minute))
})

test('what is remembered otherwise meanwhile makes a domain due, and leaves it due for news', async () => {
  const remember = (warned: number) =>
    db.execute(
      sql`update domain_health set memory = jsonb_set(memory, '{warned}', ${String(warned)}::jsonb) where domain_id = ${id}`,
    )
  await makeDue()
  const first = await claim()
  await remember(2)
  await store(first, begin + hour)
  const { lookedAt, dueAt } = await health()
  expect(lookedAt?.getTime()).toBeLessThan(begin + hour)
  expect(dueAt?.getTime()).toBeLessThanOrEqual(Date.now())

  const second = await claim()
  await bringNews()
  await remember(1)
  await store(second, begin + hour)
  expect((await health()).dueAt).toEqual(new Date(0))
})

test('no rest is begun by what was decided before the news, also while they are being read', async () => {
  const lookAfter = async (ms: number) => {
    await makeDue()
    await lookAtDueAfter(ms)
  }
  const isOutdated = async () => {
    const domains = await readActDomains(db)
    return domains.find(({ domainId }) => domainId === id)?.isOutdated
  }
  await lookAfter(2 * hour)
  setListed(sandbox.world, 'dbl', name, '127.0.1.2')
  await lookAfter(3 * hour)
  await lookAfter(3 * hour + 31 * minute)
  expect((await health()).state).toBe('rest')
  expect(await isOutdated()).toBe(false)
  await bringNews()
  expect(await isOutdated()).toBe(true)
  const reading = await claim()
  expect(await isOutdated()).toBe(true)
  await store(reading, begin + 4 * hour)
  expect(await isOutdated()).toBe(false)
})
