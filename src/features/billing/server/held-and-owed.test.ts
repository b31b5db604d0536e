import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { holdCommands } from '#apps/operator/hold-commands.ts'
import { owedRenewals } from '#base/db/owed-renewals.ts'
import { auditLog, bundles, outbox, subscriptions } from '#base/db/schema/index.ts'
import { type Paying, payingOrders } from '#tests/server/paying-orders.ts'
import { payReinstatement, reinstatementOf } from '#tests/server/reinstatement.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { owedCents } from '../rules/owed-words.ts'
import { forgiveRenewal } from './forgive-renewal.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const {
  atStripe,
  processEvents,
  payments,
  chargesOf,
  paying,
  sync,
  pass,
  giveCard,
  owedBy,
  payOnItsPage,
  group,
  renewalsOf,
  heldForARefusedRenewal,
} = payingOrders(world)

beforeEach(() => processEvents())

/** Returns what the command line says. */
async function operate(name: string, { groupId }: Paying): Promise<string> {
  const lines: string[] = []
  const command = holdCommands.find((each) => each.name === name)
  await command?.run(
    deps,
    { order: groupId },
    (line) => lines.push(line),
    () => {},
  )
  return lines.join('\n')
}

test('a refused renewal is all that is owed after five months on hold, and all that a new card is charged', {
  tags: ['fault-62'],
}, async () => {
  const order = await heldForARefusedRenewal()
  const charged = chargesOf(order.customer)
  for (let month = 0; month < 5; month++) await pass(order, 30)
  expect(renewalsOf(order).map(({ status }) => status)).toEqual(['open', ...Array(5).fill('void')])
  const shown = await owedBy(order)
  expect(shown).toMatchObject([{ cents: 50_00 }])
  const [owed] = shown
  expect(Date.parse(owed?.until ?? '') - Date.parse(owed?.from ?? '')).toBe(30 * 24 * 3600_000)
  expect(await group(order)).toMatchObject({ hold: 'past_due', owed: shown })
  const mails = await db.select().from(outbox).where(eq(outbox.recipient, order.person.email))
  const refusals = mails.filter(({ subject }) => subject === 'Your payment did not go through')
  expect(refusals).toHaveLength(1)
  expect(refusals[0]?.body).toContain('You owe $50.00:')

  await giveCard(order, 'works')
  expect(chargesOf(order.customer)).toEqual([...charged, 50_00])
  const [paid] = (await db.select().from(outbox).where(eq(outbox.recipient, order.person.email))).filter(
    ({ subject }) => subject === 'Your renewal is paid',
  )
  expect(paid?.body).toMatch(
    /Nothing is charged for [\d-]+ to [\d-]+, which began while it was on hold\.\sThe next charge is on [\d-]+\./,
  )
  expect(await group(order)).toMatchObject({ hold: null, owed: [] })
  expect(await deps.vendors.payments.readSubscription(order.subscription)).toMatchObject({
    isPaused: false,
    status: 'active',
    owed: [],
  })
  await pass(order, 30)
  expect(chargesOf(order.customer)).toEqual([...charged, 50_00, 50_00])
})

test('the renewal that is owed can be paid on its page, and ends the hold whatever was drawn up and given up since', async () => {
  const order = await heldForARefusedRenewal()
  await pass(order, 30)
  const charged = chargesOf(order.customer)
  const [owed] = await owedBy(order)
  await payOnItsPage(owed)
  await sync(order)
  expect(chargesOf(order.customer)).toEqual([...charged, 50_00])
  expect(await group(order)).toMatchObject({ hold: null, owed: [] })
})

test('what began while the order ran is owed period by period, and the hold lasts until all of it is paid', async () => {
  const order = await paying()
  await giveCard(order, 'declines')
  await pass(order, 30)
  // Nobody looked for a month: it ran all the time.
  await db
    .update(subscriptions)
    .set({ graceUntil: sql`now() + interval '40 days'` })
    .where(eq(subscriptions.stripeId, order.subscription))
  await pass(order, 30)
  await pass(order, 11)
  const shown = await owedBy(order)
  expect(shown.map(({ cents }) => cents)).toEqual([50_00, 50_00])
  expect(shown[0]?.until).toBe(shown[1]?.from)
  expect(await group(order)).toMatchObject({ hold: 'past_due' })
  // The newest one alone: Stripe calls its subscription active then.
  await payOnItsPage(shown[1])
  await sync(order)
  expect(await owedBy(order)).toMatchObject([{ cents: 50_00, from: shown[0]?.from }])
  expect(await group(order)).toMatchObject({ hold: 'past_due' })
  await giveCard(order, 'works')
  expect(await group(order)).toMatchObject({ hold: null })
})

