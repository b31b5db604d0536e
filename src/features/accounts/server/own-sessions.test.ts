import { and, eq, like, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, outbox, refreshFamilies } from '#base/db/schema/index.ts'
import { lastMail } from '#tests/server/last-mail.ts'
import { createTestApp, type TestBrowser, testPassword } from '#tests/server/test-app.ts'

const { deps, visitor, customer } = await createTestApp()
const { db } = deps
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'

const login = (browser: TestBrowser, email: string, userAgent: string) =>
  browser.post('/api/auth/login', { email, password: testPassword }, { 'user-agent': userAgent })
const isIn = async (browser: TestBrowser) =>
  (await browser.get('/api/auth/check')).body.authenticated as boolean
const listed = async (browser: TestBrowser) =>
  (await browser.get('/api/account/sessions')).body.sessions as {
    id: string
    device: string
    address: string
    isThis: boolean
  }[]
const end = (browser: TestBrowser, id: string) =>
  browser.raw({
    method: 'DELETE',
    url: `/api/account/sessions/${id}`,
    headers: { origin: deps.config.publicUrl, 'x-requested-with': 'XMLHttpRequest' },
  })

describe('where one is signed in', () => {
  test('is listed with device and address, and each session ends by itself', async () => {
    const ada = await customer()
    const other = visitor()
    await login(other, ada.email, firefox)
    const sessions = await listed(ada)
    expect(sessions.map(({ device, isThis }) => [device, isThis]).sort()).toEqual([
      ['A browser', true],
      ['Firefox on Windows', false],
    ])
    expect(sessions.every(({ address }) => address.startsWith('2001:db8:'))).toBe(true)
    const { id } = sessions.find(({ isThis }) => !isThis) ?? { id: '' }
    expect((await end(ada, id)).status).toBe(200)
    expect(await isIn(other)).toBe(false)
    expect((await other.post('/api/auth/refresh-token')).status).toBe(401)
    expect(await isIn(ada)).toBe(true)
    expect((await end(ada, id)).status).toBe(404)
    const noted = and(eq(auditLog.customerId, ada.id), eq(auditLog.action, 'session.ended'))
    const [entry] = await db.select().from(auditLog).where(noted)
    expect(entry?.data).toEqual({ session: id })
  })

  test('leaves one browser when all others end, and nobody else’s', async () => {
    const [ada, bob] = [await customer(), await customer()]
    const others = [visitor(), visitor()]
    for (const each of others) await login(each, ada.email, firefox)
    const [theirs] = await listed(bob)
    expect((await end(ada, theirs?.id ?? '')).status).toBe(404)
    expect((await ada.post('/api/account/sessions/end-others')).body).toEqual({ ended: 2 })
    expect(await Promise.all([ada, bob, ...others].map(isIn))).toEqual([true, true, false, false])
    expect(await listed(ada)).toHaveLength(1)
  })

  test('is the same session after a refresh and a change of the password', async () => {
    const ada = await customer()
    const browser = visitor()
    await login(browser, ada.email, safari)
    await browser.post('/api/auth/refresh-token')
    await browser.post('/api/auth/change-password', {
      currentPassword: testPassword,
      newPassword: 'Another.Horse.2',
    })
    expect((await listed(browser)).map(({ device, isThis }) => [device, isThis])).toEqual([
      ['Safari on iPhone', true],
    ])
  })

  test('is noted as it is used, every few minutes', async () => {
    const ada = await customer()
    const age = async () => {
      const [row] = await db
        .select({ seconds: sql<number>`extract(epoch from now() - ${refreshFamilies.lastSeenAt})::float8` })
        .from(refreshFamilies)
        .where(eq(refreshFamilies.customerId, ada.id))
      return row?.seconds ?? 0
    }
    const letPass = (minutes: number) =>
      db
        .update(refreshFamilies)
        .set({ lastSeenAt: sql`now() - make_interval(mins => ${minutes})` })
        .where(eq(refreshFamilies.customerId, ada.id))
    await letPass(4)
    await isIn(ada)
    expect(await age()).toBeGreaterThan(200)
    await letPass(6)
    await isIn(ada)
    expect(await age()).toBeLessThan(60)
  })
})

describe('a sign-in from a new place', () => {
  const mailsOf = (email: string) =>
    db.$count(outbox, and(eq(outbox.recipient, email), like(outbox.subject, 'New sign-in%')))

  test('is told by mail, once for each browser and network, and not the very first one', async () => {
    const ada = await customer()
    expect(await mailsOf(ada.email)).toBe(0)
    const elsewhere = visitor()
    await login(elsewhere, ada.email, firefox)
    expect(await lastMail(deps, ada.email)).toContain('Firefox on Windows, 2001:db8:')
    await login(elsewhere, ada.email, firefox)
    expect(await mailsOf(ada.email)).toBe(1)
    // Another browser there, and the same one somewhere else.
    await login(elsewhere, ada.email, safari)
    await login(visitor(), ada.email, firefox)
    expect(await mailsOf(ada.email)).toBe(3)
  })

  test('is not one where somebody signed in before devices were noted', async () => {
    const ada = await customer()
    await db.update(refreshFamilies).set({ device: null }).where(eq(refreshFamilies.customerId, ada.id))
    await login(ada, ada.email, firefox)
    expect(await mailsOf(ada.email)).toBe(0)
  })

  test('is told in an old account of which no sign-in is remembered', async () => {
    const ada = await customer()
    await db.execute(sql`update users set created_at = now() - interval '1 year' where email = ${ada.email}`)
    await db.delete(refreshFamilies).where(eq(refreshFamilies.customerId, ada.id))
    await login(visitor(), ada.email, firefox)
    expect(await mailsOf(ada.email)).toBe(1)
  })
})
