import { and, eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { auditLog, outbox, signInSteps, users } from '#base/db/schema/index.ts'
import { deliverMail } from '#base/mail/deliver-mail.ts'
import { resetPassword, setCustomerAccess } from '#features/customers/server/customer-access.ts'
import { forgetfulStaff } from '#features/staff/server/forgetful-staff.ts'
import { inviteStaff } from '#features/staff/server/invite.ts'
import { lastMail, mailedToken } from '#tests/server/last-mail.ts'
import { joinedStaff, staffPassword } from '#tests/server/staff.ts'
import { createTestApp, type TestBrowser, testPassword } from '#tests/server/test-app.ts'
import type { Mail } from '#vendors/ports/mail.ts'
import { forgottenMessages } from '../../rules/forgotten-password.ts'
import { forgetfulCustomers } from './forgetful.ts'
import { sendLink } from './send-link.ts'

const product = await createTestApp()
const { deps, visitor, customer } = product
const { db } = deps
const another = 'Another.Horse.2'

const isIn = async (browser: TestBrowser) =>
  (await browser.get('/api/auth/check')).body.authenticated as boolean
const login = (browser: TestBrowser, email: string, password: string) =>
  browser.post('/api/auth/login', { email, password })
const ask = (email: string, side = 'auth', browser = visitor()) =>
  browser.post(`/api/${side}/forgot-password`, { email })
const choose = (token: string, password = another, side = 'auth') =>
  visitor().post(`/api/${side}/forgot-password/choose`, { token, password })

const works = async (token: string, side = 'auth') =>
  (await visitor().post(`/api/${side}/forgot-password/check`, { token })).body.works as boolean

/** Does what was asked of the worker. */
async function work(): Promise<void> {
  const { rows } = await db.execute<{ email: string; of: string }>(sql`
    delete from jobs.job where name = 'forgotten-password' returning data ->> 'email' as email, data ->> 'of' as of`)
  for (const { email, of } of rows)
    await sendLink(deps, of === 'staff' ? forgetfulStaff : forgetfulCustomers, email)
}
async function linkFor(email: string, side = 'auth'): Promise<string> {
  await ask(email, side)
  await work()
  return mailedToken(deps, email)
}
const stepsOf = (email: string) =>
  db.$count(signInSteps, sql`${signInSteps.userId} = (select id from ${users} where email = ${email})`)

describe('asking', () => {
  test('is answered alike, and does the same until it is answered, for whatever address', async () => {
    const { email } = await customer()
    const nobody = 'nobody-at-all@example.test'
    const answers = [await ask(email), await ask(nobody)]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { message: forgottenMessages.asked }]),
    )
    // What differs is left to the worker.
    expect(await stepsOf(email)).toBe(0)
    await work()
    expect(await lastMail(deps, nobody)).toBe('')
    expect(await lastMail(deps, email)).toContain(`${deps.config.publicUrl}/choose-password#`)
  })

  test('mails nobody who may not sign in, and on each side its own people alone', async () => {
    const stopped = await customer()
    await setCustomerAccess(deps, stopped.email, 'disabled')
    const invited = 'invited-only@example.test'
    await inviteStaff(deps, { email: invited, name: 'I', role: 'reader' }, 'command line')
    const staff = await joinedStaff(product, 'reader')
    const member = await customer()
    for (const [email, side] of [
      [stopped.email, 'auth'],
      [invited, 'operator'],
      [staff.email, 'auth'],
      [member.email, 'operator'],
    ] as const)
      expect([side, await linkFor(email, side)]).toEqual([side, ''])
  })

  test('is counted by address, wherever it comes from', async () => {
    const { email } = await customer()
    for (let i = 0; i < 3; i++) expect((await ask(email)).status).toBe(200)
    expect(await ask(email)).toMatchObject({ status: 429, body: { message: forgottenMessages.tooMany } })
    // Staff's side fills the same mailbox.
    expect((await ask(email, 'operator')).status).toBe(429)
  })

  test('is counted by network, whatever address it names', async () => {
    const browser = visitor()
    for (let i = 0; i < 10; i++)
      expect((await ask(`many${i}@example.test`, 'auth', browser)).status).toBe(200)
    expect((await ask('many11@example.test', 'auth', browser)).status).toBe(429)
  })
})