test('a hold over the day of a renewal tells which charge it has dropped, and when the next one comes', async () => {
  const order = await paying()
  await pass(order, 29)
  await operate('order hold', order)
  await sync(order)
  await pass(order, 2)
  const said = await operate('order release', order)
  await sync(order)
  const mails = await db.select().from(outbox).where(eq(outbox.recipient, order.person.email))
  const [resumed] = mails.filter(({ subject }) => subject.endsWith('resumes'))
  const day = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)
  const dropped = `The $50.00 for ${day(-1)} to ${day(29)} was not charged because of the hold, and will not be. The next charge is $50.00 on ${day(29)}.`
  expect(resumed?.body).toContain(dropped)
  expect(said).toContain(dropped)
  const told = (await group(order)).activity.map(({ sentence }: { sentence: string }) => sentence)
  expect(told).toContain(`Dropped the renewal of $50.00 for ${day(-1)} to ${day(29)}: it is not charged`)
  const charged = chargesOf(order.customer)
  await pass(order, 29)
  expect(chargesOf(order.customer)).toEqual([...charged, 50_00])
})

test('a hold that begins and ends within a paid period drops nothing, and says when the next charge comes', async () => {
  const order = await paying()
  await pass(order, 10)
  await operate('order hold', order)
  await sync(order)
  await pass(order, 2)
  await operate('order release', order)
  await sync(order)
  const mails = await db.select().from(outbox).where(eq(outbox.recipient, order.person.email))
  const [resumed] = mails.filter(({ subject }) => subject.endsWith('resumes'))
  expect(resumed?.body).toContain('The next charge is $50.00 on ')
  expect(await givenUpTo(order)).toBe(0)
})

/** What anybody may do, as far as it can be done. */
const acts = {
  'half a month': (order: Paying) => pass(order, 15),
  'a month': (order: Paying) => pass(order, 30),
  'a card that works': (order: Paying) => giveCard(order, 'works'),
  'a card that is refused': (order: Paying) => giveCard(order, 'declines'),
  'staff hold it': (order: Paying) => operate('order hold', order).catch(() => {}),
  'staff release it': (order: Paying) => operate('order release', order).catch(() => {}),
  'the first payment is disputed': async (order: Paying) => {
    const { paymentIntent } = await payments(order)
    order.dispute ??= (await atStripe('/disputes', { paymentIntent })).id
  },
  'the dispute is won': async ({ dispute }: Paying) => {
    if (dispute) await atStripe('/disputes/close', { id: dispute, outcome: 'won' }).catch(() => {})
  },
  'the oldest is paid': async (order: Paying) => {
    const [oldest] = await owedBy(order)
    if (oldest) await payOnItsPage(oldest)
  },
  'staff write the oldest off at Stripe': async (order: Paying) => {
    const [oldest] = await owedBy(order)
    if (oldest) await atStripe('/invoices/write-off', { id: oldest.invoiceId }).catch(() => {})
  },
  'staff void the oldest at Stripe': async (order: Paying) => {
    const [oldest] = await owedBy(order)
    if (oldest) await atStripe('/invoices/void', { id: oldest.invoiceId }).catch(() => {})
  },
  'staff forgive the oldest': async (order: Paying) => {
    const [oldest] = await owedBy(order)
    if (oldest) await forgiveRenewal(deps, { invoiceId: oldest.invoiceId, reason: 'why not' })
  },
  'it is cancelled': ({ person, groupId }: Paying) =>
    person.post('/api/orders/cancel', { groupId, reason: 'pricing' }),
  'it comes back': async (order: Paying) => {
    const { person, names, groupId } = order
    const asked = await person.post('/api/orders/reinstate', reinstatementOf(names, groupId))
    if (asked.status !== 200) return
    await payReinstatement(world, person, asked)
    const [bundle] = await db.select().from(bundles).where(eq(bundles.id, groupId))
    order.subscription = bundle?.subscriptionId ?? order.subscription
  },
}
type Act = keyof typeof acts

