import { eq, like, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { accountListings, domainEvents, domainNames, domains, outbox } from '#base/db/schema/index.ts'
import { readSendingProgress } from '#features/customers/server/sending-progress.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { sweepListings } from './drift/sweep-listings.ts'
import { answerWorkItems } from './testing/operator-robot.ts'
import { reconcileUntilDone } from './testing/reconcile-until-done.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const person = await world.customer()
const order = await createPaidOrder(deps, {
  customerId: person.id,
  plan: 'google',
  names: { google: ['stoppedyard.com'] },
  tool: 'instantly',
  mailboxesPerDomain: 3,
})
const { id, name } = order.domains[0] as { id: string; name: string }
const settle = () => reconcileUntilDone(world, name, { meanwhile: () => answerWorkItems(deps, sandbox) })
await settle()
const { rows: mailboxes } = await db.execute<{ address: string }>(
  sql`select local_part || '@' || name as address from mailboxes where domain_id = ${id} order by 1`,
)
const [first, second] = mailboxes.map(({ address }) => address) as [string, string]

const suspend = async (address: string, reason: string | null) => {
  const answer = await sandbox.fetch(`${sandbox.origin}/_google/suspended`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, reason }),
  })
  expect(answer.status).toBe(200)
}
/** What the day's listing of every account says of its mailboxes; nothing is as young as it was. */
async function listed() {
  await db.execute(sql`
    update domain_names set listed = '{}', facts = (
      select jsonb_object_agg(key, value || jsonb_build_object('at', (value ->> 'at')::timestamptz - interval '2 hours'))
      from jsonb_each(facts)) where name = ${name}`)
  await db.update(accountListings).set({ nextAt: sql`now()` })
  await sweepListings({ ...deps, log: pino({ level: 'silent' }) })
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  return row?.listed.mailboxes?.agrees
}
async function standing() {
  const [domain] = await db.select().from(domains).where(eq(domains.id, id))
  if (!domain) throw new Error('It is gone.')
  const host = await deps.vendors.mailboxHost(
    (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]?.providerAccountId as string,
  )
  const there = await host.mailboxes(name)
  return {
    status: domain.status,
    changing: domain.changing,
    off: there
      .filter(({ enabled }) => !enabled)
      .map(({ address }) => address)
      .sort(),
  }
}
const told = async () =>
  (await db.select().from(domainEvents).where(eq(domainEvents.name, name)).orderBy(domainEvents.id)).map(
    ({ sentence }) => sentence,
  )
const writes = () =>
  sandbox
    .requests()
    .filter(({ vendor, method, path }) => vendor === 'google' && method !== 'GET' && path.includes('/users/'))
    .length

const sentence =
  'Google itself has suspended 1 of 3 mailboxes; swap them for new addresses, or ask support whether they may go on'

test('whom Google suspends for abuse stays suspended; the domain stays delivered and says so', async () => {
  const before = await told()
  await suspend(first, 'ABUSE')
  expect(await listed()).toBe(false)
  await settle()
  expect(await standing()).toMatchObject({
    status: 'done',
    changing: { what: 'stopped', why: 'waiting', by: 'Google', detail: sentence },
    off: [first],
  })
  expect((await told()).slice(before.length)).toEqual([sentence])
  const { body } = await person.get(`/api/mailboxes?domain=${name}`)
  expect(body.mailboxes.filter(({ isSuspended }: { isSuspended: boolean }) => isSuspended)).toMatchObject([
    { address: first, isReady: false },
  ])
  const alerts = await db.select().from(outbox).where(like(outbox.dedupeKey, 'alert:stopped:%'))
  expect(alerts).toMatchObject([
    {
      subject: expect.stringContaining(`Google has suspended mailboxes of ${name}`),
      body: expect.stringContaining(first),
    },
  ])
})

test('it is no drift: the next listing agrees, and a new look changes and tells nothing', async () => {
  const before = { told: await told(), writes: writes(), standing: await standing() }
  expect(await listed()).toBe(true)
  await db.update(domainNames).set({ recheckBefore: sql`now()` }).where(eq(domainNames.name, name))
  await settle()
  expect({ told: await told(), writes: writes(), standing: await standing() }).toEqual(before)
})

test('whom an administrator suspends is switched on again, the other one not', async () => {
  const before = await told()
  await suspend(second, 'ADMIN')
  expect(await listed()).toBe(false)
  await settle()
  expect(await standing()).toMatchObject({ status: 'done', changing: { what: 'stopped' }, off: [first] })
  expect((await told()).slice(before.length)).toEqual([
    '1 mailbox was disabled at Google and was switched on again',
    // What was given to the tool before has ended with it.
    '1 mailbox was signed out of Instantly and was signed in again',
  ])
})

test('a pause and its end leave it suspended, for Google’s reason', async () => {
  await db.execute(sql`update customers set suspended_at = now() where id = ${person.id}`)
  await db.execute(sql`update domain_names set wanted_rev = wanted_rev + 1 where name = ${name}`)
  await settle()
  expect((await standing()).off).toHaveLength(3)
  await db.execute(sql`update customers set suspended_at = null where id = ${person.id}`)
  await db.execute(sql`update domain_names set wanted_rev = wanted_rev + 1 where name = ${name}`)
  await settle()
  expect(await standing()).toMatchObject({ status: 'done', changing: { detail: sentence }, off: [first] })
  // Nothing of it waits to be resumed.
  expect(await readSendingProgress(db, person.id)).toMatchObject({ mailboxes: 3, held: 0 })
})

test('once Google lets it go on, the domain is as before and its tool is asked anew', async () => {
  const before = await told()
  await suspend(first, null)
  expect(await listed()).toBe(false)
  await settle()
  expect(await standing()).toMatchObject({ status: 'done', changing: null, off: [] })
  expect((await told()).slice(before.length)).toContain('Google lets 1 mailbox go on that it had suspended')
})

test('one that was never delivered waits for the operator, who hears why, and its customer is told no cause', async () => {
  await db.update(domains).set({ deliveredAt: null, status: 'in progress' }).where(eq(domains.id, id))
  const before = await told()
  await suspend(second, 'ABUSE')
  expect(await listed()).toBe(false)
  expect(await world.reconcile(name)).toBe('again')
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  expect(row).toMatchObject({
    step: 'mailboxes',
    problem: {
      kind: 'waiting',
      waitsFor: 'operator',
      reason: 'the host itself has suspended 1 of 3 mailboxes',
    },
  })
  const [domain] = await db.select().from(domains).where(eq(domains.id, id))
  expect(domain).toMatchObject({
    status: 'in progress',
    statusNote: 'Creating mailboxes at Google: our team is on it. There is nothing you need to do.',
  })
  expect((await standing()).off).toEqual([second])
  expect(await told()).toEqual(before)
  const alerts = await db.select().from(outbox).where(like(outbox.dedupeKey, 'alert:short:google:%'))
  expect(alerts).toMatchObject([{ body: expect.stringContaining('has suspended 1 of 3 mailboxes') }])
})
