import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dueNamesEveryMs } from '#apps/server/worker.ts'
import { domainNames } from '#base/db/schema/index.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { takeLease } from './lease.ts'
import { lostAfterSeconds, wakeDueNames } from './sweep.ts'

const { deps } = await createTestApp()
const { db, queue } = deps
const wake = () => wakeDueNames(db, queue)
const setName = (name: string, set: object) =>
  db.update(domainNames).set(set).where(eq(domainNames.name, name))

test('names are woken when they are due and free, once, and again when the wake-up got lost', async () => {
  await db.insert(domainNames).values([
    { name: 'due.com', nextRunAt: sql`now() - interval '1 second'` },
    { name: 'later.com', nextRunAt: sql`now() + interval '1 hour'` },
    { name: 'resting.com' },
    {
      name: 'worked-on.com',
      nextRunAt: sql`now() + interval '30 seconds'`,
      leaseToken: randomUUID(),
      leaseUntil: sql`now() + interval '1 minute'`,
    },
  ])
  expect(await wake()).toBe(1)
  const { rows } = await db.execute(
    sql`select data ->> 'name' as name from jobs.job where name = 'reconcile'`,
  )
  expect(rows).toEqual([{ name: 'due.com' }])
  expect(await wake()).toBe(0)

  // Nobody came: 25 seconds later it is found again, and so is what a dead worker held.
  await setName('due.com', { nextRunAt: sql`${domainNames.nextRunAt} - interval '26 seconds'` })
  await setName('worked-on.com', {
    nextRunAt: sql`now() - interval '1 second'`,
    leaseUntil: sql`now() - interval '1 second'`,
  })
  expect(await wake()).toBe(2)
})

test.each([
  ['whose next look is tomorrow', sql`now() + interval '20 hours'`],
  ['that was to rest', null],
])('a name %s is due by the end of a lease, should its holder die', async (_which, nextRunAt) => {
  const name = `${randomUUID()}.com`
  await db.insert(domainNames).values({ name, nextRunAt })
  await takeLease(db, name, 60)
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  expect(row?.nextRunAt).toEqual(row?.leaseUntil)
})

test('what is urgent is woken first, and what is left of a round goes to the longest due', async () => {
  await db.delete(domainNames)
  await db.execute(sql`insert into domain_names (name, next_run_at, urgent)
    select 'n' || n || '.com', now() - n * interval '1 second', n <= 300 from generate_series(1, 900) n`)
  expect(await wake()).toBe(500)
  const { rows } =
    await db.execute(sql`select urgent, count(*)::int as woken, min(substr(name, 2, length(name) - 5)::int) as first
    from domain_names where next_run_at > now() group by urgent order by urgent`)
  expect(rows).toEqual([
    { urgent: false, woken: 200, first: 701 },
    { urgent: true, woken: 300, first: 1 },
  ])
  expect(await wake()).toBe(400)
})

test('by default what a killed worker held, or was woken for, is another’s within half a minute', () => {
  expect(deps.config.leaseSeconds * 1_000 + dueNamesEveryMs).toBeLessThan(30_000)
  expect(lostAfterSeconds * 1_000 + dueNamesEveryMs).toBeLessThan(30_000)
})
