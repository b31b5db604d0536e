import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import type { StaffRoleName } from '#base/access.ts'
import { readAgain } from '#base/db/books-read.ts'
import { auditLog, charges } from '#base/db/schema/index.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { MoneyView } from '../api/console-money.ts'
import { backfillBooks } from './books/backfill-books.ts'
import { bookEvents } from './books/book-events.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, payments, passDays } = stripeActs(world)
const finance = await joinedStaff(world, 'finance')
const month = new Date().toISOString().slice(0, 7)
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)

const look = async (query = ''): Promise<MoneyView> => {
  const { status, body } = await finance.get(`/api/operator/money${query}`)
  expect(status).toBe(200)
  return body as MoneyView
}
const csvOf = async (table: string): Promise<string> =>
  (await finance.get(`/api/operator/money/csv?table=${table}`)).body.csv as string
const enter = (cost: object) => finance.post('/api/operator/money/costs', { from: month, ...cost })

test('while the books are being read there are no figures, not even nothing', async () => {
  const view = await look()
  expect(view).toMatchObject({ isRead: false, months: [], customers: [], total: null })
  expect(view.shared.cents).toBeNull()
  const csv = await finance.get('/api/operator/money/csv?table=months')
  expect(csv).toMatchObject({ status: 422, body: { message: expect.stringContaining('still being read') } })
  await backfillBooks(deps)
  expect((await look()).isRead).toBe(true)
})

test('what nobody has entered a cost for is unknown with its reason, and known once it is entered', async () => {
  const order = await paidOrder({}, 'few mailboxes')
  await processEvents()
  await bookEvents(deps)
  const { paymentIntent } = await payments(order)
  const before = (await look(`?month=${month}`)).total
  expect(before).toMatchObject({ cost: { cents: null }, margin: { cents: null } })
  expect(before?.cost.why).toContain('No cost is entered for registration, .com')
  expect(before?.margin.why).toContain('No cost is entered for licences, Microsoft Entra')

  for (const { kind, subject } of (await look()).missing)
    expect((await enter({ kind, subject, cents: 0 })).status).toBe(200)
  await enter({ kind: 'registration', subject: '.COM', cents: 1_000 })
  const [charge] = await db.select().from(charges).where(eq(charges.paymentIntentId, paymentIntent))
  const { total, customers, plans, missing } = await look(`?month=${month}`)
  const paid = charge?.amountCents ?? 0
  const fee = charge?.feeCents ?? 0
  expect(missing).toEqual([])
  expect(total).toMatchObject({
    mrr: 5_000,
    new: 5_000,
    charged: paid,
    income: paid,
    fees: { cents: fee },
    cost: { cents: 2_000 },
    margin: { cents: paid - fee - 2_000 },
  })
  expect(customers).toMatchObject([{ customerId: order.person.id, margin: total?.margin }])
  expect(plans).toMatchObject([{ plan: 'azure', name: 'Entra', income: paid }])
  expect(await db.$count(auditLog, eq(auditLog.action, 'cost.entered'))).toBeGreaterThan(1)

  await atStripe('/refunds', { paymentIntent, cents: paid })
  await processEvents()
  await bookEvents(deps)
  expect((await look(`?month=${month}`)).total).toMatchObject({ refunded: paid, income: 0 })
})

test('every table can be taken as a file in which a name is no formula and an amount is a number', async () => {
  await db.execute(`update customers set name = '=1+1' where stripe_customer_id is not null`)
  const customers = await csvOf('customers')
  expect(customers.split('\r\n')[0]).toBe(
    'Customer,Id,MRR (USD),New (USD),Lost (USD),Charged (USD),Refused (USD),Refunded (USD),Disputed (USD),Income (USD),Fees (USD),Cost (USD),Margin (USD)',
  )
  expect(customers).toContain("'=1+1,")
  // Everything went back, and what was spent did not.
  expect(customers).toMatch(/,-\d+\.\d\d\r\n/)
  for (const table of ['months', 'renewing', 'plans', 'forecast', 'costs'])
    expect((await csvOf(table)).split('\r\n').length, table).toBeGreaterThan(2)
})

test('charges in other currencies are in no figure, and the page, the files and the command say how many', async () => {
  const { collection } = sandbox.store
  const [known] = collection<{ id: string; status: string }>('stripe.charges').list()
  const before = await look()
  expect(before.otherCurrencies).toBe(0)
  expect(await csvOf('months')).not.toContain('not counted')
  for (const [id, status] of [
    ['ch_eur', 'succeeded'],
    ['ch_gbp', 'succeeded'],
    ['ch_refused', 'failed'],
  ] as const)
    collection('stripe.charges').put(id, { ...known, id, status, currency: id.slice(3) })
  collection('stripe.charges').put('ch_else', {
    ...known,
    id: 'ch_else',
    currency: 'eur',
    customer: 'cus_else',
  })
  // Read twice, counted once.
  await readAgain(db)
  await backfillBooks(deps)
  await readAgain(db)
  await backfillBooks(deps)
  const view = await look()
  expect(view).toEqual({ ...before, otherCurrencies: 2 })
  expect((await look(`?month=2020-01`)).otherCurrencies).toBe(0)
  const sentence = '2 charges in other currencies are not counted.'
  expect(await csvOf('months')).toContain(`\r\n${sentence},,,,,,,,,,,\r\n`)
  expect(await csvOf('forecast')).not.toContain(sentence)
  expect((await operator('money')).out).toContain(sentence)
})

