import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '#apps/demo/demo-accounts.ts'
import type { Db } from '#base/db/client.ts'
import {
  auditLog,
  customers,
  memberships,
  refreshFamilies,
  sessions,
  users,
  vendorLimits,
} from '#base/db/schema/index.ts'
import { resetPassword, setCustomerAccess } from '#features/customers/server/customer-access.ts'
import { lastMail, mailedToken } from '#tests/server/last-mail.ts'
import { beforeCommit, meet } from '#tests/server/meet.ts'
import { createTestApp, type TestBrowser, testPassword } from '#tests/server/test-app.ts'
import { forgottenMessages } from '../rules/forgotten-password.ts'
import { passwordMessages } from '../rules/password.ts'
import { forgetfulCustomers } from './forgotten-password/forgetful.ts'
import { sendLink, tellTried } from './forgotten-password/send-link.ts'
import { operator } from './password-line.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.ts'

const { database, deps, customer, visitor } = await createTestApp({ env: { PRODUCT_NAME: 'Sendwell' } })
let lovelaces = 0
const { db } = database

const isSignedIn = async (browser: TestBrowser) =>
  (await browser.get('/api/auth/check')).body.authenticated as boolean
const login = (browser: TestBrowser, email: string, password: string) =>
  browser.post('/api/auth/login', { email, password })
const refresh = (browser: TestBrowser) => browser.post('/api/auth/refresh-token')
/** Makes the last rotation look older than the grace window. */
const agePastGrace = () => db.update(refreshFamilies).set({ rotatedAt: sql`now() - interval '5 minutes'` })

test('a customer signs in whatever the case of the address, and is told for how long', async () => {
  const { id, email } = await customer({ email: 'case@example.test', name: 'Grace Hopper' })
  const browser = visitor()
  const answer = await login(browser, ` ${email.toUpperCase()} `, testPassword)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    user: { id, name: 'Grace Hopper', email, mustChangePassword: false, mustSetUpFactor: false },
    message: 'Login successful',
    expiresIn: 3600,
  })
  expect((await browser.get('/api/auth/profile')).body.user.email).toBe(email)
})

test('session cookies cannot be read by scripts and are not sent along from other sites', async () => {
  const { email } = await customer()
  const answer = await login(visitor(), email, testPassword)
  for (const cookie of answer.headers['set-cookie'] as string[]) {
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
  }
})

test('only hashes of tokens are stored', async () => {
  const browser = await customer()
  const [row] = await db.select().from(sessions).where(eq(sessions.customerId, browser.id))
  expect(row?.tokenHash.toString('base64url')).not.toBe(browser.cookies.get('inboxyard_session'))
  expect(row?.tokenHash).toHaveLength(32)
})

test('an unknown address and a wrong password are answered alike', async () => {
  const { email } = await customer()
  const wrong = await login(visitor(), email, 'Not.The.Password.1')
  const unknown = await login(visitor(), 'nobody@example.test', 'Not.The.Password.1')
  expect(wrong.status).toBe(401)
  expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
})

test.each([
  [{ email: '', password: 'secret1' }, 'Email is required'],
  [{ email: 'not an address', password: 'secret1' }, 'Please enter a valid email'],
  [{ email: 'a@b.test', password: '' }, 'Password is required'],
  [{ email: 'a@b.test', password: 'short' }, 'Password must be at least 6 characters'],
])('signing in with %j is refused with a sentence', async (body, message) => {
  const answer = await visitor().post('/api/auth/login', body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid', message })
})

test('unknown fields, missing fields and other types are refused', async () => {
  for (const body of [
    { email: 'a@b.test', password: 'secret1', admin: true },
    { email: 'a@b.test' },
    { email: 1, password: [] },
    [],
    'text',
    null,
  ]) {
    const answer = await visitor().post('/api/auth/login', body)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('invalid')
  }
})

test('malformed JSON, other content types and oversized bodies have clear errors', async () => {
  const headers = {
    origin: 'http://localhost:3000',
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
  }
  const send = (payload: string, more = {}) =>
    visitor().raw({ method: 'POST', url: '/api/auth/login', headers: { ...headers, ...more }, payload })
  expect(await send('{"email":')).toMatchObject({
    status: 400,
    body: { message: 'The request is not valid JSON.' },
  })
  expect(await send('a=b', { 'content-type': 'text/plain' })).toMatchObject({
    status: 415,
    body: { message: 'The request has to be JSON.' },
  })
  expect(await send(`"${'x'.repeat(300_000)}"`)).toMatchObject({
    status: 413,
    body: { message: 'The request is too large.' },
  })
})

test('a request that another site could have caused is refused', async () => {
  const { email, password } = await customer()
  const cases: Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: '' },
    { 'x-requested-with': '' },
  ]
  for (const headers of cases) {
    const answer = await visitor().post('/api/auth/login', { email, password }, headers)
    expect(answer.status).toBe(403)
  }
})

