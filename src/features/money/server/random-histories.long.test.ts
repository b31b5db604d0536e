import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readBackfill } from '#base/db/books-read.ts'
import { costs, domainNames, domains } from '#base/db/schema/index.ts'
import { platformContents } from '#features/plans/rules/catalog.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { type History, putAtStripe, randomHistory } from '#tests/server/random-histories.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { CostPrice } from '../rules/cost-of.ts'
import { moneyReport } from '../rules/money-report.ts'
import { backfillBooks } from './books/backfill-books.ts'
import { monthsOf, monthText, readMoneyFacts } from './read-money.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db, pool } = deps

const count = 1_000
const now = Math.floor(Date.now() / 1_000)
const months = monthsOf(
  monthText(new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 11))),
  12,
)
const histories = Array.from({ length: count }, (_, n) => randomHistory(n, now))
const prices: CostPrice[] = [
  { kind: 'registration', subject: 'com', cents: 1_111, from: '2020-01' },
  { kind: 'registration', subject: 'com', cents: 1_222, from: months[6] as string },
  { kind: 'registration', subject: 'net', cents: 1_333, from: '2020-01' },
  { kind: 'renewal', subject: 'com', cents: 1_444, from: '2020-01' },
  { kind: 'renewal', subject: 'net', cents: 1_555, from: '2020-01' },
  { kind: 'licence', subject: 'azure', cents: 0, from: '2020-01' },
  { kind: 'licence', subject: 'google', cents: 233, from: '2020-01' },
  { kind: 'tenant', subject: 'azure', cents: 1_000, from: '2020-01' },
  { kind: 'tenant', subject: 'google', cents: 1_000, from: '2020-01' },
]

/** A customer of ours for each history, with a domain of theirs, copied from one that was ordered. */
async function addCustomers(): Promise<void> {
  const person = await world.customer()
  const { bundleId } = await createPaidOrder(deps, { customerId: person.id, mailboxesPerDomain: 1 })
  await db.execute(sql`delete from mailbox_links`)
  await db.execute(sql`delete from mailboxes`)
  await db.execute(sql`delete from domains`)
  await pool.query(
    `insert into customers (id, email, name, stripe_customer_id)
      select 'cst_h' || n, 'h' || n || '@example.test', 'H', 'cus_h' || n from generate_series(0, ${count - 1}) n`,
  )
  for (let from = 0; from < count; from += 200) {
    const some = histories.slice(from, from + 200)
    await db.insert(domains).values(
      some.map(({ customer, domain }, slot) => ({
        id: `dom_${customer}`,
        customerId: customer.replace('cus', 'cst'),
        bundleId,
        name: domain.name,
        slot: from + slot + 10,
        platform: domain.platform,
        source: 'bought' as const,
        want: domain.retireAt ? ('retire' as const) : ('run' as const),
        forwardingUrl: 'https://example.com',
        setupStartedAt: domain.setUpAt,
        createdAt: domain.setUpAt,
        retireAt: domain.retireAt,
      })),
    )
    await db
      .insert(domainNames)
      .values(some.map(({ domain: { name } }) => ({ name, registration: 'registered' as const })))
  }
  await db.insert(costs).values(
    prices.map(({ kind, subject, cents, from }, n) => ({
      id: `cost_${n}`,
      kind,
      subject,
      cents,
      validFrom: `${from}-01`,
    })),
  )
}

const startOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`) / 1_000
const endOf = (month: string) => Math.min(now, startOf(monthsOf(month, 2)[1] as string))
const isIn = (month: string) => (at: { created: number }) =>
  at.created >= startOf(month) && at.created < startOf(monthsOf(month, 2)[1] as string)
const add = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

/** Whether all that an invoice was charged has gone back by then. */
function isReturned({ charges, refunds, disputes }: History, intent: string, at: number): boolean {
  const charge = charges.find((each) => each.payment_intent === intent && each.status === 'succeeded')
  if (!charge) return false
  const isOf = (back: { charge: string; created: number }) => back.charge === charge.id && back.created <= at
  const back = [
    ...refunds.filter(({ status }) => status === 'succeeded' || status === 'pending'),
    ...disputes.filter(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status)),
  ].filter(isOf)
  return add(back.map(({ amount }) => amount)) >= charge.amount
}

/** What is paid for at a moment, from the provider's rows alone; without what has gone back where that is asked. */
const paidAt = (history: History, at: number, { isKept = false } = {}): number =>
  add(
    history.invoices
      .filter(({ status, attempt_count: tries }) => status === 'paid' || (status === 'open' && tries === 0))
      .filter(({ intent }) => !isKept || !isReturned(history, intent, at))
      .flatMap(({ lines }) => lines.data)
      .filter(
        ({ period, pricing }) =>
          pricing.price_details.product !== 'inboxyard_domain' && period.start <= at && period.end > at,
      )
      .map(({ amount }) => amount),
  )

const refundsIn = ({ refunds }: History, month: string): number =>
  add(
    refunds
      .filter(isIn(month))
      .filter(({ status }) => status === 'succeeded' || status === 'pending')
      .map(({ amount }) => amount),
  )

/** What a customer's domain cost in a month, by the plainest of rules. */
function spentIn({ domain }: History, month: string): number {
  const { setUpAt, retireAt, platform, name } = domain
  const tld = name.slice(name.lastIndexOf('.') + 1)
  const price = (kind: string, subject: string) =>
    prices.findLast((each) => each.kind === kind && each.subject === subject && each.from <= month)?.cents ??
    0
  let cents = monthText(setUpAt) === month ? price('registration', tld) : 0
  for (const years of [1, 2]) {
    const renewedAt = new Date(setUpAt)
    renewedAt.setUTCFullYear(renewedAt.getUTCFullYear() + years)
    const isKept = !retireAt || retireAt.getTime() - 30 * 86_400_000 > renewedAt.getTime()
    if (monthText(renewedAt) === month && renewedAt.getTime() <= Date.now() && isKept)
      cents += price('renewal', tld)
  }
  const end = endOf(month) * 1_000
  if (setUpAt.getTime() < end && (!retireAt || retireAt.getTime() > end))
    cents += price('licence', platform) * platformContents[platform].mailboxesPerDomain
  return cents
}

/** Undefined where the fee of a payment is not known. */
function marginIn(history: History, month: string): number | undefined {
  const paid = history.charges.filter(isIn(month)).filter(({ status }) => status === 'succeeded')
  if (paid.some(({ fee }) => fee === null)) return undefined
  const taken = history.disputes
    .filter(isIn(month))
    .filter(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status))
  return (
    add(paid.map(({ amount, fee }) => amount - (fee ?? 0))) -
    refundsIn(history, month) -
    add(taken.map(({ amount }) => amount)) -
    spentIn(history, month)
  )
}

await addCustomers()
sandbox.store.transaction(() => {
  for (const history of histories) putAtStripe(sandbox, history)
})
await backfillBooks(deps)
// As the database does by itself within a minute.
await pool.query('analyze')

test('over 1,000 random histories every month’s MRR and refunds are the provider’s own, to the cent', async () => {
  expect(await readBackfill(db)).toEqual({ stage: 'done' })
  const report = moneyReport(await readMoneyFacts(db, months))
  let before = add(
    histories.map((history) => paidAt(history, startOf(months[0] as string), { isKept: true })),
  )
  for (const { month, mrr, paid, returned, refunded, new: gained, lost } of report.months) {
    const kept = add(histories.map((history) => paidAt(history, endOf(month), { isKept: true })))
    expect({ month, mrr, paid, kept: paid - returned, refunded }).toEqual({
      month,
      // Nothing of it is a group of ours, so nothing renews now.
      mrr: month === months.at(-1) ? 0 : kept,
      paid: add(histories.map((history) => paidAt(history, endOf(month)))),
      kept,
      refunded: add(histories.map((history) => refundsIn(history, month))),
    })
    // What came and what went is all that changed.
    expect(gained - lost).toBe(mrr - before)
    before = mrr
  }
  expect(add(report.plans.map(({ income }) => income))).toBe(report.total.income)
  expect(add(report.customers.map(({ income }) => income))).toBe(report.total.income)
  expect(report.total.income).toBeGreaterThan(0)
})

test('and so is every customer’s margin, or unknown where a fee is', async () => {
  const months12 = moneyReport(await readMoneyFacts(db, months))
  const ofCustomer = new Map(months12.customers.map((line) => [line.customerId, line]))
  let unknown = 0
  for (const history of histories) {
    const expected = months.map((month) => marginIn(history, month))
    const line = ofCustomer.get(history.customer.replace('cus', 'cst'))
    const isKnown = expected.every((margin) => margin !== undefined)
    if (!isKnown) unknown++
    expect(line?.margin.cents ?? (isKnown ? 0 : null), history.customer).toBe(
      isKnown ? add(expected as number[]) : null,
    )
  }
  expect(unknown).toBeGreaterThan(0)
  expect(unknown).toBeLessThan(count / 5)
})
