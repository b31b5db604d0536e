import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { storeVendorHours } from '#apps/housekeeping/keep-vendor-hours.ts'
import { roundNotes } from '#apps/housekeeping/note-round.ts'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { bundles, domainNames, domains, outbox, workItems } from '#base/db/schema/index.ts'
import { countVendorCall, takeTally } from '#base/telemetry/vendor-tally.ts'
import { pauseRetiring } from '#delivery/provisioning/retire-gate.ts'
import { consoleCapacity } from '#features/capacity/api/console-capacity.ts'
import { consoleMoney } from '#features/money/api/console-money.ts'
import { backfillBooks } from '#features/money/server/books/backfill-books.ts'
import { bookEvents } from '#features/money/server/books/book-events.ts'
import { firstPriceList } from '#features/plans/rules/price-list.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { consoleFigures, consoleHome } from '../api/console-home.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db, pool } = deps
const { paidOrder } = manageOrders(world)
const { processEvents } = stripeActs(world)
const owner = await joinedStaff(world, 'owner')
const technician = await joinedStaff(world, 'technician')
const home = async (by = owner): Promise<ResponseOf<typeof consoleHome>> =>
  (await by.get(consoleHome.path)).body
const figures = async (by = owner): Promise<ResponseOf<typeof consoleFigures>> =>
  (await by.get(consoleFigures.path)).body

test('an installation in which nothing is wrong says so with empty lists, and what it cannot know is null', async () => {
  expect(await home()).toMatchObject({ alarms: [], stuck: [], work: [], holds: [], rounds: [] })
  const { delivery, setUps, income } = await figures()
  expect(delivery.every(({ median, slow }) => median === null && slow === null)).toBe(true)
  // What is earned is not known before the books are read.
  expect([setUps.length, income?.length]).toEqual([30, 0])
})

test('domains that stand still for one reason are one entry, whatever their names', async () => {
  const { domains: names } = await createPaidOrder(deps, {
    customerId: (await customer()).id,
    names: { azure: [...'abcdefg'].map((letter) => `stuck${letter}.com`) },
  })
  const stuck = names.slice(0, 5).map(({ name }) => name)
  const problem = (name: string, kind: string) => ({
    kind,
    waitsFor: 'operator',
    vendor: 'microsoft',
    reason: `The domain ${name} is in use elsewhere`,
    at: '2026-01-02T03:04:05.000Z',
  })
  for (const name of stuck)
    await db
      .update(domainNames)
      .set({ problem: problem(name, 'waiting') })
      .where(eq(domainNames.name, name))
  const lone = names[6]?.name ?? ''
  await db.update(domains).set({ status: 'error', statusNote: 'It failed.' }).where(eq(domains.name, lone))
  expect((await home()).stuck).toMatchObject([
    { standstill: 'team', why: 'The domain … is in use elsewhere', domains: 5 },
    { standstill: 'stopped', why: 'It failed.', domains: 1, example: lone },
  ])
  // Who is gone waits for nothing.
  await db
    .update(domains)
    .set({ releasedAt: new Date() })
    .where(inArray(domains.name, [...stuck, lone]))
  expect((await home()).stuck).toEqual([])
})

test('work items, holds, pauses and mails that were given up are told with their age', async () => {
  const { bundleId } = await createPaidOrder(deps, { customerId: (await customer()).id })
  await db.update(bundles).set({ operatorHeldSince: new Date() }).where(eq(bundles.id, bundleId))
  await db.insert(workItems).values(
    ['a.com', 'b.com'].map((subject) => ({
      id: `wrk_${subject}`,
      kind: 'dkim',
      subject,
      instructions: '-',
    })),
  )
  await pauseRetiring(db, 'a test')
  await db.insert(outbox).values({
    id: 'mai_lost',
    dedupeKey: 'lost',
    messageId: 'lost',
    recipient: '-',
    subject: '-',
    body: '-',
    failedAt: new Date(),
  })
  const { work, holds, alarms } = await home()
  expect(work).toMatchObject([{ kind: 'dkim', count: 2 }])
  expect(holds).toMatchObject([{ hold: 'operator', groups: 1 }])
  expect(alarms.map(({ what }) => what)).toEqual([
    'Tear-downs are paused: a test',
    '1 email could not be delivered',
  ])
})