test('tampered, unknown and expired sessions are not signed in', async () => {
  const browser = await customer()
  const token = browser.cookies.get('inboxyard_session') ?? ''
  for (const value of ['', 'x', `${token.slice(0, -1)}_`, `${token}.${token}`, 'x'.repeat(4_000)]) {
    const other = visitor()
    other.cookies.set('inboxyard_session', value)
    expect(await isSignedIn(other)).toBe(false)
    expect((await other.get('/api/auth/profile')).status).toBe(401)
  }
  await db
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(sessions.customerId, browser.id))
  expect(await isSignedIn(browser)).toBe(false)
})

test('an expired session is renewed once by the refresh token, which rotates', async () => {
  const browser = await customer()
  const before = new Map(browser.cookies)
  await db.delete(sessions).where(eq(sessions.customerId, browser.id))
  expect(await isSignedIn(browser)).toBe(false)
  expect(await refresh(browser)).toMatchObject({ status: 200, body: { expiresIn: 3600 } })
  expect(await isSignedIn(browser)).toBe(true)
  expect(browser.cookies.get('inboxyard_refresh')).not.toBe(before.get('inboxyard_refresh'))
})

test('a copy of a session that was renewed ends with the grace of tabs that refresh together', async () => {
  const browser = await customer()
  const copy = visitor()
  copy.cookies.set('inboxyard_session', browser.cookies.get('inboxyard_session') ?? '')
  await refresh(browser)
  expect(await isSignedIn(copy)).toBe(true)
  // Time passes.
  const ofBrowser = eq(sessions.customerId, browser.id)
  await db
    .update(sessions)
    .set({ expiresAt: sql`${sessions.expiresAt} - interval '31 seconds'` })
    .where(ofBrowser)
  expect(await isSignedIn(copy)).toBe(false)
  expect(await isSignedIn(browser)).toBe(true)
  // A session that ends by itself before that is not made longer.
  await db.update(sessions).set({ expiresAt: sql`now() - interval '1 second'` }).where(ofBrowser)
  const late = visitor()
  late.cookies.set('inboxyard_session', browser.cookies.get('inboxyard_session') ?? '')
  await refresh(browser)
  expect(await isSignedIn(late)).toBe(false)
})

test('five tabs that refresh together all stay signed in and end up with one chain', {
  tags: ['fault-39'],
}, async () => {
  const browser = await customer()
  const tabs = Array.from({ length: 5 }, () => {
    const tab = visitor()
    tab.cookies.set('inboxyard_refresh', browser.cookies.get('inboxyard_refresh') ?? '')
    return tab
  })
  const answers = await Promise.all(tabs.map(refresh))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(tabs.map((tab) => tab.cookies.get('inboxyard_refresh'))).size).toBe(1)
  expect(await Promise.all(tabs.map(isSignedIn))).toEqual([true, true, true, true, true])
  await agePastGrace()
  expect((await refresh(tabs[0] as TestBrowser)).status).toBe(200)
})

