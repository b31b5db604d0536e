import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { owedCents } from '#shared/money/owed-words.ts'
import { auditLog, bundles, outbox, subscriptions } from '../../db/schema/index.ts'
import { holdCommands } from '../../operator/hold-commands.ts'
import { type ManagedOrder, manageOrders } from '../../testing/managed-orders.ts'
import { payReinstatement, reinstatementOf } from '../../testing/reinstatement.ts'
import { stripeActs } from '../../testing/stripe-acts.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { syncSubscription } from './sync-subscription.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })
const { atStripe, processEvents, payments, chargesOf, passDays } = stripeActs(world)

beforeEach(() => processEvents())

interface Paying extends ManagedOrder {
  customer: string
  subscription: string
  dispute?: string
}

async function paying(options: Parameters<typeof paidOrder>[0] = {}): Promise<Paying> {
  const order = await paidOrder(options, false)
  await processEvents()
  const { customer, subscription } = await payments(order)
  return { ...order, customer, subscription }
}

/** What Stripe tells is acted on, and what is due by time alone. */
async function sync({ subscription }: Pick<Paying, 'subscription'>): Promise<void> {
  await processEvents()
  await syncSubscription(deps, subscription)
  await processEvents()
}

/** Time passes for Stripe and for what we know of a customer. */
async function pass(order: Paying, days: number): Promise<void> {
  const { person, subscription } = order
  const earlier = (column: unknown) => sql`${column} - make_interval(days => ${days})`
  await db
    .update(bundles)
    .set({
      pastDueSince: earlier(bundles.pastDueSince),
      refundedSince: earlier(bundles.refundedSince),
      disputedSince: earlier(bundles.disputedSince),
      operatorHeldSince: earlier(bundles.operatorHeldSince),
      cancelledAt: earlier(bundles.cancelledAt),
    })
    .where(eq(bundles.customerId, person.id))
  await db
    .update(subscriptions)
    .set({ graceUntil: earlier(subscriptions.graceUntil) })
    .where(eq(subscriptions.stripeId, subscription))
  await passDays(subscription, days)
  await sync(order)
}

async function giveCard(order: Paying, behaviour: 'works' | 'declines'): Promise<void> {
  await atStripe('/cards', { customer: order.customer, behaviour })
  await sync(order)
}

interface Shown {
  owed: { cents: number; from: string; until: string; url: string }[]
  until: string | null
}
const shownTo = async ({ person }: Paying): Promise<Shown[]> =>
  (await person.get('/api/orders')).body.refusedRenewals
const owedBy = async (order: Paying): Promise<Shown['owed']> =>
  (await shownTo(order)).flatMap(({ owed }) => owed)
/** With a card that is typed in there. */
const payOnItsPage = (owed: { url: string } | undefined) =>
  sandbox.fetch(owed?.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ card: 'works' }),
    redirect: 'manual',
  })
const group = async ({ person, groupId }: Paying) => (await person.get(`/api/orders/groups/${groupId}`)).body

const renewalsOf = ({ customer }: Paying) =>
  sandbox.store
    .collection<{ id: string; customer: string; billing_reason: string; status: string; total: number }>(
      'stripe.invoices',
    )
    .list()
    .filter((each) => each.customer === customer && each.billing_reason === 'subscription_cycle')

const operate = (name: string, { groupId }: Paying) =>
  holdCommands
    .find((each) => each.name === name)
    ?.run(
      deps,
      { order: groupId },
      () => {},
      () => {},
    )

/** A renewal was refused on the first day of its period, and the order is on hold since its time of grace was over. */
async function heldForARefusedRenewal(): Promise<Paying> {
  const order = await paying()
  await giveCard(order, 'declines')
  await pass(order, 30)
  expect(await group(order)).toMatchObject({ hold: null, owed: [{ cents: 50_00 }] })
  await pass(order, 8)
  expect(await group(order)).toMatchObject({ hold: 'past_due', owed: [{ cents: 50_00 }] })
  return order
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

/** What anybody may do, as far as it can be done. */
const acts = {
  'half a month': (order: Paying) => pass(order, 15),
  'a month': (order: Paying) => pass(order, 30),
  'a card that works': (order: Paying) => giveCard(order, 'works'),
  'a card that is refused': (order: Paying) => giveCard(order, 'declines'),
  'staff hold it': (order: Paying) => operate('order hold', order)?.catch(() => {}),
  'staff release it': (order: Paying) => operate('order release', order)?.catch(() => {}),
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

/** What is collected, owed and given up adds up to what was served, and a card is charged what was shown before. */
async function settlesToTheCent(happenings: readonly Act[]): Promise<void> {
  const order = await paying()
  let served = 0
  for (const act of happenings) {
    const { hold, live } = await group(order)
    const known = new Set(renewalsOf(order).map(({ id }) => id))
    const [shown, collected] = [await owedBy(order), collectedFrom(order)]
    await acts[act](order)
    await sync(order)
    for (const { id, total } of renewalsOf(order)) if (live && !hold && !known.has(id)) served += total
    const charged = collectedFrom(order) - collected
    if (act === 'a card that works') expect(charged).toBe(owedCents(shown))
    if (act === 'the oldest is paid') expect(charged).toBe(shown[0]?.cents ?? 0)
    expect(collectedFrom(order) + owedCents(await owedBy(order)) + (await givenUpTo(order))).toBe(served)
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
