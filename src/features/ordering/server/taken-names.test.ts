import { expect, test } from 'vitest'
import { sessionOf } from '#tests/server/managed-orders.ts'
import { checkoutFor, completeDraft, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'

const { deps, customer, sandbox } = await createTestWorld()
const askedRegistrar = () => sandbox.requests().filter(({ path }) => path.includes('/dnsimple/')).length

test('an order to buy a name that someone has registered is refused, without asking the registrar', async () => {
  const person = await customer()
  const draft = completeDraft()
  const [name = '', other = ''] = draft.domains.purchase.azure
  publishRecords(sandbox, name, [])
  const before = askedRegistrar()
  expect(await takeOrder(person, draft)).toMatchObject({
    status: 409,
    body: {
      message: `${name} is no longer available: someone else has registered it. Please choose another domain. If it’s yours, order it as a domain you own.`,
      details: { domains: [name] },
    },
  })
  expect(askedRegistrar()).toBe(before)
  const exists = (domain: string) => person.get(`/api/orders/validate-domain?domain=${domain}`)
  expect((await exists(other)).body.exists).toBe(false)
  publishRecords(sandbox, other, [])
  const own = { ...draft, domainOption: 'own' as const }
  expect(
    (await takeOrder(person, { ...own, domains: { ...draft.domains, own: draft.domains.purchase } })).status,
  ).toBe(200)
})

test('what the registrar said in the cart counts, and what nobody can say refuses nothing', async () => {
  const person = await customer()
  const draft = completeDraft()
  const premium = {
    ...draft,
    domains: { ...draft.domains, purchase: { azure: ['premiumgarden.com', 'quietgarden.com'], google: [] } },
  }
  await person.post('/api/domains/verify-availability', { domains: ['premiumgarden.com'], is_user_own: 'no' })
  expect((await takeOrder(person, premium)).status).toBe(409)
  sandbox.faults.add({ kind: '503', vendor: 'rdap', times: 1_000 })
  expect((await takeOrder(person, draft)).status).toBe(200)
  sandbox.faults.clear()
})

test('a name that was registered elsewhere since the registrar called it free is refused', async () => {
  const person = await customer()
  const draft = completeDraft()
  const [name = ''] = draft.domains.purchase.azure
  const verify = { domains: draft.domains.purchase.azure, is_user_own: 'no' }
  expect((await person.post('/api/domains/verify-availability', verify)).body.results[0].available).toBe(true)
  publishRecords(sandbox, name, [])
  expect(await takeOrder(person, draft)).toMatchObject({
    status: 409,
    body: { details: { domains: [name] } },
  })
})

test('nor is there a payment page for one that was registered elsewhere since its order was taken', async () => {
  const person = await customer()
  const draft = completeDraft()
  const [name = ''] = draft.domains.purchase.azure
  const taken = await takeOrder(person, draft)
  const pay = () => person.post('/api/payments/create-checkout-session', checkoutFor(person, draft, taken))
  const page = await pay()
  expect(page.status).toBe(200)
  publishRecords(sandbox, name, [])
  expect(await takeOrder(person, draft)).toMatchObject({ status: 200 })
  expect(await pay()).toMatchObject({ status: 409, body: { details: { domains: [name] } } })
  // The page that is open already could be paid in another window.
  expect((await deps.vendors.payments.readCheckout(sessionOf(page.body.url))).status).toBe('expired')
})