describe('a renewal beside a change of password in the same browser', () => {
  const newPassword = 'Another.Horse.2'
  const change = ({ post, password }: TestBrowser & { password: string }) =>
    post('/api/auth/change-password', { currentPassword: password, newPassword })
  /** A renewal that left with the cookies of then; its answer meets the cookies that the browser has by now. */
  const answerOfRenewalWith = (cookies: Map<string, string>, browser: TestBrowser) =>
    browser.raw({
      method: 'POST',
      url: '/api/auth/refresh-token',
      headers: { origin: 'http://localhost:3000', 'x-requested-with': 'XMLHttpRequest' },
      cookies: Object.fromEntries(cookies),
    })
  async function expectSignedIn(browser: TestBrowser) {
    expect(await isSignedIn(browser)).toBe(true)
    expect((await refresh(browser)).status).toBe(200)
  }

  test('is refused after it, and leaves the new cookies alone when its answer is the later one', async () => {
    const browser = await customer()
    const before = new Map(browser.cookies)
    expect((await change(browser)).status).toBe(200)
    expect((await answerOfRenewalWith(before, browser)).status).toBe(401)
    await expectSignedIn(browser)
  })

  test('is refused after it, and changes nothing when its answer is the earlier one', async () => {
    const browser = await customer()
    const before = new Map(browser.cookies)
    expect((await change(browser)).status).toBe(200)
    const changed = new Map(browser.cookies)
    for (const [name, value] of before) browser.cookies.set(name, value)
    expect((await answerOfRenewalWith(before, browser)).status).toBe(401)
    expect(browser.cookies).toEqual(before)
    for (const [name, value] of changed) browser.cookies.set(name, value)
    await expectSignedIn(browser)
  })

  test('may come before it: the change continues with the session it was asked in', async () => {
    const browser = await customer()
    const before = new Map(browser.cookies)
    expect((await refresh(browser)).status).toBe(200)
    const changed = await browser.raw({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { origin: 'http://localhost:3000', 'x-requested-with': 'XMLHttpRequest' },
      cookies: Object.fromEntries(before),
      payload: { currentPassword: browser.password, newPassword },
    })
    expect(changed.status).toBe(200)
    await expectSignedIn(browser)
  })
})

const membersOf = (customerId: string) =>
  db.select({ id: memberships.userId }).from(memberships).where(eq(memberships.customerId, customerId))

describe('what was begun with the old password, while it is being replaced,', () => {
  const newHash = hashPassword('Another.Horse.2', operator)
  const replace = async (tx: Db, id: string) => {
    await tx
      .update(users)
      .set({ passwordHash: await newHash })
      .where(inArray(users.id, membersOf(id)))
    await endSessionsOf(tx, { customerId: id }, 'password replaced')
  }
  const stop = async (tx: Db, id: string) => {
    await tx.update(customers).set({ disabledAt: new Date() }).where(eq(customers.id, id))
    await endSessionsOf(tx, { customerId: id }, 'disabled')
  }

  test.each([
    ['a change of password', replace],
    ['an account that is stopped', stop],
  ])('a sign-in that meets %s opens no session', async (_, happen) => {
    const owner = await customer()
    const intruder = visitor()
    const met = await meet(
      db,
      beforeCommit(db, (tx) => happen(tx, owner.id)),
      () => login(intruder, owner.email, testPassword),
    )
    expect(met).toEqual([undefined, expect.objectContaining({ status: 401 })])
    expect(await isSignedIn(intruder)).toBe(false)
    expect((await refresh(intruder)).status).toBe(401)
    const open = await db.select().from(sessions).where(eq(sessions.customerId, owner.id))
    expect(open).toEqual([])
  })

  test('and comes first, is ended by the change', async () => {
    const owner = await customer()
    const early = visitor()
    expect((await login(early, owner.email, testPassword)).status).toBe(200)
    await db.transaction((tx) => replace(tx, owner.id))
    expect(await isSignedIn(early)).toBe(false)
    expect((await refresh(early)).status).toBe(401)
  })

  test('replaces no password: the operator has given another one meanwhile', async () => {
    const intruder = await customer()
    const met = await meet(
      db,
      beforeCommit(db, (tx) => replace(tx, intruder.id)),
      () =>
        intruder.post('/api/auth/change-password', {
          currentPassword: testPassword,
          newPassword: 'Intruding.Horse.3',
        }),
    )
    expect(met).toEqual([undefined, expect.objectContaining({ status: 422 })])
    expect((await login(visitor(), intruder.email, 'Intruding.Horse.3')).status).toBe(401)
    expect((await login(visitor(), intruder.email, 'Another.Horse.2')).status).toBe(200)
    expect(await isSignedIn(intruder)).toBe(false)
  })
})

