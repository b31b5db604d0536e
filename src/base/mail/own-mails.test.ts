import { readdirSync, readFileSync } from 'node:fs'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { forgetfulCustomers } from '#features/accounts/server/forgotten-password/forgetful.ts'
import { sendLink, tellTried } from '#features/accounts/server/forgotten-password/send-link.ts'
import { holdBundles, releaseBundles } from '#features/billing/server/holds.ts'
import { offerBack, tellOfForgiving } from '#features/billing/server/tell-of-renewal.ts'
import { warnOfExpiry } from '#features/billing/server/warn-of-expiry.ts'
import { concludeBulkJob } from '#features/bulk-update/server/conclude-bulk-job.ts'
import { endUnpaidByBank } from '#features/checkout/server/end-unpaid-by-bank.ts'
import { giveBack } from '#features/checkout/server/give-back.ts'
import { closeCustomer } from '#features/customers/server/close-customer.ts'
import { changeAccess } from '#features/customers/server/customer-access.ts'
import { exportedText } from '#features/customers/server/export-customer.ts'
import { digestMomentOf, neverMailed } from '#features/health/rules/next-mail.ts'
import { troubleNumber, troubleOf } from '#features/health/rules/trouble.ts'
import { tellOfHealth } from '#features/health/server/tell/tell-of-health.ts'
import { tellHolder, tellUnpaid } from '#features/names/server/claims/tell-holder.ts'
import { noteRefund } from '#features/refunds/server/note-refund.ts'
import { tellOfPaidRefunds } from '#features/refunds/server/tell-of-refunds.ts'
import { endToldDays, receiveDays } from '#features/replacement/rules/overlap.ts'
import { tellOfEndings } from '#features/replacement/server/tell-of-endings.ts'
import { replaceLost } from '#features/reserve/server/replace-lost.ts'
import { lostDomains } from '#features/reserve/server/testing/lost-domains.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { setUpFactor } from '#tests/server/own-factor.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { payReinstatement, reinstatementAsShown } from '#tests/server/reinstatement.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { testPassword } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { mailsOfTwo } from '#tests/server/two-customers.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import {
  bulkJobs,
  bundles,
  checkouts,
  customers,
  domainHealth,
  domainNames,
  domains,
  healthMails,
  orders,
  refunds,
  subscriptions,
} from '../db/schema/index.ts'
import { required } from '../text/required.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, reconcileUntilDone } = manageOrders(world)
const { atStripe, processEvents, payments, passDays } = stripeActs(world)

/** Both are delivered, and the second has paid for twice as much. */
let two: [ManagedOrder, ManagedOrder]
const ids = () => two.map(({ person }) => person.id)
const groupIds = () => two.map(({ groupId }) => groupId)
/** Says of the latest renewal of an order what is said of some. */
async function withRenewal(one: ManagedOrder, tell: typeof tellOfForgiving): Promise<void> {
  const { subscription } = await payments(one)
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.stripeId, subscription))
  const [payer] = await db.select().from(customers).where(eq(customers.id, one.person.id))
  const invoice = sandbox.store
    .collection<{ id: string; customer: string }>('stripe.invoices')
    .list()
    .findLast(({ customer }) => customer === payer?.stripeCustomerId)
  const read = await deps.vendors.payments.readInvoice(required(invoice, 'its invoice').id)
  await inTwo((tx) => tell(deps, tx, { ...required(payer, 'its payer'), ...required(row, 'its row') }, read))
}
const each = async (act: (one: ManagedOrder) => Promise<unknown>) => {
  for (const one of two) await act(one)
}
const firstDomain = async ({ names }: ManagedOrder) =>
  required(
    (
      await db
        .select()
        .from(domains)
        .where(eq(domains.name, names[0] ?? ''))
    )[0],
    'a domain',
  )
const payment = async ({ person }: ManagedOrder) =>
  required((await db.select().from(checkouts).where(eq(checkouts.customerId, person.id)))[0], 'a payment')
