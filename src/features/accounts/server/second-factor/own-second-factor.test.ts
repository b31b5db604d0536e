import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { refreshFamilies, secondFactors, signInSteps, users } from '#base/db/schema/index.ts'
import { resetPassword, setCustomerAccess } from '#features/customers/server/customer-access.ts'
import { staffMessages } from '#features/staff/rules/staff.ts'
import { lastMail } from '#tests/server/last-mail.ts'
import { setUpFactor } from '#tests/server/own-factor.ts'
import { codeOf } from '#tests/server/staff.ts'
import { createTestApp, type TestBrowser, testPassword } from '#tests/server/test-app.ts'

const product = await createTestApp()
const { deps, visitor, customer, endpoints } = product
const { db } = deps

const isIn = async (browser: TestBrowser) =>
  (await browser.get('/api/auth/check')).body.authenticated as boolean
const login = (browser: TestBrowser, email: string, password = testPassword) =>
  browser.post('/api/auth/login', { email, password })
const showCode = (browser: TestBrowser, code: string) => browser.post('/api/auth/login/code', { code })
const begin = (browser: TestBrowser, password = testPassword) =>
  browser.post('/api/account/second-factor/begin', { password })
const letConfirmationPass = (id: string) =>
  db
    .update(refreshFamilies)
    .set({ confirmedAt: sql`now() - interval '11 minutes'` })
    .where(eq(refreshFamilies.customerId, id))
async function guarded() {
  const ada = await customer()
  return { ada, factor: await setUpFactor(product, ada) }
}

describe('setting one up', () => {
  test('asks for the password, shows recovery codes once, and tells by mail', async () => {
    const ada = await customer()
    expect(await begin(ada, 'Wrong.Horse.1')).toMatchObject({ status: 422 })
    const { secret, uri } = (await begin(ada)).body
    expect(uri).toContain('otpauth://totp/')
    // Nothing is asked for before the first code was right.
    expect((await login(visitor(), ada.email)).body.user).toBeDefined()
    expect(await ada.post('/api/account/second-factor/confirm', { code: '000000' })).toMatchObject({
      status: 422,
    })
    const { body } = await ada.post('/api/account/second-factor/confirm', { code: codeOf(secret) })
    expect(body.recoveryCodes).toHaveLength(10)
    expect((await ada.get('/api/account/second-factor')).body).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
    })
    expect(await lastMail(deps, ada.email)).toContain('A second factor was set up')
    // While one is in use the password alone sets up no other.
    expect((await begin(ada)).status).toBe(409)
    expect(await isIn(ada)).toBe(true)
  })
})

describe('signing in', () => {
  test('needs the code after the password, each code once', async () => {
    const { ada, factor } = await guarded()
    const browser = visitor()
    expect(await login(browser, ada.email)).toMatchObject({ status: 200, body: { next: 'code' } })
    expect(await isIn(browser)).toBe(false)
    expect((await browser.post('/api/auth/refresh-token')).status).toBe(401)
    expect(await showCode(browser, '000000')).toMatchObject({ status: 422 })
    const code = await factor.code()
    expect(await showCode(browser, code)).toMatchObject({
      status: 200,
      body: { user: { email: ada.email }, recoveryCodesLeft: 10, expiresIn: 3600 },
    })
    expect(await isIn(browser)).toBe(true)
    expect((await browser.post('/api/auth/refresh-token')).status).toBe(200)
    const other = visitor()
    await login(other, ada.email)
    expect(await showCode(other, code)).toMatchObject({ status: 422 })
  })

  test('takes each recovery code once', async () => {
    const { ada, factor } = await guarded()
    const [code = ''] = factor.recoveryCodes
    const browser = visitor()
    await login(browser, ada.email)
    expect(await showCode(browser, ` ${code.toLowerCase()}`)).toMatchObject({
      status: 200,
      body: { recoveryCodesLeft: 9 },
    })
    await login(browser, ada.email)
    expect((await showCode(browser, code)).status).toBe(422)
  })

  test('begins again after ten minutes, and with another password', async () => {
    const { ada, factor } = await guarded()
    const browser = visitor()
    await login(browser, ada.email)
    await db.update(signInSteps).set({ expiresAt: sql`now()` })
    expect(await showCode(browser, await factor.code())).toMatchObject({
      status: 401,
      body: { message: staffMessages.stepOver },
    })
    await login(browser, ada.email)
    await resetPassword(db, ada.email)
    expect((await showCode(browser, await factor.code())).status).toBe(401)
    expect((await showCode(visitor(), await factor.code())).status).toBe(401)
  })

  test('is closed to an account that was stopped between password and code', async () => {
    const { ada, factor } = await guarded()
    const browser = visitor()
    await login(browser, ada.email)
    await setCustomerAccess(deps, ada.email, 'disabled')
    expect((await showCode(browser, await factor.code())).status).toBe(401)
  })

  test('tells by mail of a new place', async () => {
    const { ada, factor } = await guarded()
    const browser = visitor()
    await login(browser, ada.email)
    await showCode(browser, await factor.code())
    expect(await lastMail(deps, ada.email)).toContain('from where you have not been before')
  })

  test('counts codes by network: who has only the password keeps no owner out of where they have been', async () => {
    const { ada, factor } = await guarded()
    const attackers = [visitor(), visitor()]
    for (const attacker of attackers) await login(attacker, ada.email)
    for (let i = 0; i < 5; i++)
      for (const attacker of attackers) expect((await showCode(attacker, '000000')).status).toBe(422)
    // Together they have had ten.
    for (const attacker of attackers) expect((await showCode(attacker, '000000')).status).toBe(429)
    await login(ada, ada.email)
    expect((await showCode(ada, await factor.code())).status).toBe(200)
  })
})