test('an old refresh token that comes back later ends the whole chain, for thief and owner alike', {
  tags: ['fault-39'],
}, async () => {
  const browser = await customer()
  const stolen = visitor()
  stolen.cookies.set('inboxyard_refresh', browser.cookies.get('inboxyard_refresh') ?? '')
  await refresh(browser)
  await refresh(browser)
  await agePastGrace()
  expect((await refresh(stolen)).status).toBe(401)
  expect(await isSignedIn(browser)).toBe(false)
  expect((await refresh(browser)).body.message).toBe('Your session has expired. Please log in again.')
  const entries = await db.select().from(auditLog).where(eq(auditLog.customerId, browser.id))
  expect(entries.map(({ action }) => action)).toContain('session.reuse_detected')
})

test('signing out ends this session only and forgets the cookies', async () => {
  const one = await customer()
  const two = visitor()
  await login(two, one.email, one.password)
  const copy = new Map(one.cookies)
  const answer = await one.post('/api/auth/logout')
  expect(answer).toMatchObject({ status: 200, body: { message: 'Logged out successfully' } })
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect([...one.cookies]).toEqual([])
  const thief = visitor()
  for (const [name, value] of copy) thief.cookies.set(name, value)
  expect(await isSignedIn(thief)).toBe(false)
  expect((await refresh(thief)).status).toBe(401)
  expect(await isSignedIn(two)).toBe(true)
})

test('signing out ends the chain of a session that has expired', async () => {
  const browser = await customer()
  const thief = visitor()
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
  browser.cookies.delete('inboxyard_session')
  expect((await browser.post('/api/auth/logout')).status).toBe(200)
  expect((await refresh(thief)).status).toBe(401)
  expect(await isSignedIn(thief)).toBe(false)
  const entries = await db.select().from(auditLog).where(eq(auditLog.customerId, browser.id))
  expect(entries.map(({ action }) => action)).toContain('session.ended')
})

test('signing out with a token that only names a chain ends nothing', async () => {
  const browser = await customer()
  const stranger = visitor()
  const [family] = (browser.cookies.get('inboxyard_refresh') ?? '').split('.')
  stranger.cookies.set('inboxyard_refresh', `${family}.guessed`)
  expect((await stranger.post('/api/auth/logout')).status).toBe(200)
  expect((await refresh(browser)).status).toBe(200)
})

test('signing out without a session is no error', async () => {
  expect((await visitor().post('/api/auth/logout')).status).toBe(200)
})

test('changing the password ends every other session and every copy of this one, which continues with a new token', async () => {
  const one = await customer()
  const copy = visitor()
  for (const [name, value] of one.cookies) copy.cookies.set(name, value)
  const two = visitor()
  await login(two, one.email, one.password)
  const newPassword = 'Another.Horse.2'
  const answer = await one.post('/api/auth/change-password', { currentPassword: one.password, newPassword })
  expect(answer).toMatchObject({ status: 200, body: { message: 'Password changed successfully' } })
  expect(await isSignedIn(one)).toBe(true)
  for (const ended of [two, copy]) {
    expect(await isSignedIn(ended)).toBe(false)
    expect((await refresh(ended)).status).toBe(401)
  }
  // A copy that comes back does the owner no harm.
  expect(await isSignedIn(one)).toBe(true)
  expect((await refresh(one)).status).toBe(200)
  expect((await login(visitor(), one.email, one.password)).status).toBe(401)
  expect((await login(visitor(), one.email, newPassword)).status).toBe(200)
})

