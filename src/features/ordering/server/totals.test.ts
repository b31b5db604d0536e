import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundles, checkoutItems, checkouts } from '#base/db/schema/index.ts'
import { recordOf } from '#base/records/keys-of.ts'
import {
  leastChargeCents,
  type ProductId,
  type Promotion,
  productIds,
  promotionMessages,
} from '#features/checkout/rules/pricing.ts'
import { setOwnPrice } from '#features/customers/server/own-prices.ts'
import { accountFacts } from '#features/orders/rules/account-facts.ts'
import { planIds, plans, purchasableTlds } from '#features/plans/rules/catalog.ts'
import { priceChanges } from '#features/plans/rules/price-changes.ts'
import { type PriceList, withOwnPrices } from '#features/plans/rules/price-list.ts'
import { savePrices } from '#features/plans/server/save-prices.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { stripeProductIds } from '#vendors/stripe/adapter/products.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'
import { quoteDraft } from '../rules/draft-quote.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps

const code = fc.record({
  basisPoints: fc.integer({ min: 1, max: 100 }),
  appliesTo: fc.subarray<ProductId>([...productIds], { minLength: 1 }),
})
const cents = fc.integer({ min: 1_00, max: 2_000_00 })
/** Half of what is drawn has a price for spares, which is never above the plan's. */
const planAt = (cents: number) => ({
  name: null,
  cents,
  originalCents: null,
  spareCents: cents % 2 === 0 ? null : Math.max(1_00, Math.floor(cents * 0.6)),
  onSale: true,
})
const listOf = (amounts: readonly number[]): PriceList => {
  const next = amounts.values()
  const drawn = () => next.next().value ?? 1_00
  return {
    plans: recordOf(planIds, () => planAt(drawn())),
    tlds: recordOf(purchasableTlds, () => ({ cents: drawn(), ceilingCents: 45_00, onSale: true })),
    reinstateCents: drawn(),
  }
}
const priceList = fc.array(cents, { minLength: 10, maxLength: 10 }).map(listOf)
const order = fc
  .record({
    plan: fc.constantFrom(...planIds),
    orderCount: fc.integer({ min: 1, max: 4 }),
    isReserve: fc.boolean(),
    domainOption: fc.constantFrom('purchase' as const, 'own' as const),
    tld: fc.constantFrom(...purchasableTlds),
    promotion: fc.option(code, { nil: undefined }),
    // Of a new version, and of the customer's own, which may be there and end again.
    list: fc.option(priceList, { nil: undefined }),
    own: fc.option(fc.record({ cents, isOver: fc.boolean() }), { nil: undefined }),
    // Ten minutes later, with the payment page open.
    later: fc.option(priceList, { nil: undefined }),
  })
  .filter(({ plan, domainOption }) => plans[plan].ownDomains || domainOption === 'purchase')

const by = { id: null, name: 'a test' }
/** One that was drawn twice in a row changes nothing, and is refused for it. */
const sell = (list: PriceList) =>
  priceChanges(deps.prices.now, list).length > 0 &&
  savePrices(deps, { basedOn: deps.prices.version, list }, by)

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
async function offer({ basisPoints, appliesTo }: Promotion): Promise<string> {
  const made = `RANDOM${++codes}`
  const products = appliesTo.map((product, at) => [`applies_to[products][${at}]`, stripeProductIds[product]])
  await stripe('/v1/coupons', {
    id: made,
    percent_off: String(basisPoints / 100),
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

test('whatever is ordered, at whichever prices and with whichever code: shown, charged and stored are the same to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(order, async ({ promotion, list, own, later, isReserve, ...wish }) => {
      const person = await world.customer()
      if (list) await sell(list)
      if (own)
        await setOwnPrice(deps, { customerId: person.id, plan: wish.plan, cents: own.cents, from: null, by })
      if (own?.isOver)
        await setOwnPrice(deps, { customerId: person.id, plan: wish.plan, cents: null, from: null, by })
      const draft = { ...completeDraft(wish), isReserve }
      // Own names are someone's.
      for (const name of Object.values(draft.domains.own).flat()) publishRecords(sandbox, name, [])
      const promotionCode = promotion && (await offer(promotion))
      const taken = await takeOrder(person, draft)
      expect(taken).toMatchObject({ status: 200 })

      // What the review page computes by itself, and what the server offers for it.
      const { body: config } = await person.get('/api/config')
      const { body: session } = await person.get('/api/auth/check')
      const shown = quoteDraft(draft, withOwnPrices(config.prices, session.user.ownPrices), promotion)
      const paysOwn = own && !own.isOver
      const { cents: listed, spareCents } = deps.prices.now.plans[wish.plan]
      const pays = paysOwn ? own.cents : listed
      expect(shown?.monthlyCents).toBe(
        wish.orderCount * (isReserve ? Math.min(spareCents ?? pays, pays) : pays),
      )
      const quoted = await person.post('/api/payments/quote', {
        plan: draft.plan,
        orderCount: draft.orderCount,
        isReserve,
        domainOption: draft.domainOption,
        domains: checkoutFor(person, draft, taken).domains,
        promotionCode,
      })
      if (shown && shown.totalCents > 0 && shown.totalCents < leastChargeCents) {
        const fields = { promotionCode: promotionMessages.tooLittle }
        expect(quoted).toMatchObject({ status: 422, body: { fields } })
        return
      }
      const { body: quote } = quoted
      expect(quote).toEqual(shown)

      const answer = await person.post(
        '/api/payments/create-checkout-session',
        checkoutFor(person, draft, taken, { quote, promotionCode }),
      )
      expect(answer).toMatchObject({ status: 200 })
      // The page's price is honoured, and what runs keeps it.
      if (later) await sell(later)
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

      const stored = await db
        .select({ cents: bundles.monthlyCents })
        .from(bundles)
        .where(eq(bundles.orderId, row?.orderId ?? ''))
      expect(sum(stored.map((bundle) => bundle.cents ?? Number.NaN))).toBe(quote.monthlyCents)
      const { orders: all } = (await person.get('/api/orders')).body
      expect(accountFacts(all).monthlyCents).toBe(quote.monthlyCents)

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

test('a code that leaves less than can be charged is refused beside it, and one that leaves nothing is taken', async () => {
  const person = await world.customer()
  await setOwnPrice(deps, { customerId: person.id, plan: 'azure', cents: 1_00, from: null, by })
  const draft = completeDraft({ domainOption: 'own' })
  for (const name of Object.values(draft.domains.own).flat()) publishRecords(sandbox, name, [])
  const taken = await takeOrder(person, draft)
  const appliesTo = ['plan_azure'] as const
  const [most, all] = [
    await offer({ basisPoints: 60_00, appliesTo }),
    await offer({ basisPoints: 100_00, appliesTo }),
  ]
  const asked = (promotionCode: string) => {
    const { domains } = checkoutFor(person, draft, taken)
    const order = {
      plan: draft.plan,
      orderCount: draft.orderCount,
      domainOption: draft.domainOption,
      domains,
    }
    return person.post('/api/payments/quote', { ...order, promotionCode })
  }
  expect(await asked(most)).toMatchObject({
    status: 422,
    body: { fields: { promotionCode: promotionMessages.tooLittle } },
  })
  expect(await asked(all)).toMatchObject({ status: 200, body: { totalCents: 0, discountCents: 1_00 } })
})
