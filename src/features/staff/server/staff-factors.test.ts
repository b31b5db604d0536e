import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, staffSessions } from '#base/db/schema/index.ts'
import { passkeyTexts } from '#features/accounts/rules/passkeys.ts'
import { lastMail } from '#tests/server/last-mail.ts'
import { softPasskey } from '#tests/server/soft-passkey.ts'
import { codeOf, joinedStaff, staffPassword, type TestStaff } from '#tests/server/staff.ts'
import { createTestApp, type TestBrowser } from '#tests/server/test-app.ts'
import { staffMessages } from '../rules/staff.ts'
import { inviteStaff } from './invite.ts'

const product = await createTestApp()
const { deps, visitor } = product
const { db } = deps
const origin = deps.config.publicUrl

const factors = async (browser: TestBrowser) => (await browser.get('/api/operator/second-factor')).body
const remove = (browser: TestBrowser, path: string) =>
  browser.raw({
    method: 'DELETE',
    url: `/api/operator/${path}`,
    headers: { origin, 'x-requested-with': 'XMLHttpRequest' },
  })
const password = (browser: TestBrowser, email: string) =>
  browser.post('/api/operator/sign-in', { email, password: staffPassword })

async function addPasskey(staff: TestBrowser) {
  const device = softPasskey(origin)
  const { body } = await staff.post('/api/operator/passkeys/begin')
  const added = await staff.post('/api/operator/passkeys', { name: 'Desk', passkey: device.make(body) })
  const { passkeys } = await factors(staff)
  return { device, id: passkeys.at(-1).id as string, added }
}
const confirmationPasses = ({ id }: TestStaff) =>
  db
    .update(staffSessions)
    .set({ confirmedAt: sql`now() - interval '11 minutes'` })
    .where(eq(staffSessions.userId, id))