test.each([
  ['', 'Please fill in all fields'],
  [
    'alllowercase.1',
    'Password must be at least 8 characters long and contain uppercase, lowercase, number, and special character (including .)',
  ],
  [
    'Short.1',
    'Password must be at least 8 characters long and contain uppercase, lowercase, number, and special character (including .)',
  ],
  ['Password1!', 'This password is on the list of commonly used passwords. Please choose another one.'],
  [`Aa1.${'x'.repeat(300)}`, 'Password must be at most 200 characters long'],
])('%j is refused as a new password', async (newPassword, message) => {
  const browser = await customer()
  const answer = await browser.post('/api/auth/change-password', {
    currentPassword: browser.password,
    newPassword,
  })
  expect(answer).toMatchObject({ status: 400, body: { message, fields: { newPassword: message } } })
})

test.each([
  ['P@ssw0rd', passwordMessages.common],
  ['Dragon!2024', passwordMessages.common],
  ['L3tme1n.99', passwordMessages.common],
  ['Abc123.!', passwordMessages.common],
  ['Summer2025!', passwordMessages.common],
  ['Qwertyuiop.1', passwordMessages.common],
  ['My.Lovelace77', passwordMessages.personal],
  ['L0vel@ce.Forever.1', passwordMessages.personal],
  ['Analytical-Engine.9', passwordMessages.personal],
  ['Sendwell.For.Me.1', passwordMessages.personal],
  [demoPassword, passwordMessages.personal],
])('%j would be guessed, and is refused with a sentence at its field', async (newPassword, message) => {
  const browser = await customer({ email: `lovelace@analytical-engine.test${++lovelaces}` })
  const answer = await browser.post('/api/auth/change-password', {
    currentPassword: browser.password,
    newPassword,
  })
  expect(answer).toMatchObject({ status: 400, body: { message, fields: { newPassword: message } } })
})

test('a one-time password ends after 72 hours, which is told only to a person who knows it', async () => {
  const { email } = await customer()
  const oneTime = await resetPassword(db, email)
  const inTime = visitor()
  expect((await login(inTime, email, oneTime)).status).toBe(200)
  await db
    .update(users)
    .set({ oneTimePasswordAt: sql`now() - interval '73 hours'` })
    .where(eq(users.email, email))
  const sentence =
    'This one-time password has expired: it can be used for 72 hours. Please ask support for a new one.'
  expect(await login(visitor(), email, oneTime)).toMatchObject({ status: 403, body: { message: sentence } })
  expect(await login(visitor(), email, 'Wrong.Horse.9')).toMatchObject({
    status: 401,
    body: { message: 'The email or password is not right.' },
  })
  // Not by a person who signed in while it lasted, either.
  const late = await inTime.post('/api/auth/change-password', {
    currentPassword: oneTime,
    newPassword: 'Another.Horse.2',
  })
  expect(late).toMatchObject({ status: 403, body: { message: sentence } })
  const again = await resetPassword(db, email)
  const browser = visitor()
  expect((await login(browser, email, again)).status).toBe(200)
  const changed = await browser.post('/api/auth/change-password', {
    currentPassword: again,
    newPassword: 'Another.Horse.2',
  })
  expect(changed.status).toBe(200)
})

test('a long passphrase of 64 characters is allowed', async () => {
  const browser = await customer()
  const newPassword = `Aa1.${'correct horse battery staple '.repeat(3)}`.slice(0, 64)
  expect(
    (await browser.post('/api/auth/change-password', { currentPassword: browser.password, newPassword }))
      .status,
  ).toBe(200)
})

test('a wrong current password and an unchanged password are refused', async () => {
  const browser = await customer()
  const wrong = await browser.post('/api/auth/change-password', {
    currentPassword: 'Wrong.Horse.9',
    newPassword: 'Another.Horse.2',
  })
  expect(wrong).toMatchObject({
    status: 422,
    body: { message: 'Failed to change password. Please check your current password and try again.' },
  })
  const same = await browser.post('/api/auth/change-password', {
    currentPassword: browser.password,
    newPassword: browser.password,
  })
  expect(same.body.message).toBe('The new password must be different from the current one.')
})

