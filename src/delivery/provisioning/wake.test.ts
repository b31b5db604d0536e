import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { domainNames } from '#base/db/schema/index.ts'
import { createQueue } from '#base/queue/queue.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { checkNow } from './check-now.ts'
import { wakeDueNames } from './sweep.ts'
import { raiseWanted } from './wanted.ts'

const { deps, database, customer } = await createTestApp()
const { db } = deps

beforeEach(() => db.execute(sql`delete from jobs.job`))

async function order(count: number, customerId?: string) {
  const held = await createPaidOrder(deps, {
    customerId: customerId ?? (await customer()).id,
    tool: 'other',
    mailboxesPerDomain: 2,
    names: { azure: Array.from({ length: count }, () => freshName()) },
  })
  return held.domains
}

const raise = (names: readonly string[], urgent = false) =>
  db.transaction((tx) => raiseWanted(tx, deps.queue, names, { urgent }))

/** Names that wait in each queue. */
async function waiting() {
  const { rows } = await db.execute<{ queue: string; name: string }>(
    sql`select name as queue, data ->> 'name' as name from jobs.job where state = 'created' order by 1, 2`,
  )
  return rows.map(({ queue, name }) => `${queue} ${name}`)
}

/** The names in the order in which a worker takes them. */
async function taken(count: number): Promise<string[]> {
  const queue = createQueue({
    connectionString: database.url,
    log: pino({ level: 'silent' }),
    works: true,
  })
  await queue.start()
  const names: string[] = []
  await queue.work('reconcile', 1, async ({ name }) => {
    names.push(name)
  })
  await expect.poll(() => names.length, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(count)
  await queue.stop()
  return names
}

test('a name waits once, however many wish for something and however often; a wish during its run queues it again', {
  tags: ['fault-64'],
}, async () => {
  const customerId = (await customer()).id
  const [held] = await order(1, customerId)
  const { name } = held as { name: string }
  for (let wish = 0; wish < 3; wish++) {
    await raise([name])
    await checkNow(deps, customerId, name)
    await wakeDueNames(db, deps.queue)
  }
  expect(await waiting()).toEqual([`reconcile ${name}`])
  await db.execute(sql`update jobs.job set state = 'active'`)
  await raise([name])
  await raise([name])
  expect(await waiting()).toEqual([`reconcile ${name}`])
})

test('two changes at the same time queue a name once', async () => {
  const [held] = await order(1)
  const name = held?.name as string
  await db.execute(sql`delete from jobs.job`)
  await Promise.all(Array.from({ length: 6 }, () => raise([name])))
  expect(await waiting()).toEqual([`reconcile ${name}`])
})

test('a name that is urgent is queued for the workers of what is urgent as well, and once only', async () => {
  const large = await order(20)
  const name = large[19]?.name as string
  for (let wish = 0; wish < 2; wish++) await raise([name], true)
  expect((await waiting()).filter((each) => each.endsWith(name))).toEqual([
    `reconcile ${name}`,
    `reconcile-urgent ${name}`,
  ])
})

test('a customer whose many names are urgent takes turns with the others, among what is urgent too', async () => {
  const [one, other, third] = [await customer(), await customer(), await customer()]
  const many = (await order(60, one.id)).map(({ name }) => name)
  await db.execute(sql`delete from jobs.job`)
  await raise(many, true)
  const few = (await order(2, other.id)).map(({ name }) => name)
  const urgent = (await order(1, third.id)).map(({ name }) => name)
  await raise(urgent, true)
  const names = await taken(63)
  expect(Math.max(...few.map((name) => names.indexOf(name)))).toBeLessThan(6)
  const { rows } = await db.execute<{ name: string }>(
    sql`select data ->> 'name' as name from jobs.job where name = 'reconcile-urgent' order by priority desc, created_on`,
  )
  expect(rows.map(({ name }) => name).indexOf(urgent[0] as string)).toBeLessThan(3)
})

test('what is wanted later and is not urgent is not worked on as if it were', async () => {
  const [held] = await order(1)
  const name = held?.name as string
  const isUrgent = async () =>
    (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]?.urgent
  await raise([name], true)
  expect(await isUrgent()).toBe(true)
  await raise([name])
  expect(await isUrgent()).toBe(false)
})

test.each([
  ['a new wish', (_: string, name: string) => raise([name])],
  [
    'a check that the customer asks for',
    (customerId: string, name: string) => checkNow(deps, customerId, name),
  ],
])(
  'after %s a name that has failed for long is due at once, and no failure is held against it',
  async (_, ask) => {
    const customerId = (await customer()).id
    const [held] = await order(1, customerId)
    const name = held?.name as string
    const ofName = eq(domainNames.name, name)
    await db
      .update(domainNames)
      .set({ attempts: 25, nextRunAt: sql`now() + interval '15 minutes'` })
      .where(ofName)
    await ask(customerId, name)
    const [row] = await db.select().from(domainNames).where(ofName)
    expect(row?.attempts).toBe(0)
    expect(row?.nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now())
  },
)

test('customers take turns: who has few names waits for as many of each other customer, also of those who keep wishing', {
  tags: ['fault-64'],
}, async () => {
  const [one, other] = [await customer(), await customer()]
  const large = (await order(60, one.id)).map(({ name }) => name)
  const first = large.slice(0, 20)
  // What was taken already is behind everybody: it neither counts nor is caught up with.
  await db.execute(
    sql`update jobs.job set state = 'completed' where data ->> 'name' = any(${sql.param(first)})`,
  )
  const small = (await order(2, other.id)).map(({ name }) => name)
  await raise(first)
  await raise(large)
  const names = await taken(62)
  expect(names).toHaveLength(62)
  expect(Math.max(...small.map((name) => names.indexOf(name)))).toBeLessThan(4)
})
