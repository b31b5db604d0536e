import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, passkeyChallenges, passkeys, refreshFamilies } from '#base/db/schema/index.ts'
import { staffMessages } from '#features/staff/rules/staff.ts'
import { lastMail } from '#tests/server/last-mail.ts'
import { addPasskey, setUpFactor } from '#tests/server/own-factor.ts'
import { type SoftPasskey, softPasskey } from '#tests/server/soft-passkey.ts'
import { codeOf } from '#tests/server/staff.ts'
import { createTestApp, type TestBrowser, testPassword } from '#tests/server/test-app.ts'
import { passkeysMax, passkeyTexts } from '../../rules/passkeys.ts'

const product = await createTestApp()
const { deps, visitor, customer } = product
const { db } = deps
const origin = deps.config.publicUrl

const begin = (browser: TestBrowser) =>
  browser.post('/api/account/passkeys/begin', { password: testPassword })
const add = (browser: TestBrowser, passkey: unknown, name = 'Work laptop') =>
  browser.post('/api/account/passkeys', { name, passkey })
const factors = async (browser: TestBrowser) => (await browser.get('/api/account/second-factor')).body
const login = (browser: TestBrowser, email: string) =>
  browser.post('/api/auth/login', { email, password: testPassword })
const ask = (browser: TestBrowser) => browser.post('/api/auth/login/passkey/begin')
const show = (browser: TestBrowser, passkey: unknown) => browser.post('/api/auth/login/passkey', { passkey })
const confirmationPasses = (id: string) =>
  db
    .update(refreshFamilies)
    .set({ confirmedAt: sql`now() - interval '11 minutes'` })
    .where(eq(refreshFamilies.customerId, id))
const remove = (browser: TestBrowser, id: string) =>
  browser.raw({
    method: 'DELETE',
    url: `/api/account/passkeys/${id}`,
    headers: { origin, 'x-requested-with': 'XMLHttpRequest' },
  })

/** A customer with a passkey and nothing else. */
async function withPasskey() {
  const ada = await customer()
  return { ada, ...(await addPasskey(product, ada)) }
}
async function askedToSignIn(email: string, device: SoftPasskey) {
  const browser = visitor()
  await login(browser, email)
  return { browser, shown: device.show((await ask(browser)).body) }
}

describe('adding one', () => {
  test('asks for the password, brings recovery codes with the first, and tells by mail', async () => {
    const ada = await customer()
    const wrong = await ada.post('/api/account/passkeys/begin', { password: 'Wrong.Horse.1' })
    expect(wrong).toMatchObject({ status: 422, body: { fields: { password: expect.any(String) } } })
    const device = softPasskey(origin)
    const { body: asked } = await begin(ada)
    expect(asked.rp.id).toBe(new URL(origin).hostname)
    const added = await add(ada, device.make(asked))
    expect(added.body.recoveryCodes).toHaveLength(10)
    expect(await factors(ada)).toMatchObject({
      isOn: true,
      hasAuthenticator: false,
      passkeys: [{ name: 'Work laptop', lastUsedAt: null }],
      recoveryCodesLeft: 10,
    })
    expect(await lastMail(deps, ada.email)).toContain('A passkey was added, "Work laptop"')
    // The second brings no codes: those of the first stay.
    const second = softPasskey(origin)
    expect((await add(ada, second.make((await begin(ada)).body), 'Key')).body.recoveryCodes).toEqual([])
  })

  test('is asked again for by whoever has a second factor already', async () => {
    const ada = await customer()
    await setUpFactor(product, ada)
    await confirmationPasses(ada.id)
    expect(await begin(ada)).toMatchObject({ status: 403, body: { code: 'confirm_required' } })
  })

  test('takes each challenge once, within five minutes, in the session that asked', async () => {
    const ada = await customer()
    const device = softPasskey(origin)
    const { body: asked } = await begin(ada)
    const made = device.make(asked)
    const bob = await customer()
    expect(await add(bob, made)).toMatchObject({ status: 422, body: { message: passkeyTexts.over } })
    expect((await add(ada, made)).status).toBe(200)
    expect(await add(ada, made)).toMatchObject({ status: 422, body: { message: passkeyTexts.over } })
    const late = softPasskey(origin).make((await begin(ada)).body)
    await db.update(passkeyChallenges).set({ expiresAt: sql`now()` })
    expect(await add(ada, late)).toMatchObject({ status: 422, body: { message: passkeyTexts.over } })
  })

  test('of two pages the later one is not disturbed by the earlier, which is told why it is refused', async () => {
    const ada = await customer()
    const [earlier, later] = [softPasskey(origin), softPasskey(origin)]
    const first = earlier.make((await begin(ada)).body)
    const second = later.make((await begin(ada)).body)
    expect(await add(ada, first)).toMatchObject({ status: 422, body: { message: passkeyTexts.over } })
    expect((await add(ada, second)).status).toBe(200)
    const nonsense = { ...first, response: { ...first.response, clientDataJSON: 'e30' } }
    expect((await add(ada, nonsense)).status).toBe(422)
  })

  test.each([
    ['another site', { origin: 'https://evil.test' }],
    ['another party', { rpId: 'evil.test' }],
  ])('refuses what was made for %s', async (_, at) => {
    const ada = await customer()
    const made = softPasskey(origin).make((await begin(ada)).body, at)
    expect(await add(ada, made)).toMatchObject({ status: 422, body: { message: passkeyTexts.wrong } })
    expect((await factors(ada)).isOn).toBe(false)
  })

  test('refuses one that is on another account, names that are empty, and more than there may be', async () => {
    const { device, ada } = await withPasskey()
    const bob = await customer()
    const { body: asked } = await begin(bob)
    expect(await add(bob, device.make(asked))).toMatchObject({
      status: 409,
      body: { message: passkeyTexts.taken },
    })
    expect((await add(bob, device.make(asked), '  ')).status).toBe(400)
    const [own] = await db.select().from(passkeys).where(eq(passkeys.credentialId, device.id))
    if (!own) throw new Error('no passkey')
    await db.insert(passkeys).values(
      Array.from({ length: passkeysMax - 1 }, (_, at) => ({
        ...own,
        id: `${own.id}-${at}`,
        credentialId: `${own.credentialId}-${at}`,
      })),
    )
    expect(await begin(ada)).toMatchObject({ status: 409, body: { message: passkeyTexts.tooMany } })
  })
})