test('a disabled customer is signed out at once, cannot sign in or refresh, and can again when enabled', async () => {
  const browser = await customer()
  await setCustomerAccess(deps, browser.email, 'disabled')
  expect(await isSignedIn(browser)).toBe(false)
  expect((await refresh(browser)).status).toBe(401)
  expect(await login(visitor(), browser.email, browser.password)).toMatchObject({
    status: 403,
    body: { message: 'This account is disabled. Please contact support.' },
  })
  await setCustomerAccess(deps, browser.email, 'open')
  expect((await login(visitor(), browser.email, browser.password)).status).toBe(200)
})

test('a reset while signed in elsewhere ends those sessions; the one-time password opens only its own replacement', async () => {
  const elsewhere = await customer()
  const oneTime = await resetPassword(db, elsewhere.email)
  expect(await isSignedIn(elsewhere)).toBe(false)
  const browser = visitor()
  expect((await login(browser, elsewhere.email, oneTime)).body.user.mustChangePassword).toBe(true)
  expect((await browser.get('/api/auth/profile')).status).toBe(200)
  const changed = await browser.post('/api/auth/change-password', {
    currentPassword: oneTime,
    newPassword: 'Chosen.Horse.3',
  })
  expect(changed.status).toBe(200)
  expect((await browser.get('/api/auth/check')).body.user.mustChangePassword).toBe(false)
})

test('the password before a reset is not accepted again, however often it was reset', async () => {
  const owner = await customer()
  await resetPassword(db, owner.email)
  const oneTime = await resetPassword(db, owner.email)
  const browser = visitor()
  await login(browser, owner.email, oneTime)
  const choose = (newPassword: string, currentPassword = oneTime) =>
    browser.post('/api/auth/change-password', { currentPassword, newPassword })
  const sentence = 'This password was ended by the reset. Please choose another one.'
  expect(await choose(owner.password)).toMatchObject({
    status: 422,
    body: { message: sentence, fields: { newPassword: sentence } },
  })
  expect((await choose('Chosen.Horse.3')).status).toBe(200)
  // Nor by the way round over another one.
  expect((await choose(owner.password, 'Chosen.Horse.3')).body.message).toBe(sentence)
})

test('repeated wrong passwords are slowed down, with the time to wait', async () => {
  const { email } = await customer()
  const guesser = visitor()
  let answer = await login(guesser, email, 'Wrong.Horse.9')
  for (let i = 0; i < 12 && answer.status === 401; i++) answer = await login(guesser, email, 'Wrong.Horse.9')
  expect(answer.status).toBe(429)
  expect(answer.body.message).toMatch(/^Too many sign-in attempts\. Please try again in \d+ seconds?\.$/)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

/** Tries from as many networks, a few at once. */
async function guessFromEverywhere(email: string, tries: number): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < tries) {
    const some = await Promise.all(Array.from({ length: 10 }, () => login(visitor(), email, 'Wrong.Horse.9')))
    statuses.push(...some.map(({ status }) => status))
  }
  return statuses
}

test('an address that was typed stands in no row that counts tries', async () => {
  const typed = 'long.since.erased@example.test'
  expect((await login(visitor(), typed, 'Wrong.Horse.1')).status).toBe(401)
  expect((await visitor().post('/api/auth/forgot-password', { email: typed })).status).toBe(200)
  const rows = await db.select({ key: vendorLimits.key }).from(vendorLimits)
  expect(rows.filter(({ key }) => key.includes(typed))).toEqual([])
})