test('the forecast has the next twelve months, with what renews itself', async () => {
  await paidOrder({}, 'few mailboxes')
  await processEvents()
  const { forecast } = await look()
  expect(forecast).toHaveLength(12)
  const renewals = forecast.reduce((sum, row) => sum + row.renewals, 0)
  // Every 30 days within the twelve calendar months from this one on.
  expect(renewals).toBeGreaterThanOrEqual(11)
  expect(forecast.reduce((sum, row) => sum + row.renewed, 0)).toBe(renewals * 5_000)
})

test('the command line has the same, and says what a month looks like', async () => {
  const { out } = await operator('money', '--month', month)
  expect(out).toContain(month)
  const json = await operator('money', '--json')
  expect(JSON.parse(json.out)).toMatchObject({ isRead: true })
  expect((await operator('money', '--month', 'June')).err).toContain('--month must be a month like 2026-11.')
})

test.each<[StaffRoleName, number, number]>([
  ['owner', 200, 200],
  ['finance', 200, 200],
  ['support', 200, 403],
  ['reader', 200, 403],
  ['technician', 403, 403],
])('%s: money is seen, and costs are entered, by right', async (role, sees, enters) => {
  const staff = await joinedStaff(world, role)
  expect((await staff.get('/api/operator/money')).status).toBe(sees)
  expect((await staff.get('/api/operator/money/csv?table=plans')).status).toBe(sees)
  const cost = { kind: 'tenant', subject: 'google', cents: 1, from: month }
  expect((await staff.post('/api/operator/money/costs', cost)).status).toBe(enters)
})

test('a cost that makes no sense is refused with what to do', async () => {
  for (const cost of [
    { kind: 'licence', subject: 'com', cents: 1 },
    { kind: 'registration', subject: 'not a tld', cents: 1 },
    { kind: 'registration', subject: '--', cents: 1 },
    { kind: 'registration', subject: '-x', cents: 1 },
    { kind: 'tenant', subject: 'azure', cents: -1 },
    { kind: 'tenant', subject: 'azure', cents: 1, from: '2026-13' },
  ])
    expect((await enter(cost)).status, JSON.stringify(cost)).toBe(400)
})

test('a month to come has no figures: what is so now says nothing of its end', async () => {
  const { status, body } = await finance.get('/api/operator/money?month=2099-01')
  expect({ status, fields: body.fields }).toEqual({
    status: 400,
    fields: { month: 'This month has not begun. What will renew itself is in the forecast.' },
  })
  expect((await finance.get('/api/operator/money/csv?table=months&month=2099-01')).status).toBe(400)
})

test('a cost that was entered wrongly is taken away: an earlier one counts again, and who did it is in the log', async () => {
  const typo = { kind: 'registration', subject: 'con', cents: 900 }
  expect((await enter(typo)).status).toBe(200)
  const shown = async () => (await finance.get('/api/operator/money')).body.costs as { subject: string }[]
  expect((await shown()).filter(({ subject }) => subject === 'con')).toHaveLength(1)
  const { kind, subject } = typo
  const remove = () => finance.post('/api/operator/money/costs/remove', { kind, subject, from: month })
  expect((await remove()).status).toBe(200)
  expect((await shown()).filter(({ subject: of }) => of === 'con')).toEqual([])
  expect((await remove()).status).toBe(404)
  expect(await db.$count(auditLog, eq(auditLog.action, 'cost.removed'))).toBe(1)
})

test('a refused payment counts once until it is paid, and a dispute until it is won', async () => {
  const order = await paidOrder({}, false)
  await processEvents()
  const { customer, subscription, paymentIntent } = await payments(order)
  const figures = async () => {
    await processEvents()
    // What our own calls have led to.
    await processEvents()
    await bookEvents(deps)
    const own = (await look()).customers.find(({ customerId }) => customerId === order.person.id)
    return { refused: own?.refused, disputed: own?.disputed }
  }
  await atStripe('/cards', { customer, behaviour: 'declines' })
  await passDays(subscription, 31)
  await passDays(subscription, 5)
  expect(await figures()).toEqual({ refused: 50_00, disputed: 0 })
  await atStripe('/cards', { customer, behaviour: 'works' })
  expect(await figures()).toEqual({ refused: 0, disputed: 0 })

  const { id } = await atStripe('/disputes', { paymentIntent, cents: 20_00 })
  await atStripe('/disputes', { paymentIntent, cents: 7_00 })
  expect(await figures()).toEqual({ refused: 0, disputed: 27_00 })
  await atStripe('/disputes/close', { id, outcome: 'won' })
  expect(await figures()).toEqual({ refused: 0, disputed: 7_00 })
})
