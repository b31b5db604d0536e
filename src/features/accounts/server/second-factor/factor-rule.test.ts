import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { customers, memberships, refreshFamilies, sessions, users } from '#base/db/schema/index.ts'
import { addPasskey, setUpFactor } from '#tests/server/own-factor.ts'
import { createTestApp, type TestBrowser, testPassword } from '#tests/server/test-app.ts'
import { secondFactorTexts } from '../../rules/own-second-factor.ts'
import { passkeyTexts } from '../../rules/passkeys.ts'

const product = await createTestApp()
const { deps, customer, visitor, endpoints } = product
const { db } = deps

type Customer = Awaited<ReturnType<typeof customer>>
const setRule = (browser: TestBrowser, isOn: boolean) =>
  browser.post('/api/account/second-factor/rule', { isOn })
const wanted = { status: 403, body: { code: 'second_factor_required', message: secondFactorTexts.wanted } }

/** Somebody else who acts for the same customer, and is signed in. */
async function colleagueOf({ id: customerId }: Customer): Promise<Customer> {
  const colleague = await customer()
  const [user] = await db.select().from(users).where(eq(users.email, colleague.email))
  const userId = user?.id ?? ''
  for (const table of [memberships, sessions, refreshFamilies])
    await db.update(table).set({ customerId }).where(eq(table.userId, userId))
  return colleague
}
async function guardedAccount() {
  const owner = await customer()
  const colleague = await colleagueOf(owner)
  await setUpFactor(product, owner)
  return { owner, colleague }
}

describe('the account’s own rule', () => {
  test('says how many have none before it is switched on, and is for an owner who has one', async () => {
    const { owner, colleague } = await guardedAccount()
    expect((await owner.get('/api/account/second-factor/rule')).body).toEqual({
      isOn: false,
      people: 2,
      without: 1,
    })
    expect(await setRule(colleague, true)).toMatchObject({
      status: 409,
      body: { message: secondFactorTexts.ownFirst },
    })
    expect((await setRule(owner, true)).status).toBe(200)
    expect((await owner.get('/api/account/second-factor/rule')).body).toMatchObject({ isOn: true })
    // Whoever has one is not held up.
    expect((await owner.get('/api/orders')).status).toBe(200)
  })

  test('leads who has none to setting one up, at the next call and at the next sign-in', async () => {
    const { owner, colleague } = await guardedAccount()
    await setRule(owner, true)
    expect(await colleague.get('/api/orders')).toMatchObject(wanted)
    expect((await colleague.get('/api/auth/check')).body.user.mustSetUpFactor).toBe(true)
    expect((await colleague.post('/api/auth/refresh-token')).body.user.mustSetUpFactor).toBe(true)
    const browser = visitor()
    const { body } = await browser.post('/api/auth/login', { email: colleague.email, password: testPassword })
    expect(body.user.mustSetUpFactor).toBe(true)
    expect(await browser.get('/api/orders')).toMatchObject(wanted)
    await addPasskey(product, browser)
    expect((await browser.get('/api/orders')).status).toBe(200)
    expect((await browser.get('/api/auth/check')).body.user.mustSetUpFactor).toBe(false)
    expect((await colleague.get('/api/orders')).status).toBe(200)
  })

  test('keeps the last second factor, until it is switched off', async () => {
    const { owner } = await guardedAccount()
    await setRule(owner, true)
    expect(await owner.post('/api/account/second-factor/remove')).toMatchObject({
      status: 409,
      body: { message: passkeyTexts.lastByRule },
    })
    expect((await setRule(owner, false)).status).toBe(200)
    expect((await owner.post('/api/account/second-factor/remove')).status).toBe(200)
  })
})

describe('with the rule and without a second factor', async () => {
  const owner = await customer()
  await db.update(customers).set({ secondFactorRequiredAt: sql`now()` }).where(eq(customers.id, owner.id))
  const send = (browser: TestBrowser, method: string, path: string) =>
    browser.raw({
      method: method as 'GET',
      url: path.replace(/:\w+/g, 'none'),
      ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
      headers: { origin: deps.config.publicUrl, 'x-requested-with': 'XMLHttpRequest' },
    })
  const forCustomers = endpoints.filter(({ access }) => access === 'customer')
  const isOpen = ({ path, setsUpFactor }: (typeof forCustomers)[number]) =>
    setsUpFactor || path.startsWith('/api/auth/')

  test.each(forCustomers.filter((record) => !isOpen(record)).map(({ method, path }) => [method, path]))(
    '%s %s is closed',
    async (method = '', path = '') => {
      expect(await send(owner, method, path)).toMatchObject(wanted)
    },
  )

  test('open is what sets one up, and the way in and out', () => {
    expect(
      forCustomers
        .filter(isOpen)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual([
      'GET /api/account/second-factor',
      'GET /api/auth/profile',
      'POST /api/account/passkeys',
      'POST /api/account/passkeys/begin',
      'POST /api/account/second-factor/begin',
      'POST /api/account/second-factor/confirm',
      'POST /api/auth/change-password',
    ])
  })
})
