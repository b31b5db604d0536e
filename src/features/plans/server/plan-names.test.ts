import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { outbox, priceVersions } from '#base/db/schema/index.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '#tests/server/place-order.ts'
import { joinedStaff, type TestStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { PlanId } from '../rules/catalog.ts'

const world = await createTestWorld()
const { deps, visitor, customer, sandbox } = world
const { db, prices } = deps
const products = sandbox.store.collection<{ name: string }>('stripe.products')
const atStripe = () => products.get('inboxyard_azure')?.name
let owner: TestStaff
beforeAll(async () => {
  owner = await joinedStaff(world, 'owner')
})

async function name(names: Partial<Record<PlanId, string | null>>): Promise<void> {
  const plans = { ...prices.now.plans }
  for (const [plan, chosen] of Object.entries(names) as [PlanId, string | null][])
    plans[plan] = { ...plans[plan], name: chosen }
  const body = { basedOn: prices.version, list: { ...prices.now, plans } }
  expect((await owner.post('/api/operator/plans', body)).status).toBe(200)
}
const changes = async () => (await owner.get('/api/operator/plans')).body.versions[0].changes
const shownNames = async () => (await visitor().get('/api/config')).body.planNames
afterEach(async () => {
  await owner.post('/api/operator/plans/restore', { version: 1 })
})

test('a plan is called as an owner says at once, and as the catalog does when that is brought back', async () => {
  expect(await shownNames()).toEqual({})
  await name({ azure: '  Starter  Plus ' })
  expect(await shownNames()).toEqual({ azure: 'Starter  Plus' })
  expect(await changes()).toEqual(['Entra: called Starter  Plus'])
  await name({ azure: 'Starter' })
  expect(await changes()).toEqual(['Starter  Plus: called Starter'])
  await owner.post('/api/operator/plans/restore', { version: 1 })
  expect(await shownNames()).toEqual({})
  expect(await changes()).toEqual(['Starter: called Entra again'])
})

test('its name stands in the receipt, at the payment provider, in the console and with own prices', async () => {
  await name({ azure: 'Starter' })
  const person = await customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const path = '/api/payments/create-checkout-session'
  const { url } = (await person.post(path, checkoutFor(person, draft, taken))).body
  expect(atStripe()).toBe('Inboxyard Starter')
  await press(world, url, 'pay')
  await person.get(`/api/payments/confirmation?session_id=${url.slice(url.lastIndexOf('/') + 1)}`)
  const [receipt] = await db.select().from(outbox).where(eq(outbox.recipient, person.email))
  expect(receipt?.subject).toBe('Your Starter order for Acme 42 is paid')

  const { found } = (await owner.get(`/api/operator/find?text=${taken.body.orderIds[0]}`)).body
  expect(found[0].detail).toMatch(/^Starter · /)
  const own = await owner.post(`/api/operator/customers/${person.id}/prices`, { plan: 'azure', cents: 42_00 })
  expect(own.body.message).toMatch(/^New orders of Starter cost this customer/)
})

test('renewals are invoiced under a name that was chosen since, though nobody buys the plan', async () => {
  const person = await customer()
  const draft = completeDraft()
  await person.post(
    '/api/payments/create-checkout-session',
    checkoutFor(person, draft, await takeOrder(person, draft)),
  )
  await sweepPayments(deps)
  const former = atStripe()
  await name({ azure: 'Renamed', google: 'Lone' })
  expect(atStripe()).toBe(former)
  await sweepPayments(deps)
  expect(atStripe()).toBe('Inboxyard Renamed')
  expect(products.get('inboxyard_google')?.name).toBe('Inboxyard Lone')
  await owner.post('/api/operator/plans/restore', { version: 1 })
  await sweepPayments(deps)
  expect(atStripe()).toBe('Inboxyard Azure')
})

test('its name stands in what who orders is told, and without one the words are as ever', async () => {
  const person = await customer()
  const own = completeDraft({ plan: 'premium', domainOption: 'own' })
  const crowd = completeDraft({ plan: 'google' })
  crowd.people.push({ id: '2', firstName: 'John', lastName: 'Roe' })
  const told = async () => [
    (await takeOrder(person, own)).body.message,
    (await takeOrder(person, crowd)).body.message,
  ]
  expect(await told()).toEqual([
    'Bringing your own domains is unavailable for Premium.',
    'Google Solo plan allows only 1 user',
  ])
  await name({ google: 'Lone', premium: 'Everything' })
  expect(await told()).toEqual([
    'Bringing your own domains is unavailable for Everything.',
    'Lone plan allows only 1 user',
  ])
})

test('a version from before plans could be named has the catalog’s names', async () => {
  const { plans } = prices.now
  const { name: _, ...unnamed } = { ...plans.azure, cents: 77_00 }
  const values = { ...prices.now, plans: { ...plans, azure: unnamed } }
  await db.insert(priceVersions).values({ version: prices.version + 1, madeBy: 'an older release', values })
  await prices.reload()
  expect(prices.now.plans.azure).toMatchObject({ name: null, cents: 77_00 })
})