const collectedFrom = (order: Paying): number =>
  renewalsOf(order).reduce((sum, { status, total }) => sum + (status === 'paid' ? total : 0), 0)

async function givenUpTo({ person }: Paying): Promise<number> {
  const [sum] = await db
    .select({ cents: sql<number>`coalesce(sum((${auditLog.data} ->> 'cents')::int), 0)::int` })
    .from(auditLog)
    .where(and(eq(auditLog.customerId, person.id), eq(auditLog.action, 'payment.given_up')))
  return sum?.cents ?? 0
}

/** Also for what has ended. */
async function stillOwed({ person }: Paying): Promise<number> {
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.customerId, person.id))
  return rows.reduce((sum, { openInvoice }) => sum + owedCents(owedRenewals(openInvoice)), 0)
}

/**
 * What is collected, owed and given up adds up to what was served, and a card is charged what was shown before, but for
 * what has ended: that is paid on its page alone. Served is a period that began while the order ran, or in which it was
 * released.
 */
async function settlesToTheCent(happenings: readonly Act[]): Promise<void> {
  const order = await paying()
  // Each period has a renewal, which may be void, but for the first one.
  const periodNow = () => `${order.subscription} ${renewalsOf(order).length}`
  const served = new Set([periodNow()])
  const firstPeriods = new Set(served)
  for (const act of happenings) {
    const before = { ...(await group(order)), period: periodNow() }
    const [shown, collected] = [await owedBy(order), collectedFrom(order)]
    await acts[act](order)
    await sync(order)
    const { hold, live } = await group(order)
    const period = periodNow()
    if (order.subscription !== before.period.split(' ')[0]) firstPeriods.add(period)
    const began = period !== before.period && before.live && !before.hold
    if (began || (live && !hold)) served.add(period)
    const charged = collectedFrom(order) - collected
    if (act === 'a card that works') expect(charged).toBe(before.live ? owedCents(shown) : 0)
    if (act === 'the oldest is paid') expect(charged).toBe(shown[0]?.cents ?? 0)
    const renewed = [...served].filter((each) => !firstPeriods.has(each)).length * 50_00
    expect(collectedFrom(order) + (await stillOwed(order)) + (await givenUpTo(order))).toBe(renewed)
  }
}

const histories: Record<string, readonly Act[]> = {
  'months on hold': [
    'a card that is refused',
    'a month',
    'half a month',
    'a month',
    'a card that works',
    'a month',
  ],
  'a hold by staff while something is owed': [
    'a card that is refused',
    'a month',
    'staff hold it',
    'a month',
    'staff release it',
    'a card that works',
    'a month',
  ],
  'two holds over one renewal': [
    'staff hold it',
    'a month',
    'staff release it',
    'half a month',
    'staff hold it',
    'staff release it',
    'half a month',
  ],
  'a dispute while something is owed': [
    'a card that is refused',
    'a month',
    'half a month',
    'the first payment is disputed',
    'a month',
    'the dispute is won',
    'a card that works',
    'a month',
  ],
  'written off while it runs, and then cancelled': [
    'a card that is refused',
    'a month',
    'staff write the oldest off at Stripe',
    'half a month',
    'it is cancelled',
    'a card that works',
  ],
  'written off on hold, paid a month later': [
    'a card that is refused',
    'a month',
    'half a month',
    'staff write the oldest off at Stripe',
    'a month',
    'the oldest is paid',
    'a month',
  ],
  'voided at Stripe on hold, and on with another card': [
    'a card that is refused',
    'a month',
    'half a month',
    'staff void the oldest at Stripe',
    'half a month',
    'a card that works',
    'a month',
  ],
  'forgiven on hold, and on with another card': [
    'a card that is refused',
    'a month',
    'half a month',
    'staff forgive the oldest',
    'half a month',
    'a card that works',
    'a month',
  ],
  'cancelled while something is owed, and back': [
    'a card that is refused',
    'a month',
    'half a month',
    'it is cancelled',
    'a month',
    'it comes back',
    'a month',
  ],
}

test.each(Object.entries(histories))(
  'what is collected, owed and given up is what was served, to the cent: %s',
  { timeout: 60_000 },
  (_, happenings) => settlesToTheCent(happenings),
)

test('so it is whatever happens, in whatever order', { timeout: 240_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...(Object.keys(acts) as Act[])), { minLength: 3, maxLength: 8 }),
      settlesToTheCent,
    ),
    { numRuns: 5 },
  ),
)
