import { and, eq, isNotNull, like, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { owedRenewals } from '#base/db/owed-renewals.ts'
import {
  auditLog,
  bundles,
  chargeReturns,
  charges,
  checkouts,
  outbox,
  stripeEvents as storedEvents,
  subscriptions,
} from '#base/db/schema/index.ts'
import { manageOrders } from './managed-orders.ts'
import { stripeActs } from './stripe-acts.ts'
import { stripeByHand } from './stripe-by-hand.ts'
import { stripeNews } from './stripe-news.ts'
import type { TestWorld } from './test-world.ts'

const of = <T extends string>(...kinds: T[]) => fc.constantFrom(...kinds)
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: of('renew'), card: of('works', 'declines', 'always_asks', 'same') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: of('pay', 'choose', 'attach', 'void', 'write off') }) },
  { weight: 2, arbitrary: fc.record({ kind: of('pause'), what: of('subscription', 'collection') }) },
  { weight: 2, arbitrary: fc.record({ kind: of('resume') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: of('refund'), first: fc.boolean(), cents: fc.option(fc.constant(700)) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: of('dispute'), first: fc.boolean(), cents: fc.option(fc.constant(1_300)) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: of('decide'), outcome: of('won', 'lost') }) },
  { weight: 1, arbitrary: fc.record({ kind: of('end', 'delete', 'cancel') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: of('hear'),
      /** Of what is told: whether each is missing, comes once or twice, and in which order. */
      times: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 4, maxLength: 4 }),
      isBackwards: fc.boolean(),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
export const steps = fc.array(step, { minLength: 3, maxLength: 8 })

/** A renewal's invoice, and what ran when its period began. */
interface Period {
  invoice: string
  servedCents: number
  /** Billed by what is paused, for when it runs again: what is voided of it never ran. */
  isResumption?: boolean
}

/** One order whose payments things happen to at Stripe, of which the product hears late, twice, or not at all. */
export function stripeWalks(world: TestWorld) {
  const { deps, sandbox } = world
  const { db } = deps
  const { paidOrder } = manageOrders(world)
  const { payments } = stripeActs(world)
  const byHand = stripeByHand(world)
  const { stripe } = byHand
  const learn = stripeNews(world)

  /** Stripe refuses what cannot be done any more. */
  const tryAtStripe = (path: string, body: object) =>
    sandbox.fetch(`http://sandbox.invalid/_stripe${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return async function walk(taken: readonly Step[]): Promise<void> {
    await learn.forget()
    const order = await paidOrder({}, false)
    await learn.asTold()
    const { customer, subscription: id } = await payments(order)
    const person = order.person
    const periods: Period[] = []
    const known = new Set(stripe.invoices.list({ parent: customer }).map((invoice) => invoice.id))

    const sold = () => db.select().from(bundles).where(eq(bundles.customerId, person.id))
    const servedCents = async (isResumption = false) =>
      (await sold())
        .filter(({ status, hold }) => status === 'live' && (!hold || (isResumption && hold === 'paused')))
        .reduce((sum, { monthlyCents }) => sum + (monthlyCents ?? 0), 0)
    const notePeriods = (cents: number, isResumption = false) => {
      for (const { id: invoice } of stripe.invoices.list({ parent: customer }))
        if (!known.has(invoice)) {
          known.add(invoice)
          periods.push({ invoice, servedCents: cents, isResumption })
        }
    }
    async function sweep() {
      await learn.sweep(person.id)
      notePeriods(await servedCents())
    }
    /** Our rows of a month later: what began then has begun so long ago. */
    const age = (days: number) =>
      db.transaction(async (tx) => {
        const by = sql`make_interval(days => ${days})`
        await tx
          .update(subscriptions)
          .set({
            graceUntil: sql`${subscriptions.graceUntil} - ${by}`,
            periodEnd: sql`${subscriptions.periodEnd} - ${by}`,
          })
          .where(eq(subscriptions.customerId, person.id))
        await tx
          .update(bundles)
          .set({
            pastDueSince: sql`${bundles.pastDueSince} - ${by}`,
            pausedSince: sql`${bundles.pausedSince} - ${by}`,
            refundedSince: sql`${bundles.refundedSince} - ${by}`,
            disputedSince: sql`${bundles.disputedSince} - ${by}`,
            cancelledAt: sql`${bundles.cancelledAt} - ${by}`,
          })
          .where(eq(bundles.customerId, person.id))
      })
    const paymentOf = (first: boolean) =>
      stripe.charges
        .list()
        .filter((charge) => charge.customer === customer && charge.paid)
        .at(first ? 0 : -1)?.payment_intent

    const does: { [Kind in Step['kind']]: (step: Extract<Step, { kind: Kind }>) => unknown } = {
      // Months pass between looks of the sweep, which is quicker than any of them.
      async renew({ card: behaviour }) {
        if (behaviour !== 'same') await tryAtStripe('/cards', { customer, behaviour })
        await sweep()
        await age(20)
        await sweep()
        await age(11)
        const cents = await servedCents()
        await tryAtStripe('/subscriptions/advance', { id, days: 31 })
        notePeriods(cents)
      },
      pay: () => byHand.payOpen(customer),
      choose: () => stripe.customers.get(customer) && byHand.chooseCard(customer),
      attach: () => byHand.attachCard(customer),
      void: () => byHand.voidOpen(customer),
      'write off': () => byHand.writeOffOpen(customer),
      pause: ({ what }) => tryAtStripe('/subscriptions/pause', { id, kind: what }),
      async resume() {
        await sweep()
        // A payment has whole seconds: what is paid within the one of a hold would count as made before it.
        await age(1)
        const cents = await servedCents(true)
        await tryAtStripe('/subscriptions/resume', { id })
        notePeriods(cents, true)
        await sweep()
      },
      refund: ({ first, cents }) =>
        tryAtStripe('/refunds', { paymentIntent: paymentOf(first), ...(cents && { cents }) }),
      dispute: ({ first, cents }) =>
        tryAtStripe('/disputes', { paymentIntent: paymentOf(first), ...(cents && { cents }) }),
      decide({ outcome }) {
        const charged = new Set(
          stripe.charges
            .list()
            .filter((each) => each.customer === customer)
            .map((charge) => charge.id),
        )
        const open = stripe.disputes
          .list()
          .find(({ charge, status }) => charged.has(String(charge)) && status === 'needs_response')
        return open && tryAtStripe('/disputes/close', { id: open.id, outcome })
      },
      end: () => byHand.cancel(id),
      delete: () => byHand.deleteCustomer(customer),
      cancel: () => person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' }),
      async hear({ times, isBackwards }) {
        const told = (await learn.news()).flatMap((event, at) =>
          Array.from({ length: times[at % times.length] ?? 1 }, () => event),
        )
        await learn.act(isBackwards ? told.toReversed() : told)
        await learn.bill()
        notePeriods(await servedCents())
      },
    }
    for (const each of taken) await (does[each.kind] as (step: Step) => unknown)(each)
    await sweep()
    await sweep()
    await learn.asTold()
    await learn.book()

    await agree(person.id, customer, id, periods)
    await hasEnd(person.id, id)
    await isToldOnce(person.id, person.email)
  }

  /** What was served and not given up by name is what was paid or is owed: in our rows, in the books, and at Stripe. */
  async function agree(
    customerId: string,
    customer: string,
    id: string,
    periods: readonly Period[],
  ): Promise<void> {
    const [first] = await db.select().from(checkouts).where(eq(checkouts.customerId, customerId))
    const noted = await db.select().from(auditLog).where(eq(auditLog.customerId, customerId))
    const givenUp = new Set(
      noted.flatMap(({ action, data }) => (action === 'payment.given_up' ? String(data.invoice) : [])),
    )
    const charged = stripe.charges.list().filter((charge) => charge.customer === customer && charge.paid)
    const subscribed = await db.select().from(subscriptions).where(eq(subscriptions.customerId, customerId))
    const owed = subscribed.flatMap(({ openInvoice }) => owedRenewals(openInvoice))
    const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)

    let served = first?.paidCents ?? 0
    let forgone = 0
    for (const { invoice: invoiceId, servedCents, isResumption } of periods) {
      const invoice = stripe.invoices.get(invoiceId)
      if (!invoice || (isResumption && invoice.status === 'void')) continue
      served += servedCents
      if (invoice.status === 'void' && givenUp.has(String(invoice.number))) forgone += servedCents
      // Asked for though nothing ran, since somebody took our pause back there: a person is told that it differs.
      if (
        invoice.status !== 'paid' &&
        invoice.status !== 'void' &&
        !isResumption &&
        servedCents === 0 &&
        invoice.amount_due > 0
      ) {
        expect(await db.$count(outbox, like(outbox.dedupeKey, `alert:quantity:${id}:%`))).toBeGreaterThan(0)
        served += invoice.amount_due
      }
      // Charged for what did not run: only a person can see what is to be done, and is told.
      if (invoice.status === 'paid' && servedCents === 0 && invoice.amount_paid > 0) {
        expect(await db.$count(outbox, like(outbox.dedupeKey, `alert:idle-renewal:${invoiceId}`))).toBe(1)
        served += invoice.amount_paid
      }
    }
    const paid = sum(charged.map(({ amount }) => amount))
    expect({ served: served - forgone }).toEqual({ served: paid + sum(owed.map(({ cents }) => cents)) })

    const booked = await db
      .select()
      .from(charges)
      .where(and(eq(charges.customerId, customerId), eq(charges.state, 'succeeded')))
    expect(sum(booked.map(({ amountCents }) => amountCents))).toBe(paid)
    const ids = new Set(charged.map((charge) => charge.id))
    const back = [
      ...stripe.refunds.list().filter(({ status }) => status === 'succeeded' || status === 'pending'),
      ...stripe.disputes.list().filter(({ status }) => status !== 'won'),
    ].filter(({ charge }) => ids.has(String(charge)))
    const returned = (await db.select().from(chargeReturns)).filter(
      ({ chargeId, outcome }) => ids.has(chargeId) && outcome !== 'failed' && outcome !== 'won',
    )
    expect(sum(returned.map(({ cents }) => cents))).toBe(sum(back.map(({ amount }) => amount)))
  }

  /** Nothing is left to be done, and what is billed there is what runs here. */
  async function hasEnd(customerId: string, id: string): Promise<void> {
    expect(await db.$count(storedEvents, sql`${storedEvents.processedAt} is null`)).toBe(0)
    expect(
      await db.$count(
        subscriptions,
        and(eq(subscriptions.customerId, customerId), isNotNull(subscriptions.billingDueAt)),
      ),
    ).toBe(0)
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.stripeId, id))
    const [bundle] = await db.select().from(bundles).where(eq(bundles.customerId, customerId))
    const present = stripe.subscriptions.get(id)
    expect({ live: bundle?.status === 'live', status: row?.status === 'ended' }).toEqual({
      live: present?.status !== 'canceled',
      status: present?.status === 'canceled',
    })
    if (present?.status === 'past_due' && !bundle?.hold) expect(row?.graceUntil).not.toBeNull()
    if (present?.status === 'canceled')
      expect(byHand.invoicesOf(String(present.customer), 'open')).toEqual([])
  }

  /** The same words go out again only where the same has happened again. */
  async function isToldOnce(customerId: string, email: string): Promise<void> {
    const mails = await db.select().from(outbox).where(eq(outbox.recipient, email))
    const noted = await db.select().from(auditLog).where(eq(auditLog.customerId, customerId))
    const times = (wanted: string) => noted.filter(({ action }) => action === wanted).length
    for (const [words, same] of Map.groupBy(mails, ({ subject, body }) => `${subject}\n${body}`)) {
      const kind = same[0]?.dedupeKey.split(':')[0] ?? ''
      expect([words, same.length <= Math.max(1, times(kind))]).toEqual([words, true])
    }
  }
}