describe('the link', () => {
  test('lets another password be chosen once, ends every session and tells by mail', async () => {
    const ada = await customer()
    const token = await linkFor(ada.email)
    expect(await choose(token)).toMatchObject({ status: 200, body: { message: forgottenMessages.chosen } })
    expect(await lastMail(deps, ada.email)).toContain('was changed')
    expect(await isIn(ada)).toBe(false)
    expect((await ada.post('/api/auth/refresh-token')).status).toBe(401)
    expect((await login(visitor(), ada.email, testPassword)).status).toBe(401)
    expect((await login(visitor(), ada.email, another)).status).toBe(200)
    expect(await choose(token, 'Third.Horse.3')).toMatchObject({
      status: 422,
      body: { message: forgottenMessages.linkOver },
    })
    const noted = await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.customerId, ada.id), sql`${auditLog.action} like 'password.%'`))
      .orderBy(auditLog.id)
    expect(noted.map(({ action }) => action)).toEqual(['password.link_sent', 'password.changed'])
  })

  test('tells whether it still works, as often as it is asked, and until it was used or has ended', async () => {
    const [used, late] = [await customer(), await customer()]
    const staff = await joinedStaff(product, 'reader')
    const token = await linkFor(used.email)
    const ofStaff = await linkFor(staff.email, 'operator')
    expect([await works(token), await works(token), await works(ofStaff, 'operator')]).toEqual([
      true,
      true,
      true,
    ])
    // Each side's own alone, and no other secret.
    expect([await works(ofStaff), await works(token, 'operator'), await works('guessed')]).toEqual([
      false,
      false,
      false,
    ])
    await choose(token)
    expect(await works(token)).toBe(false)
    const ended = await linkFor(late.email)
    await db.update(signInSteps).set({ expiresAt: sql`now()` })
    expect(await works(ended)).toBe(false)
  })

  test('signs nobody in by itself', async () => {
    const { email } = await customer()
    const browser = visitor()
    const token = await linkFor(email)
    await browser.post('/api/auth/forgot-password/choose', { token, password: another })
    expect(await isIn(browser)).toBe(false)
  })

  test('is over after half an hour', async () => {
    const { email } = await customer()
    const token = await linkFor(email)
    await db.update(signInSteps).set({ expiresAt: sql`now()` })
    expect((await choose(token)).status).toBe(422)
  })

  test('ends the others, and stays good when the password is refused', async () => {
    const { email } = await customer()
    const [first, second] = [await linkFor(email), await linkFor(email)]
    expect(await choose(first, 'Password.1')).toMatchObject({ status: 400 })
    expect((await choose(first)).status).toBe(200)
    expect((await choose(second, 'Third.Horse.3')).status).toBe(422)
  })

  test.each(['password changed', 'operator’s reset'])('ends with every other change: %s', async (way) => {
    const ada = await customer()
    const token = await linkFor(ada.email)
    if (way === 'password changed')
      await ada.post('/api/auth/change-password', { currentPassword: testPassword, newPassword: another })
    else await resetPassword(db, ada.email)
    expect((await choose(token, 'Third.Horse.3')).status).toBe(422)
  })

  test('takes the place of a one-time password, but does not bring back the one that was reset', async () => {
    const { email } = await customer()
    const oneTime = await resetPassword(db, email)
    const token = await linkFor(email)
    expect((await choose(token, testPassword)).status).toBe(422)
    expect((await choose(token)).status).toBe(200)
    expect((await login(visitor(), email, oneTime)).status).toBe(401)
    expect(await login(visitor(), email, another)).toMatchObject({
      status: 200,
      body: { user: { mustChangePassword: false } },
    })
  })

  test('does nothing for an account that was stopped meanwhile', async () => {
    const { email } = await customer()
    const token = await linkFor(email)
    await setCustomerAccess(deps, email, 'suspended')
    expect((await choose(token)).status).toBe(422)
  })
})

describe('for staff', () => {
  test('the second factor is asked for as ever, and every session ends', async () => {
    const sam = await joinedStaff(product, 'support')
    const token = await linkFor(sam.email, 'operator')
    // One of staff's opens nothing on the customers' side.
    expect((await choose(token)).status).toBe(422)
    expect((await choose(token, another, 'operator')).status).toBe(200)
    expect((await sam.get('/api/operator/check')).body.staff).toBeNull()
    const browser = visitor()
    expect(
      await browser.post('/api/operator/sign-in', { email: sam.email, password: another }),
    ).toMatchObject({
      status: 200,
      body: { next: 'code' },
    })
    expect((await browser.get('/api/operator/check')).body.staff).toBeNull()
    expect(await lastMail(deps, sam.email)).toContain('was changed')
  })

  test('ends the other links, and a sign-in with the old password that waits for its second step', async () => {
    const sam = await joinedStaff(product, 'support')
    const begun = visitor()
    await begun.post('/api/operator/sign-in', { email: sam.email, password: staffPassword })
    const [first, second] = [await linkFor(sam.email, 'operator'), await linkFor(sam.email, 'operator')]
    expect((await choose(first, another, 'operator')).status).toBe(200)
    expect((await choose(second, 'Third.Horse.3', 'operator')).status).toBe(422)
    expect((await begun.post('/api/operator/sign-in/code', { code: await sam.code() })).status).toBe(401)
    expect((await begun.get('/api/operator/check')).body.staff).toBeNull()
  })
})

describe('the mail', () => {
  test('can be read by nobody in the database, before it is sent and after', async () => {
    const { email } = await customer()
    const token = await linkFor(email)
    const [waiting] = await db.select().from(outbox).where(eq(outbox.recipient, email))
    expect(waiting?.body).toBe('')
    expect(JSON.stringify(waiting)).not.toContain(token)

    const sent: Mail[] = []
    const mailer = { send: async (mail: Mail) => void sent.push(mail) }
    const delivering = {
      ...deps,
      log: pino({ level: 'silent' }),
      mailer: { ...deps.vendors.mailer, ...mailer },
    }
    await deliverMail(delivering, waiting?.id ?? '')
    expect(sent[0]?.text).toContain(token)
    const [after] = await db.select().from(outbox).where(eq(outbox.recipient, email))
    expect(after).toMatchObject({ body: '', attachments: null })
    expect(after?.sentAt).not.toBeNull()
  })
})
