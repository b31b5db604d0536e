import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ProductId, type Promotion, productIds } from '#shared/money/pricing.ts'
import { quoteDraft } from '#shared/order-draft/draft-quote.ts'
import { planIds, plans, purchasableTlds } from '#shared/plans/catalog.ts'
import { checkoutItems, checkouts } from '../../db/schema/index.ts'
import { stripeProductIds } from '../../providers/stripe/products.ts'
import { publishRecords } from '../../providers/testing/publish-records.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '../../testing/place-order.ts'
import { createTestWorld } from '../../testing/test-world.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps

const code = fc.record({
  percent: fc.integer({ min: 1, max: 100 }),
  appliesTo: fc.subarray<ProductId>([...productIds], { minLength: 1 }),
})
const order = fc
  .record({
    plan: fc.constantFrom(...planIds),
    orderCount: fc.integer({ min: 1, max: 4 }),
    domainOption: fc.constantFrom('purchase' as const, 'own' as const),
    tld: fc.constantFrom(...purchasableTlds),
    promotion: fc.option(code, { nil: undefined }),
  })
  .filter(({ plan, domainOption }) => plans[plan].ownDomains || domainOption === 'purchase')
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
let codes = 0

/** A call as the payment provider's own pages make it. */
// biome-ignore lint/suspicious/noExplicitAny: the provider's objects, of which a field or two are read
async function stripe(path: string, fields?: Record<string, string>): Promise<any> {
  const { baseUrl, secretKey } = deps.config.vendors.stripe
  const answer = await sandbox.fetch(`${baseUrl}${path}`, {
    method: fields ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: fields && new URLSearchParams(fields).toString(),
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** A code as the operator makes one in the payment provider's own pages. */
async function offer({ percent, appliesTo }: Promotion): Promise<string> {
  const made = `RANDOM${++codes}`
  const products = appliesTo.map((product, at) => [`applies_to[products][${at}]`, stripeProductIds[product]])
  await stripe('/v1/coupons', {
    id: made,
    percent_off: String(percent),
    duration: 'once',
    ...Object.fromEntries(products),
  })
  await stripe('/v1/promotion_codes', {
    code: made,
    'promotion[type]': 'coupon',
    'promotion[coupon]': made,
  })
  return made
}

test('whatever is ordered, with whichever code: shown, charged and stored are the same to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(order, async ({ promotion, ...wish }) => {
      const person = await world.customer()
      const draft = completeDraft(wish)
      // Own names are someone's.
      for (const name of Object.values(draft.domains.own).flat()) publishRecords(sandbox, name, [])
      const promotionCode = promotion && (await offer(promotion))
      const taken = await takeOrder(person, draft)
      expect(taken).toMatchObject({ status: 200 })

      // What the review page computes by itself, and what the server offers for it.
      const shown = quoteDraft(draft, promotion)
      const { body: quote } = await person.post('/api/payments/quote', {
        plan: draft.plan,
        orderCount: draft.orderCount,
        domainOption: draft.domainOption,
        domains: checkoutFor(person, draft, taken).domains,
        promotionCode,
      })
      expect(quote).toEqual(shown)

      const answer = await person.post(
        '/api/payments/create-checkout-session',
        checkoutFor(person, draft, taken, { quote, promotionCode }),
      )
      expect(answer).toMatchObject({ status: 200 })
      if (answer.body.url) await press(world, answer.body.url, 'pay')
      const sessionId: string = answer.body.data.session.id
      const confirmed = await person.get(`/api/payments/confirmation?session_id=${sessionId}`)
      expect(confirmed.body).toMatchObject({ status: 'paid', totalCents: quote.totalCents })

      const [row] = await db.select().from(checkouts).where(eq(checkouts.sessionId, sessionId))
      expect([row?.amountCents, row?.paidCents]).toEqual([quote.totalCents, quote.totalCents])
      const items = await db
        .select()
        .from(checkoutItems)
        .where(eq(checkoutItems.checkoutId, row?.id ?? ''))
      expect(sum(items.map((item) => item.netCents))).toBe(quote.totalCents)

      const invoices = await stripe(`/v1/invoices?subscription=${row?.subscriptionId}`)
      expect(invoices.data.map((invoice: { amount_paid: number }) => invoice.amount_paid)).toEqual([
        quote.totalCents,
      ])
      const { items: renewed } = await stripe(`/v1/subscriptions/${row?.subscriptionId}`)
      const monthly = renewed.data.map(
        (item: { quantity: number; price: { unit_amount: number } }) =>
          item.quantity * item.price.unit_amount,
      )
      expect(sum(monthly)).toBe(quote.monthlyCents)
    }),
    { numRuns: 40 },
  )
})