describe('signing in', () => {
  test('asks for it after the password, and opens nothing before', async () => {
    const { ada, device } = await withPasskey()
    const browser = visitor()
    expect((await login(browser, ada.email)).body).toEqual({ next: 'code', factors: ['passkey'] })
    expect((await browser.get('/api/auth/check')).body.authenticated).toBe(false)
    const { body: asked } = await ask(browser)
    expect(asked).toMatchObject({ allowCredentials: [{ id: device.id, transports: ['internal'] }] })
    expect(await show(browser, device.show(asked))).toMatchObject({
      status: 200,
      body: { user: { email: ada.email }, recoveryCodesLeft: 10 },
    })
    expect((await browser.get('/api/auth/check')).body.authenticated).toBe(true)
    expect((await factors(browser)).passkeys[0].lastUsedAt).not.toBeNull()
  })

  test('takes a recovery code in its place', async () => {
    const { ada, recoveryCodes } = await withPasskey()
    const browser = visitor()
    await login(browser, ada.email)
    expect(await browser.post('/api/auth/login/code', { code: recoveryCodes[0] })).toMatchObject({
      status: 200,
      body: { recoveryCodesLeft: 9 },
    })
  })

  test('takes no answer twice, none for another site, and none of somebody else', async () => {
    const { ada, device } = await withPasskey()
    const phished = visitor()
    await login(phished, ada.email)
    const { body: once } = await ask(phished)
    // Signed for the same challenge, at a page that only looks like ours.
    const evil = device.show(once, { origin: 'https://evil.test' })
    expect(await show(phished, evil)).toMatchObject({ status: 422, body: { message: passkeyTexts.wrong } })
    // And the challenge is used up.
    expect(await show(phished, device.show(once))).toMatchObject({
      status: 422,
      body: { message: passkeyTexts.over },
    })
    const other = await withPasskey()
    const mixed = visitor()
    await login(mixed, ada.email)
    const { body: asked } = await ask(mixed)
    expect((await show(mixed, other.device.show(asked))).status).toBe(422)
    const fresh = await askedToSignIn(ada.email, device)
    expect((await show(fresh.browser, fresh.shown)).status).toBe(200)
    expect((await show(fresh.browser, fresh.shown)).status).toBe(401)
  })

  test('needs the step that the password brings', async () => {
    expect(await ask(visitor())).toMatchObject({ status: 401, body: { message: staffMessages.stepOver } })
    const { ada, device } = await withPasskey()
    const { shown } = await askedToSignIn(ada.email, device)
    expect((await show(visitor(), shown)).status).toBe(401)
    const elsewhere = visitor()
    await login(elsewhere, ada.email)
    expect(await show(elsewhere, shown)).toMatchObject({ status: 422, body: { message: passkeyTexts.over } })
  })

  test('refuses a passkey whose count went back, and tells its owner', async () => {
    const { ada, device } = await withPasskey()
    const first = await askedToSignIn(ada.email, device)
    expect((await show(first.browser, first.shown)).status).toBe(200)
    device.counter -= 1
    const copy = await askedToSignIn(ada.email, device)
    expect(await show(copy.browser, copy.shown)).toMatchObject({
      status: 422,
      body: { message: passkeyTexts.copied },
    })
    expect(await lastMail(deps, ada.email)).toContain('somebody may have a copy of it')
    const noted = await db.select().from(auditLog).where(eq(auditLog.action, 'passkey.copied'))
    expect(noted).toHaveLength(1)
  })

  test('takes one that never counts', async () => {
    const { ada, device } = await withPasskey()
    await db.update(passkeys).set({ counter: 0 }).where(eq(passkeys.credentialId, device.id))
    for (let i = 0; i < 2; i++) {
      device.counter = -1
      const { browser, shown } = await askedToSignIn(ada.email, device)
      expect((await show(browser, shown)).status).toBe(200)
    }
  })

  test('counts tries', async () => {
    const { ada, device } = await withPasskey()
    const { browser, shown } = await askedToSignIn(ada.email, device)
    let status = 0
    for (let i = 0; i < 12 && status !== 429; i++)
      status = (await show(browser, { ...shown, id: 'x' })).status
    expect(status).toBe(429)
    for (let i = 0; i < 22 && (await ask(browser)).status !== 429; i++);
    expect((await ask(browser)).status).toBe(429)
  })
})