test('money is for those who may see it', async () => {
  expect((await home()).money).toEqual({
    refundsFailed: { count: 0, cents: 0 },
    refundsUnderWay: { count: 0, cents: 0 },
    disputes: 0,
    refusedRenewals: 0,
  })
  expect((await home(technician)).money).toBeNull()
  expect((await figures(technician)).income).toBeNull()
})

test('calls to third parties are counted by the hour, of all processes together', async () => {
  takeTally()
  await db.execute(sql`delete from vendor_hours`)
  for (let process = 0; process < 2; process++) {
    countVendorCall('stripe', false)
    countVendorCall('stripe', true)
    await storeVendorHours(db)
  }
  // Nothing was counted meanwhile, and nothing twice.
  await storeVendorHours(db)
  // A minute: in this world vendors' waits are a thousandth.
  await deps.limits.block('google:an-account', 60_000_000)
  const { states } = (await home()).vendors
  expect(states).toContainEqual(
    expect.objectContaining({ name: 'Stripe', calls: 4, errors: 2, blockedUntil: null }),
  )
  expect(states).toContainEqual(expect.objectContaining({ name: 'Google', blockedUntil: expect.any(String) }))
  expect((await figures()).errors).toMatchObject([{ vendor: 'Stripe', calls: 4, errors: 2 }])
})

test('a count that cannot be stored is stored later', async () => {
  takeTally()
  countVendorCall('rdap', false)
  const away = new Proxy(db, {
    get: () => () => {
      throw new Error('away')
    },
  })
  await expect(storeVendorHours(away)).rejects.toThrow('away')
  expect(takeTally()).toMatchObject([{ vendor: 'rdap', calls: 1 }])
})

test('rounds say when they last ended, and why not', async () => {
  const note = roundNotes(db)
  await note({ what: 'payments', everyMs: 1000 })
  await note({ what: 'payments', everyMs: 1000, problem: 'Stripe is away' })
  expect((await home()).rounds).toEqual([
    { what: 'payments', everyMs: 1000, doneAt: expect.any(String), problem: 'Stripe is away' },
  ])
  // Another process goes on.
  await roundNotes(db)({ what: 'payments', everyMs: 1000 })
  expect((await home()).rounds[0]?.problem).toBeNull()
})

test('an account says when it is full, or why that is not known', async () => {
  const read = async (): Promise<ResponseOf<typeof consoleCapacity>> =>
    (await owner.get(consoleCapacity.path)).body
  const [account] = (await read()).accounts
  expect(account?.left).toEqual({ unknown: 'it is here for less than 3 days' })
  await pool.query(`update provider_accounts set created_at = now() - interval '60 days'`)
  expect((await read()).accounts[0]?.left).toEqual({ unknown: 'nothing was added in 30 days' })
  await pool.query(
    `update domain_names set provider_account_id = $1 where name in (select name from domains where released_at is null)`,
    [account?.id],
  )
  const [used] = (await read()).accounts
  expect(used?.mailboxes.used).toBeGreaterThan(0)
  expect(used?.left).toEqual({ days: expect.any(Number) })
  await pool.query(`update provider_accounts set state = 'draining'`)
  expect((await read()).accounts[0]?.left).toEqual({ unknown: 'it is draining and takes nothing new' })
})

test('income is what the books have as paid for at a month’s end, and deliveries say how long they took', async () => {
  await pool.query(`update provider_accounts set state = 'open'`)
  const { person } = await paidOrder({}, 'few mailboxes')
  await processEvents()
  await bookEvents(deps)
  await backfillBooks(deps)
  const { income } = await figures()
  const { mrr } = (await owner.get(consoleMoney.path)).body.months.at(-1)
  expect(income).toHaveLength(12)
  expect(income?.at(-1)?.cents).toBe(firstPriceList.plans.azure.cents)
  expect(income?.at(-1)?.cents).toBe(mrr)
  expect(income?.at(-2)?.cents).toBe(0)

  const names = await db.select().from(domains).where(eq(domains.customerId, person.id))
  // Today, also in the first minutes of a day.
  await pool.query(
    `update domains set setup_started_at = today - interval '30 minutes', delivered_at = today
      from (select greatest(now() - interval '10 minutes', date_trunc('day', now(), 'UTC')) as today) as moment
      where id = any($1)`,
    [names.map(({ id }) => id)],
  )
  const { setUps, delivery } = await figures()
  expect(setUps.at(-1)?.domains).toBe(names.length)
  expect(delivery.at(-1)).toMatchObject({ median: 30, slow: 30, domains: names.length })
})