test('an attacker who guesses from many places is stopped, and the owner is not locked out of theirs', async () => {
  const owner = await customer()
  expect(await guessFromEverywhere(owner.email, 20)).not.toContain(429)
  // From anywhere: a few wrong passwords of others are no reason to wait.
  expect((await login(visitor(), owner.email, owner.password)).status).toBe(200)
  expect((await guessFromEverywhere(owner.email, 100)).at(-1)).toBe(429)
  expect((await login(visitor(), owner.email, owner.password)).status).toBe(429)
  expect((await login(owner, owner.email, owner.password)).status).toBe(200)
})

test('whoever reads the account’s mail comes in past strangers who use up its tries, and hears of them once a day', async () => {
  const owner = await customer()
  const told = async () => {
    const { rows } = await db.execute<{ data: { email: string; of: string; isTried?: boolean } }>(
      sql`select data from jobs.job where name = 'forgotten-password'`,
    )
    return rows.map(({ data }) => data).filter(({ email }) => email === owner.email.toLowerCase())
  }
  await guessFromEverywhere(owner.email, 120)
  const away = visitor()
  const refused = await login(away, owner.email, owner.password)
  expect(refused).toMatchObject({ status: 429 })
  expect(refused.body.message).toContain(forgottenMessages.wayPast)
  expect(await told()).toEqual([{ email: owner.email.toLowerCase(), of: 'customer', isTried: true }])
  await tellTried(deps, forgetfulCustomers, owner.email.toLowerCase())
  expect(await lastMail(deps, owner.email)).toContain('/forgot-password')

  await sendLink(deps, forgetfulCustomers, owner.email.toLowerCase())
  const token = await mailedToken(deps, owner.email)
  // Another's link, and a wrong one, let nobody try.
  expect((await away.post('/api/auth/forgot-password/check', { token: 'x'.repeat(43) })).body.works).toBe(
    false,
  )
  expect((await login(away, owner.email, owner.password)).status).toBe(429)
  expect((await away.post('/api/auth/forgot-password/check', { token })).body.works).toBe(true)
  expect((await login(away, owner.email, owner.password)).status).toBe(200)
  // Only there, and only for the one it was mailed to.
  expect((await login(visitor(), owner.email, owner.password)).status).toBe(429)
})

test('the addresses of one IPv6 network are counted together', async () => {
  const { email } = await customer()
  const statuses: number[] = []
  for (let i = 1; i <= 12; i++) {
    const answer = await visitor().raw({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: `2001:db8:ffff:1:${i}::${i}`,
      headers: { origin: 'http://localhost:3000', 'x-requested-with': 'XMLHttpRequest' },
      payload: { email, password: 'Wrong.Horse.9' },
    })
    statuses.push(answer.status)
  }
  expect(statuses.slice(0, 10)).not.toContain(429)
  expect(statuses.slice(10)).toEqual([429, 429])
})

test('one address that tries many accounts is slowed down, others are not', async () => {
  const guesser = visitor()
  const attempts = await Promise.all(
    Array.from({ length: 32 }, (_, i) => login(guesser, `guess${i}@example.test`, 'Wrong.Horse.9')),
  )
  expect(attempts.map(({ status }) => status)).toContain(429)
  expect((await login(visitor(), 'guess0@example.test', 'Wrong.Horse.9')).status).toBe(401)
})

test('nobody can register', async () => {
  expect(await visitor().post('/api/auth/register', { anything: 1 })).toMatchObject({
    status: 403,
    body: { message: 'Contact support for access.' },
  })
})

test('signing in, failing to, signing out and changing the password are in the audit log', async () => {
  const browser = await customer()
  await login(visitor(), browser.email, 'Wrong.Horse.9')
  await browser.post('/api/auth/change-password', {
    currentPassword: browser.password,
    newPassword: 'Another.Horse.2',
  })
  await browser.post('/api/auth/logout')
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.customerId, browser.id))
    .orderBy(auditLog.id)
  expect(entries.map(({ action }) => action)).toEqual([
    'customer.added',
    'session.started',
    'session.refused',
    'password.changed',
    'session.ended',
  ])
  expect(JSON.stringify(entries)).not.toContain('Horse')
})

test('no answer and no stored row holds a password', async () => {
  const [row] = await db.select().from(users).limit(1)
  expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
