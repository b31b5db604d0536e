import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundles, customerPrices, priceVersions } from '#base/db/schema/index.ts'
import { readSaidPrices } from '#base/prices/own-prices.ts'
import { dayOfMoment } from '#base/text/day.ts'
import { readOrderMessages } from '#features/ordering/rules/read-order.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { joinedStaff, type TestStaff } from '#tests/server/staff.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { firstPriceList, type PriceList } from '../rules/price-list.ts'

const product = await createTestApp()
const { deps, visitor, customer } = product
const { db } = deps
let owner: TestStaff
let finance: TestStaff
beforeAll(async () => {
  owner = await joinedStaff(product, 'owner')
  finance = await joinedStaff(product, 'finance')
})

const withAzure = (change: Partial<PriceList['plans']['azure']>): PriceList => {
  const { now } = deps.prices
  return { ...now, plans: { ...now.plans, azure: { ...now.plans.azure, ...change } } }
}
const save = (list: unknown, basedOn = deps.prices.version) =>
  owner.post('/api/operator/plans', { basedOn, list })
const config = async () => (await visitor().get('/api/config')).body

describe('a price list that is changed', () => {
  test('begins with what the product ships with, without a row', async () => {
    const { body } = await owner.get('/api/operator/plans')
    expect(body).toMatchObject({ version: 1, list: firstPriceList, versions: [] })
  })

  test('counts at once, and leaves what runs at the price that it was bought for', async () => {
    const { id: customerId } = await customer()
    const { orderId } = await createPaidOrder(deps, { customerId, plan: 'azure' })
    const answer = await save(withAzure({ cents: 60_00, originalCents: 75_00 }))
    expect(answer.body).toEqual({ version: 2, message: 'Saved as version 2, with 2 changes.' })
    expect(await config()).toMatchObject({
      prices: { plans: { azure: 60_00, google: 50_00, premium: 125_00 } },
      originalPriceCents: { azure: 75_00 },
    })
    const running = await db.select().from(bundles).where(eq(bundles.orderId, orderId))
    expect(running.map(({ monthlyCents }) => monthlyCents)).toEqual([50_00])
    const { body } = await owner.get('/api/operator/plans')
    expect(body.running).toEqual([{ plan: 'azure', monthlyCents: 50_00, groups: 1 }])
    expect(body.versions[0]).toMatchObject({
      version: 2,
      by: 'Sam Staff',
      restored: null,
      changes: ['Entra: $50.00 → $60.00', 'Entra: original price none → $75.00'],
    })
  })

  test('is not overwritten by who has not seen it', async () => {
    expect(await save(withAzure({ cents: 70_00 }), 1)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('meanwhile') },
    })
    const both = await Promise.all([61_00, 62_00].map((cents) => save(withAzure({ cents }))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('offers no plan that is not on sale, and refuses it with a sentence', async () => {
    await save(withAzure({ onSale: false }))
    expect((await config()).plansEnabled).toEqual(['google', 'premium'])
    const person = await customer()
    const order = { plan: 'azure', orderCount: 1, domainOption: 'own', domains: ['a-name.example'] }
    expect(await person.post('/api/payments/quote', order)).toMatchObject({
      status: 422,
      body: { message: readOrderMessages.planUnavailable },
    })
  })

  test('comes back as a new version, and every version is kept', async () => {
    const { version } = deps.prices
    const back = await owner.post('/api/operator/plans/restore', { version: 1 })
    expect(back.body).toEqual({
      version: version + 1,
      message: `Version 1 is back, as version ${version + 1}.`,
    })
    expect(deps.prices.now).toEqual(firstPriceList)
    expect(await owner.post('/api/operator/plans/restore', { version: 1 })).toMatchObject({ status: 422 })
    expect(await owner.post('/api/operator/plans/restore', { version: 99 })).toMatchObject({ status: 404 })
    expect(await db.$count(priceVersions)).toBe(version)
    await expect(db.update(priceVersions).set({ madeBy: 'nobody' })).rejects.toThrow()
  })

  test('is as the first version where a stored value would be refused today', async () => {
    const version = deps.prices.version + 1
    const values = { plans: { azure: { cents: -1 } }, tlds: [], reinstateCents: 40_00 }
    await db.insert(priceVersions).values({ version, madeBy: 'an older release', values })
    await deps.prices.reload()
    expect(deps.prices.now).toEqual({ ...firstPriceList, reinstateCents: 40_00 })
  })

  test('is read by who sees money, and changed by the owner alone', async () => {
    expect((await finance.get('/api/operator/plans')).status).toBe(200)
    const { now: list, version: basedOn } = deps.prices
    expect((await finance.post('/api/operator/plans', { basedOn, list })).status).toBe(403)
  })
})

test.each<[string, () => unknown, string]>([
  ['a plan without a letter', () => withAzure({ name: '\u2800' }), 'list.plans.azure.name'],
  ['a name with what nobody sees', () => withAzure({ name: 'Star\u202eter' }), 'list.plans.azure.name'],
  ['a name of more letters than fit', () => withAzure({ name: 'x'.repeat(31) }), 'list.plans.azure.name'],
  ['another plan’s name', () => withAzure({ name: 'google' }), 'list.plans.azure.name'],
  ['another plan’s name in other letters', () => withAzure({ name: 'Ｐｒｅ mium' }), 'list.plans.azure.name'],
  [
    'one name for two plans',
    () => {
      const { now } = deps.prices
      const google = { ...now.plans.google, name: 'same' }
      return { ...withAzure({ name: 'Same' }), plans: { ...withAzure({ name: 'Same' }).plans, google } }
    },
    'list.plans.google.name',
  ],
  ['a plan for nothing', () => withAzure({ cents: 0 }), 'list.plans.azure.cents'],
  ['a price with half a cent', () => withAzure({ cents: 99.5 }), 'list.plans.azure.cents'],
  [
    'an original price below the present one',
    () => withAzure({ originalCents: 10_00 }),
    'list.plans.azure.originalCents',
  ],
  [
    'a list without a plan on sale',
    () => {
      const { now } = deps.prices
      const off = { name: null, cents: 50_00, originalCents: null, onSale: false }
      return { ...now, plans: { azure: off, google: off, premium: off } }
    },
    'list.plans',
  ],
])('%s is refused beside its field, and nothing changes', async (_, list, field) => {
  const { version } = deps.prices
  const { status, body } = await save(list())
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toContain(field)
  expect(deps.prices.version).toBe(version)
})

describe('a price of a customer’s own', () => {
  test('is what new orders cost them and nobody else, until it ends', async () => {
    const [person, other] = [await customer(), await customer()]
    const path = `/api/operator/customers/${person.id}/prices`
    const monthly = async (of: typeof person) => {
      const order = { plan: 'google', orderCount: 2, domainOption: 'own', domains: [] }
      return (await of.post('/api/payments/quote', order)).body.monthlyCents
    }
    expect(await monthly(person)).toBe(100_00)
    expect((await owner.post(path, { plan: 'google', cents: 42_50 })).body.message).toBe(
      'New orders of Google cost this customer $42.50 each. What runs keeps its price.',
    )
    expect([await monthly(person), await monthly(other)]).toEqual([85_00, 100_00])
    expect((await person.get('/api/auth/check')).body.user.ownPrices).toEqual({ google: 42_50 })
    expect(await owner.post(path, { plan: 'google', cents: 42_50 })).toMatchObject({ status: 422 })
    expect((await finance.post(path, { plan: 'google', cents: 1_00 })).status).toBe(403)

    await owner.post(path, { plan: 'google', cents: null })
    expect(await monthly(person)).toBe(100_00)
    expect((await person.get('/api/auth/check')).body.user).not.toHaveProperty('ownPrices')
    const { body } = await finance.get(path)
    expect(body.prices[1]).toEqual({ plan: 'google', listCents: 50_00, ownCents: null, next: null })
    expect(body.history.map(({ cents }: { cents: number | null }) => cents)).toEqual([null, 42_50])
    const { rows } = (await owner.get(`/api/operator/customers/${person.id}/history`)).body
    expect(rows.map(({ sentence }: { sentence: string }) => sentence)).toEqual(
      expect.arrayContaining(['Set their own price for Google: $42.50', 'Ended their own price for Google']),
    )
  })

  test('that is to come counts from its day on, and can be replaced until then', async () => {
    const person = await customer()
    const path = `/api/operator/customers/${person.id}/prices`
    const order = { plan: 'google', orderCount: 1, domainOption: 'own', domains: [] }
    const monthly = async () => (await person.post('/api/payments/quote', order)).body.monthlyCents
    const inDays = (days: number) => dayOfMoment(new Date(Date.now() + days * 86_400_000))
    const [soon, later] = [inDays(10), inDays(20)]
    const set = async (cents: number | null, from?: string) =>
      (await owner.post(path, { plan: 'google', cents, ...(from && { from }) })).body

    expect((await set(40_00, later)).message).toBe(
      `New orders of Google cost this customer $40.00 each from ${later} on. What runs keeps its price.`,
    )
    await set(45_00, soon)
    await set(47_00)
    expect(await monthly()).toBe(47_00)
    expect((await owner.get(path)).body.prices[1]).toMatchObject({
      ownCents: 47_00,
      next: { cents: 45_00, from: soon },
    })
    // What is said already for a day is no change for it.
    expect((await set(45_00, inDays(12))).message).toBe(
      `This customer pays $45.00 for Google already on ${inDays(12)}.`,
    )
    await set(47_00, soon)
    expect((await owner.get(path)).body.prices[1].next).toEqual({ cents: 47_00, from: soon })
    const said = (day: string) => readSaidPrices(db, person.id, day)
    expect([await said(inDays(9)), await said(soon), await said(later)]).toEqual([
      { google: 47_00 },
      { google: 47_00 },
      { google: 40_00 },
    ])

    // One that was said ten days ago for today.
    const day = { fromDay: inDays(0), createdAt: new Date(Date.now() - 864_000_000) }
    const other = await customer()
    await db
      .insert(customerPrices)
      .values({ customerId: other.id, plan: 'google', cents: 30_00, madeBy: 'a test', ...day })
    expect((await other.post('/api/payments/quote', order)).body.monthlyCents).toBe(30_00)
    expect((await other.get('/api/auth/check')).body.user.ownPrices).toEqual({ google: 30_00 })
    const { rows } = (await owner.get(`/api/operator/customers/${person.id}/history`)).body
    expect(rows.map(({ sentence }: { sentence: string }) => sentence)).toContain(
      `Set their own price for Google: $45.00, from ${soon} on`,
    )
  })

  test.each([['2020-01-01'], [dayOfMoment(new Date())], ['2099-01-01'], ['2027-02-30'], ['soon']])(
    'does not begin on %s',
    async (from) => {
      const { id } = await customer()
      const path = `/api/operator/customers/${id}/prices`
      const { status, body } = await owner.post(path, { plan: 'google', cents: 40_00, from })
      expect([status, Object.keys(body.fields)]).toEqual([400, ['from']])
      expect(await db.$count(customerPrices, eq(customerPrices.customerId, id))).toBe(0)
    },
  )
})