describe('a passkey of staff', () => {
  test('is added beside the authenticator, signs in after the password, and is told by mail', async () => {
    const ada = await joinedStaff(product, 'support')
    const { device, added } = await addPasskey(ada)
    expect(added).toMatchObject({ status: 200, body: { recoveryCodes: [] } })
    expect(await lastMail(deps, ada.email)).toContain('A passkey was added, "Desk"')
    const browser = visitor()
    expect((await password(browser, ada.email)).body).toEqual({ next: 'code', factors: ['code', 'passkey'] })
    const { body } = await browser.post('/api/operator/sign-in/passkey/begin')
    expect((await browser.get('/api/operator/check')).body.staff).toBeNull()
    const shown = device.show(body)
    expect(await browser.post('/api/operator/sign-in/passkey', { passkey: shown })).toMatchObject({
      status: 200,
      body: { staff: { email: ada.email }, recoveryCodesLeft: 10 },
    })
    expect((await browser.post('/api/operator/sign-in/passkey', { passkey: shown })).status).toBe(401)
  })

  test('is added only by who has just shown a second factor, and shown again before harm', async () => {
    const ada = await joinedStaff(product, 'support')
    const { device } = await addPasskey(ada)
    await confirmationPasses(ada)
    expect(await ada.post('/api/operator/passkeys/begin')).toMatchObject({
      status: 403,
      body: { code: 'confirm_required' },
    })
    const { body } = await ada.post('/api/operator/confirm/passkey/begin')
    expect((await ada.post('/api/operator/confirm/passkey', { passkey: device.show(body) })).status).toBe(200)
    expect((await ada.post('/api/operator/passkeys/begin')).status).toBe(200)
  })

  test('of a colleague is neither renamed nor removed', async () => {
    const [ada, bob] = [await joinedStaff(product, 'support'), await joinedStaff(product, 'owner')]
    const { id } = await addPasskey(ada)
    expect((await bob.patch(`/api/operator/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await remove(bob, `passkeys/${id}`)).status).toBe(404)
    expect((await ada.patch(`/api/operator/passkeys/${id}`, { name: 'Home' })).status).toBe(200)
    expect((await factors(ada)).passkeys).toMatchObject([{ id, name: 'Home' }])
  })

  test('whose count went back is refused and told', async () => {
    const ada = await joinedStaff(product, 'support')
    const { device } = await addPasskey(ada)
    device.counter = 0
    const { body } = await ada.post('/api/operator/confirm/passkey/begin')
    expect(await ada.post('/api/operator/confirm/passkey', { passkey: device.show(body) })).toMatchObject({
      status: 422,
      body: { message: passkeyTexts.copied },
    })
    expect(await lastMail(deps, ada.email)).toContain('somebody may have a copy of it')
    const noted = await db.select().from(auditLog).where(eq(auditLog.action, 'staff.passkey_copied'))
    expect(noted).toMatchObject([{ userId: ada.id, actor: 'operator' }])
  })
})

describe('the last second factor of staff', () => {
  test('stays: the authenticator while there is no passkey, the passkey while there is no authenticator', async () => {
    const ada = await joinedStaff(product, 'support')
    const refusal = { status: 409, body: { message: passkeyTexts.lastOfStaff } }
    expect(await remove(ada, 'authenticator')).toMatchObject(refusal)
    const { id } = await addPasskey(ada)
    expect((await remove(ada, 'authenticator')).status).toBe(200)
    expect(await lastMail(deps, ada.email)).toContain('Your authenticator app was removed')
    expect(await remove(ada, `passkeys/${id}`)).toMatchObject(refusal)
    expect(await factors(ada)).toMatchObject({
      hasAuthenticator: false,
      passkeys: [{ id }],
      recoveryCodesLeft: 10,
    })
    // And another authenticator may come.
    const { secret } = (await ada.post('/api/operator/authenticator/begin')).body
    expect(await ada.post('/api/operator/authenticator', { code: codeOf(secret) })).toMatchObject({
      status: 200,
      body: { recoveryCodes: [] },
    })
    expect((await remove(ada, `passkeys/${id}`)).status).toBe(200)
  })

  test('stays also when both are removed at the same moment', async () => {
    const ada = await joinedStaff(product, 'support')
    const { id } = await addPasskey(ada)
    const answers = await Promise.all([remove(ada, 'authenticator'), remove(ada, `passkeys/${id}`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await factors(ada)).isOn).toBe(true)
  })
})

test('somebody who was invited sets a passkey up instead of an authenticator, once', async () => {
  const email = 'passkey-first@example.test'
  const { link } = await inviteStaff(deps, { email, name: 'Pia', role: 'owner' }, 'command line')
  const browser = visitor()
  await browser.post('/api/operator/join', {
    token: new URL(link).hash.slice(1),
    password: staffPassword,
  })
  const device = softPasskey(origin)
  const { body } = await browser.post('/api/operator/sign-in/enroll/passkey/begin')
  const first = { name: 'Laptop', passkey: device.make(body) }
  const joined = await browser.post('/api/operator/sign-in/enrolled/passkey', first)
  expect(joined).toMatchObject({ status: 200, body: { staff: { email } } })
  expect(joined.body.recoveryCodes).toHaveLength(10)
  const colleague = (await browser.get('/api/operator/staff')).body.staff.find(
    (one: { email: string }) => one.email === email,
  )
  expect(colleague).toMatchObject({ state: 'active', hasAuthenticator: false, passkeys: 1 })
  // Who has only the password sets up neither kind.
  const thief = visitor()
  expect((await password(thief, email)).body).toEqual({ next: 'code', factors: ['passkey'] })
  for (const path of ['enroll', 'enroll/passkey/begin'])
    expect(await thief.post(`/api/operator/sign-in/${path}`)).toMatchObject({
      status: 409,
      body: { message: staffMessages.hasFactor },
    })
})

test('an invitation given again takes passkeys as well', async () => {
  const [owner, ada] = [await joinedStaff(product, 'owner'), await joinedStaff(product, 'support')]
  await addPasskey(ada)
  expect((await owner.post(`/api/operator/staff/${ada.id}/invite`)).status).toBe(200)
  const { staff } = (await owner.get('/api/operator/staff')).body
  expect(staff.find(({ id }: { id: string }) => id === ada.id)).toMatchObject({
    state: 'invited',
    hasAuthenticator: false,
    passkeys: 0,
  })
})
