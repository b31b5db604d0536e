import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { domainHealth } from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { lookAtDue } from './look-round.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps

async function delivered(tool: 'instantly' | 'other') {
  const person = await world.customer()
  const name = freshName()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    names: { azure: [name], google: [] },
    tool,
    mailboxesPerDomain: 4,
  })
  await reconcileUntilDone(world, name)
  return { name, id: order.domains[0]?.id ?? '' }
}
type Delivered = Awaited<ReturnType<typeof delivered>>

/** How each of its mailboxes warms up every day, and sends. */
const everyDay = ({ name }: Delivered, warmupSent: number) =>
  sandbox.fetch(`${sandbox.origin}/_instantly/counts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain: name, sent: 5, bounced: 0, warmupSent, landed: warmupSent }),
  })

/** How it is when warm-up was switched on so many days ago. */
async function stateOf({ id }: Delivered, daysAgo: number) {
  await db.execute(sql`
    update mailbox_links l set configured_at = now() - make_interval(hours => ${daysAgo * 24}) from mailboxes m
    where m.id = l.mailbox_id and m.domain_id = ${id}`)
  await db.update(domainHealth).set({ dueAt: null })
  await db
    .update(domainHealth)
    .set({ dueAt: new Date(0), memory: null, notes: {} })
    .where(eq(domainHealth.domainId, id))
  return look(id)
}

async function look(id: string) {
  await lookAtDue({ ...deps, log: pino({ level: 'silent' }) })
  const [row] = await db.select().from(domainHealth).where(eq(domainHealth.domainId, id))
  return row?.state
}

test('a new domain warms up for two weeks, and one that a tool counts from nothing again is not new', async () => {
  const domain = await delivered('instantly')
  await everyDay(domain, 5)
  expect(await stateOf(domain, 1)).toBe('warming')
  expect(await stateOf(domain, 13)).toBe('warming')
  expect(await stateOf(domain, 15)).toBe('healthy')
  await db.execute(sql`update mailbox_links set configured_at = now()`)
  await db
    .update(domainHealth)
    .set({ dueAt: new Date(0) })
    .where(eq(domainHealth.domainId, domain.id))
  expect(await look(domain.id)).toBe('healthy')
})

test('two weeks with too few warm-up mails are not enough', async () => {
  const domain = await delivered('instantly')
  await everyDay(domain, 1)
  expect(await stateOf(domain, 15)).toBe('warming')
})

test('a domain whose warm-up is switched off does not warm up for ever', async () => {
  const domain = await delivered('instantly')
  await everyDay(domain, 0)
  expect(await stateOf(domain, 1)).toBe('warming')
  expect(await stateOf(domain, 10)).toBe('healthy')
})

test('of a domain that was taken over as it stood nobody knows when it began to warm up', async () => {
  const domain = await delivered('instantly')
  await everyDay(domain, 5)
  await db.execute(sql`
    update domain_names set facts = facts || '{"takenOver": {"at": "2026-11-01T00:00:00.000Z", "accountId": "acc", "places": []}}'
    where name = ${domain.name}`)
  expect(await stateOf(domain, 1)).toBe('healthy')
})

test('mailboxes in a file do not warm up', async () => {
  const domain = await delivered('other')
  expect(await stateOf(domain, 1)).toBe('unknown')
})