test('a passkey is shown again before harm', async () => {
  const { ada, device } = await withPasskey()
  const codes = () => ada.post('/api/account/recovery-codes')
  await confirmationPasses(ada.id)
  expect(await codes()).toMatchObject({ status: 403, body: { code: 'confirm_required' } })
  const { body: asked } = await ada.post('/api/account/confirm/passkey/begin')
  // What is signed to sign in confirms nothing.
  const { shown } = await askedToSignIn(ada.email, device)
  expect((await ada.post('/api/account/confirm/passkey', { passkey: shown })).status).toBe(422)
  expect((await codes()).status).toBe(403)
  const confirm = (passkey: unknown) => ada.post('/api/account/confirm/passkey', { passkey })
  // A challenge that was answered wrongly is over.
  expect((await confirm(device.show(asked, { origin: 'https://evil.test' }))).status).toBe(422)
  expect((await confirm(device.show(asked))).status).toBe(422)
  const again = await ada.post('/api/account/confirm/passkey/begin')
  expect((await confirm(device.show(again.body))).status).toBe(200)
  expect((await codes()).status).toBe(200)
})

test('renamed and removed by its owner alone; with the last one go the recovery codes', async () => {
  const { ada, id } = await withPasskey()
  const bob = await customer()
  expect((await bob.patch(`/api/account/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
  expect((await remove(bob, id)).status).toBe(404)
  expect((await ada.patch(`/api/account/passkeys/${id}`, { name: ' Phone ' })).status).toBe(200)
  expect((await factors(ada)).passkeys[0].name).toBe('Phone')
  await confirmationPasses(ada.id)
  expect(await remove(ada, id)).toMatchObject({ status: 403, body: { code: 'confirm_required' } })
  await db.update(refreshFamilies).set({ confirmedAt: sql`now()` })
  expect((await remove(ada, id)).status).toBe(200)
  expect(await factors(ada)).toEqual({
    isOn: false,
    hasAuthenticator: false,
    passkeys: [],
    recoveryCodesLeft: 0,
  })
  expect(await lastMail(deps, ada.email)).toContain('Your passkey "Phone" was removed.')
  expect((await login(visitor(), ada.email)).body.user.email).toBe(ada.email)
})

test('an authenticator app beside it comes and goes, and the codes of the first stay', async () => {
  const { ada } = await withPasskey()
  const { body } = await ada.post('/api/account/second-factor/begin', { password: testPassword })
  const added = await ada.post('/api/account/second-factor/confirm', { code: codeOf(body.secret) })
  expect(added.body.recoveryCodes).toEqual([])
  expect((await login(visitor(), ada.email)).body.factors).toEqual(['code', 'passkey'])
  expect((await ada.post('/api/account/second-factor/remove')).status).toBe(200)
  expect(await factors(ada)).toMatchObject({ isOn: true, hasAuthenticator: false, recoveryCodesLeft: 10 })
  expect(await ada.post('/api/account/second-factor/remove')).toMatchObject({
    status: 409,
    body: { message: passkeyTexts.noAuthenticator },
  })
})

test('an installation that is reached by a number has none', async () => {
  const numbered = await createTestApp({
    adjustConfig: (config) => ({ ...config, publicUrl: 'http://127.0.0.1:3000' }),
  })
  const ada = await numbered.customer()
  expect(await begin(ada)).toMatchObject({ status: 409, body: { message: passkeyTexts.noHost } })
})