const refundOf = async (one: ManagedOrder, of: Partial<typeof refunds.$inferInsert>) => {
  const id = newId('refund')
  const { id: checkoutId, amountCents } = await payment(one)
  const cents = Math.floor(amountCents / 7)
  await db.insert(refunds).values({ id, checkoutId, reason: id, cents, ...of })
  return { refundId: id, cents }
}
const firstDomains = async () => [(await firstDomain(two[0])).id, (await firstDomain(two[1])).id]

beforeAll(async () => {
  const made: ManagedOrder[] = []
  for (const [name, orderCount] of [
    ['Ada Byron', 1],
    ['Grace Hopper', 2],
  ] as const) {
    const person = await world.customer({ name })
    const order = await paidOrder({ orderCount }, 'few mailboxes', person)
    for (const name of order.draft.domains.purchase.azure) await reconcileUntilDone(name)
    made.push(order)
    await db
      .update(orders)
      .set({ companyName: `Company of ${name}` })
      .where(eq(orders.customerId, person.id))
  }
  two = made as typeof two
  await processEvents()
})

const hour = 3_600_000
const day = 24 * hour
/** When the next mail of the day is due. */
const morning = digestMomentOf(Date.now()) + day
const listed = {
  code: 'blocklist',
  source: 'dbl',
  observedAt: Date.now(),
  verdict: 'bad',
  points: 60,
  evidence: 'Listed.',
} as const

const inTwo = <T>(act: (tx: Db) => Promise<T>): Promise<T> => db.transaction(act)

/**
 * How each kind of mail comes to be written: to both at once where a round looks for whom it concerns, or to one after
 * the other. In this order, since some end what others are about.
 */