describe('asking again', () => {
  test('is for those who have one, and lasts ten minutes', async () => {
    const { ada, factor } = await guarded()
    const codes = () => ada.post('/api/account/recovery-codes')
    expect((await codes()).body.recoveryCodes).toHaveLength(10)
    await letConfirmationPass(ada.id)
    expect(await codes()).toMatchObject({ status: 403, body: { code: 'confirm_required' } })
    expect((await ada.post('/api/account/confirm', { code: '000000' })).status).toBe(422)
    expect((await codes()).status).toBe(403)
    expect((await ada.post('/api/account/confirm', { code: await factor.code() })).status).toBe(200)
    expect((await codes()).status).toBe(200)
  })

  const harmful = endpoints.filter(({ access, asksAgain }) => access === 'customer' && asksAgain)
  test.each(harmful.map(({ method, path }) => [method, path] as const))(
    '%s %s asks',
    async (method, path) => {
      const { ada } = await guarded()
      await letConfirmationPass(ada.id)
      const ask = (browser: TestBrowser) =>
        browser.raw({
          method,
          url: path.replace(/:\w+/, 'none'),
          ...(method !== 'DELETE' && { payload: {} }),
          headers: { origin: deps.config.publicUrl, 'x-requested-with': 'XMLHttpRequest' },
        })
      expect(await ask(ada)).toMatchObject({ status: 403, body: { code: 'confirm_required' } })
      const bob = await customer()
      expect((await ask(bob)).status).not.toBe(403)
    },
  )

  test('is for what shows passwords, cancels orders, or changes the factor', () => {
    expect(harmful.map(({ path }) => path).sort()).toEqual([
      '/api/account/passkeys',
      '/api/account/passkeys/:id',
      '/api/account/passkeys/begin',
      '/api/account/recovery-codes',
      '/api/account/second-factor/begin',
      '/api/account/second-factor/confirm',
      '/api/account/second-factor/remove',
      '/api/account/second-factor/rule',
      '/api/connecting/unlock',
      '/api/orders/cancel',
      '/api/orders/credentials/reveal',
      '/api/orders/mailboxes-csv',
    ])
  })
})

test('removed, the password alone signs in again, and a mail tells', async () => {
  const { ada } = await guarded()
  expect((await ada.post('/api/account/second-factor/remove')).status).toBe(200)
  expect(await lastMail(deps, ada.email)).toContain('was removed')
  expect((await login(visitor(), ada.email)).body.user.email).toBe(ada.email)
  expect((await ada.get('/api/account/second-factor')).body).toMatchObject({
    isOn: false,
    recoveryCodesLeft: 0,
  })
  expect((await ada.post('/api/account/second-factor/remove')).status).toBe(409)
  expect((await ada.post('/api/account/recovery-codes')).status).toBe(409)
})

test('the secret is sealed', async () => {
  const { ada, factor } = await guarded()
  const [row] = await db
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .innerJoin(users, eq(users.id, secondFactors.userId))
    .where(eq(users.email, ada.email))
  expect(row?.secret).toMatch(/^v1:/)
  expect(row?.secret).not.toContain(factor.secret)
})