const kinds: Record<string, () => Promise<unknown>> = {
  // Of the payments and deliveries with which this begins.
  received: async () => {},
  complete: async () => {},
  'new-place': () =>
    each(({ person: { email } }) =>
      world.visitor().post('/api/auth/login', { email, password: testPassword }),
    ),
  'mailboxes-exported': () =>
    each(({ person, names }) =>
      person.post('/api/orders/mailboxes-csv', { domains: names, password: testPassword }),
    ),
  'renewal-failed': async () => {
    await each(async (one) => {
      const { customer, subscription } = await payments(one)
      await atStripe('/cards', { customer, behaviour: 'declines' })
      await passDays(subscription, 31)
    })
    await processEvents()
  },
  'renewal-paid': async () => {
    await each(async ({ person }) => {
      const { url } = (await person.post('/api/payments/create-customer-portal', {})).body.data
      const body = new URLSearchParams({ action: 'card', card: 'works' })
      await sandbox.fetch(url, { method: 'POST', body, redirect: 'manual' })
    })
    await processEvents()
  },
  dispute: async () => {
    for (const cents of [1_00, 2_00]) {
      await each(async (one) => {
        const { paymentIntent } = await payments(one)
        await atStripe('/disputes', { paymentIntent, cents })
      })
      await processEvents()
    }
    for (const dispute of sandbox.store.collection<{ id: string }>('stripe.disputes').list())
      await atStripe('/disputes/close', { id: dispute.id, outcome: 'won' })
    await processEvents()
  },
  'renewal-forgiven': () => each((one) => withRenewal(one, tellOfForgiving)),
  'renewal-idle': () => each((one) => withRenewal(one, offerBack)),
  health: async () => {
    const judged = { state: 'watch', cause: listed.code, signals: [listed] } as const
    const trouble = troubleNumber(troubleOf({ ...judged, signals: [listed] }))
    const { digestDay } = neverMailed(morning - 19 * hour)
    await db.insert(healthMails).values(ids().map((id) => ({ reader: id, customerId: id, digestDay })))
    await db
      .update(domainHealth)
      .set({ ...judged, signals: [listed], trouble, told: 0, dueAt: sql`now() + interval '1 day'` })
      .where(inArray(domainHealth.customerId, ids()))
    await tellOfHealth(deps, { clock: () => morning })
  },
  'domains-end': async () => {
    const first = await firstDomains()
    const spentAt = new Date(morning + (endToldDays + 0.5 - receiveDays) * day)
    await db.update(domains).set({ spentAt }).where(inArray(domains.id, first))
    await tellOfEndings(deps, { clock: () => morning })
    await db.update(domains).set({ spentAt: null }).where(inArray(domains.id, first))
  },
  'spare-used': async () => {
    await each(({ person }) => lostDomains(deps, person.id))
    await replaceLost(deps)
  },
  'order.held': () => inTwo((tx) => holdBundles(deps, tx, groupIds(), 'operator')),
  'names-expire': async () => {
    const registered = sandbox.store.collection<{ expiresAt: number }>('dnsimple.domains')
    await db
      .update(bundles)
      .set(heldFor('operator', new Date(Date.now() - 10 * day)))
      .where(inArray(bundles.id, groupIds()))
    await each(async ({ names: [name = ''] }) => {
      const held = required(registered.get(name), name)
      registered.put(name, { ...held, expiresAt: Date.now() + 15 * day })
      await db
        .update(domainNames)
        .set({ expiresAt: new Date(Date.now() + 15 * day) })
        .where(eq(domainNames.name, name))
    })
    await warnOfExpiry(deps)
  },
  'order.released': () => inTwo((tx) => releaseBundles(deps, tx, groupIds(), ['operator'])),
  refund: async () => {
    await each(async (one) => {
      const { id } = await firstDomain(one)
      const { refundId } = await refundOf(one, { domainId: id })
      await db.update(refunds).set({ outcome: 'succeeded' }).where(eq(refunds.id, refundId))
    })
    await tellOfPaidRefunds(deps)
  },
  'refund-failed': () =>
    each(async (one) => {
      const { refundId, cents } = await refundOf(one, {})
      const present = { refundId, cents, status: 'failed', failure: 'lost_or_stolen_card' } as const
      await inTwo((tx) => noteRefund(deps, tx, refundId, present))
    }),
  surplus: () =>
    each(async (one) => {
      const [{ id }, checkout] = [await firstDomain(one), await payment(one)]
      await inTwo((tx) => giveBack(deps, tx, checkout, [{ id, cause: 'over' }]))
    }),
  'bank-refused': () =>
    each(async (one) => {
      const checkout = await payment(one)
      const session = await deps.vendors.payments.readCheckout(checkout.sessionId ?? '')
      const refused = { ...session, subscription: undefined, isRefused: true }
      await inTwo((tx) =>
        endUnpaidByBank(deps, tx, checkout, { email: one.person.email, name: one.person.email }, refused),
      )
    }),
  'bulk-job-ended': () =>
    each(async ({ person }) => {
      const id = newId('bulkJob')
      await db.insert(bulkJobs).values({
        id,
        customerId: person.id,
        tool: 'smartlead',
        operation: 'update-tags',
        settings: { kind: 'warmup' },
        status: 'running',
        startedAt: new Date(Date.now() - hour),
      })
      await concludeBulkJob(deps, id, 'done')
    }),
  refused: async () => {
    const made: string[] = []
    await each(async ({ person }) => {
      const { domains: ordered } = await createPaidOrder(deps, {
        customerId: person.id,
        mailboxesPerDomain: 1,
        names: { azure: [freshName()] },
        toolValues: { apiKey: 'revoked-0123456789abcdef' },
      })
      made.push(...ordered.map(({ name }) => name))
    })
    for (let run = 0; run < 4; run++) for (const name of made) await world.reconcile(name)
  },
  ownership: async () => {
    await sandbox.fetch('http://sandbox.invalid/_dnsimple/settings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ownershipProof: 'always' }),
    })
    const own = { plan: 'google', domainOption: 'own' } as const
    const made = [await paidOrder(own, false, two[0].person), await paidOrder(own, false, two[1].person)]
    for (let run = 0; run < 2; run++)
      for (const { names } of made) for (const name of names) await world.reconcile(name)
  },
  taken: () =>
    each(async (one) => {
      const holding = await firstDomain(one)
      await inTwo((tx) => tellHolder(deps, tx, holding))
    }),
  'taken-unpaid': () =>
    each(({ person, groupId, names: [name = ''] }) =>
      tellUnpaid(deps, person.id, { key: groupId, what: 'order', name }),
    ),
  'customer-exported': () =>
    each(async ({ person }) =>
      exportedText(
        deps,
        required((await db.select().from(customers).where(eq(customers.id, person.id)))[0], 'x'),
      ),
    ),
  cancelled: () =>
    each(({ person, groupId }) => person.post('/api/orders/cancel', { groupId, reason: 'pricing' })),
  'received for what comes back': () =>
    each(async ({ person, names, groupId }) => {
      const asked = await person.post(
        '/api/orders/reinstate',
        await reinstatementAsShown(person, names, groupId),
      )
      expect(asked).toMatchObject({ status: 200 })
      await payReinstatement(world, person, asked)
    }),
  'second-factor': () => each(({ person }) => setUpFactor(world, person)),
  'forgotten-password': () => each(({ person: { email } }) => sendLink(deps, forgetfulCustomers, email)),
  'sign-in-tried': () => each(({ person: { email } }) => tellTried(deps, forgetfulCustomers, email)),
  'password-changed': () =>
    each(({ person }) =>
      person.post('/api/auth/change-password', {
        currentPassword: testPassword,
        newPassword: 'Another.Horse.2',
      }),
    ),
  'customer-billing': () =>
    each(({ person: { email } }) => changeAccess(deps, email, 'suspended', { withBilling: true })),
  closed: () => each(({ person: { email } }) => closeCustomer(deps, email)),
}

/** What the outbox is given that goes to no customer. */
const notToCustomers = [
  'alert',
  'ended-at-stripe',
  'idle-renewal',
  'short',
  'staff-invitation',
  'staff-new-place',
  'stuck',
  'taken-names',
  'written-off',
]

test('every kind of mail that is written to customers is written here', () => {
  const folder = new URL('../../', import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .filter((source) => /outbox\s*\.put\(/.test(source))
  const written = sources.map((source) =>
    [...source.matchAll(/\bkey(?: =|:) `([\w-]+):|mailOwners\([^']+'([\w.]+)'/g)].map(
      ([, key, action]) => key ?? action,
    ),
  )
  const puts = sources.map((source) => source.match(/outbox\s*\.put\(/g)?.length ?? 0)
  expect(puts.filter((count, at) => count > (written[at]?.length ?? 0))).toEqual([])
  const tried = Object.keys(kinds).map((kind) => kind.split(' ')[0])
  expect([...new Set(written.flat())].sort()).toEqual([...new Set([...tried, ...notToCustomers])].sort())
})

/** All others are about money, so that a new kind is unless it says otherwise. */
const notAboutMoney = [
  'bulk-job-ended',
  'closed',
  'complete',
  'customer-exported',
  'domains-end',
  'forgotten-password',
  'health',
  'mailboxes-exported',
  'names-expire',
  'new-place',
  'ownership',
  'password-changed',
  'refused',
  'second-factor',
  'sign-in-tried',
  'spare-used',
  'taken',
  'taken-unpaid',
]

const counted = new Map<string, number>()

test.each(Object.keys(kinds))(
  'a mail of the kind %s names nothing that is another customer’s, and what it is about if that is money',
  async (kind) => {
    await kinds[kind]?.()
    const [prefix = ''] = kind.split(' ')
    const all = await mailsOfTwo(deps, [two[0].person, two[1].person])
    // Of the others their own tests tell.
    const mails = all.filter((mail) => mail.kind === prefix)
    expect(mails.filter(({ ofAnother }) => ofAnother.length > 0)).toEqual([])
    for (const { person } of two) {
      const own = mails.filter(({ to }) => to === person.email)
      const before = counted.get(`${prefix} ${person.email}`) ?? 0
      expect(own.length).toBeGreaterThan(before)
      counted.set(`${prefix} ${person.email}`, own.length)
      if (notAboutMoney.includes(prefix)) continue
      for (const { text } of own) {
        expect(text).toMatch(/\$\d/)
        expect(text).toMatch(/^Your order for .+ \(.+\)/m)
        expect(text).toContain(`${deps.config.publicUrl}/`)
      }
    }
  },
)
