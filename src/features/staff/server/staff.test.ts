import { eq, sql } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { auditLog, secondFactors, staffSessions } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { lastMail } from '#tests/server/last-mail.ts'
import { beforeCommit, meet, untilSomethingWaits } from '#tests/server/meet.ts'
import { codeOf, joinedStaff, staffPassword } from '#tests/server/staff.ts'
import { createTestApp, type TestBrowser } from '#tests/server/test-app.ts'
import { staffMessages } from '../rules/staff.ts'
import { changeStaff } from './change-staff.ts'
import { inviteStaff, inviteStaffAgain } from './invite.ts'

const product = await createTestApp()
const { deps, visitor, customer } = product
const { db } = deps

const isIn = async (browser: TestBrowser) => (await browser.get('/api/operator/check')).body.staff !== null
const password = (browser: TestBrowser, email: string, given = staffPassword) =>
  browser.post('/api/operator/sign-in', { email, password: given })
const code = (browser: TestBrowser, given: string) =>
  browser.post('/api/operator/sign-in/code', { code: given })
const tokenOf = (link: string) => new URL(link).hash.slice(1)
const mailTo = (email: string) => lastMail(deps, email)

describe('the way in', () => {
  test('leads from the invitation over password and authenticator to the console', async () => {
    const ada = await joinedStaff(product, 'owner')
    expect(ada.recoveryCodes).toHaveLength(10)
    expect((await ada.get('/api/operator/check')).body.staff).toMatchObject({
      email: ada.email,
      role: 'owner',
    })
  })

  test('is closed by a right password alone', async () => {
    const ada = await joinedStaff(product, 'owner')
    const browser = visitor()
    expect(await password(browser, ada.email)).toMatchObject({ status: 200, body: { next: 'code' } })
    expect(await isIn(browser)).toBe(false)
    expect((await browser.get('/api/operator/staff')).status).toBe(401)
    expect(await code(browser, '000000')).toMatchObject({ status: 422 })
    expect(await isIn(browser)).toBe(false)
    expect(await code(browser, await ada.code())).toMatchObject({ status: 200 })
    expect(await isIn(browser)).toBe(true)
  })

  test('takes each code once, from whatever browser', async () => {
    const ada = await joinedStaff(product, 'owner')
    const shown = await ada.code()
    const [one, other] = [visitor(), visitor()]
    await password(one, ada.email)
    await password(other, ada.email)
    const answers = await Promise.all([code(one, shown), code(other, shown)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('takes a recovery code once, however it is typed', async () => {
    const ada = await joinedStaff(product, 'owner')
    const [first = ''] = ada.recoveryCodes
    const browser = visitor()
    await password(browser, ada.email)
    const typed = ` ${first.toLowerCase().replaceAll('-', ' ')} `
    expect(await code(browser, typed)).toMatchObject({ status: 200, body: { recoveryCodesLeft: 9 } })
    const again = visitor()
    await password(again, ada.email)
    expect(await code(again, first)).toMatchObject({
      status: 422,
      body: { message: staffMessages.recoveryCodeWrong },
    })
    expect(await code(again, first.slice(1))).toMatchObject({
      body: { message: staffMessages.recoveryCodeWrong },
    })
    expect(await code(again, '000000')).toMatchObject({ body: { message: staffMessages.codeWrong } })
  })

  test('has no second enrolment: who knows the password alone gets no authenticator of their own', async () => {
    const ada = await joinedStaff(product, 'owner')
    const browser = visitor()
    await password(browser, ada.email)
    expect(await browser.post('/api/operator/sign-in/enroll')).toMatchObject({
      status: 409,
      body: { message: staffMessages.hasFactor },
    })
    const enrolled = await browser.post('/api/operator/sign-in/enrolled', { code: codeOf(ada.secret) })
    expect(enrolled.status).toBe(409)
    expect(await isIn(browser)).toBe(false)
  })

  test('is closed to a password that an invitation has just ended, however close they come', async () => {
    const owner = await joinedStaff(product, 'owner')
    for (let round = 0; round < 5; round++) {
      const ada = await joinedStaff(product, 'support')
      const thieves = [visitor(), visitor(), visitor()]
      const inviting = owner.post(`/api/operator/staff/${ada.id}/invite`)
      await Promise.all(thieves.map((thief) => password(thief, ada.email)))
      expect((await inviting).status).toBe(200)
      for (const thief of thieves) expect((await thief.post('/api/operator/sign-in/enroll')).status).toBe(401)
    }
  })

  test('is not begun by a password that is replaced while it is verified', async () => {
    const ada = await joinedStaff(product, 'support')
    const thief = visitor()
    const replace = async (tx: Db) => {
      await tx.execute(sql`update users set password_hash = '' where id = ${ada.id}`)
    }
    const met = await meet(db, beforeCommit(db, replace), () => password(thief, ada.email))
    expect(met).toEqual([undefined, expect.objectContaining({ status: 401 })])
    expect((await thief.post('/api/operator/sign-in/enroll')).status).toBe(401)
  })

  test('is not ended by a code of a key that is replaced while the code is verified', async () => {
    const email = 'hasty@example.test'
    const { link } = await inviteStaff(deps, { email, name: 'Hasty', role: 'support' }, 'command line')
    const browser = visitor()
    await browser.post('/api/operator/join', { token: tokenOf(link), password: staffPassword })
    const { secret } = (await browser.post('/api/operator/sign-in/enroll')).body
    // Another page asks for a key of its own at the same moment.
    const id = newId('secondFactor')
    const another = deps.secrets.seal(new Secret({ size: 20 }).base32, placeOf.secondFactor(id))
    const replace = async (tx: Db) => {
      await tx
        .update(secondFactors)
        .set({ id, secret: another })
        .where(eq(secondFactors.userId, sql`(select id from users where email = ${email})`))
    }
    const met = await meet(db, beforeCommit(db, replace), () =>
      browser.post('/api/operator/sign-in/enrolled', { code: codeOf(secret) }),
    )
    expect(met).toEqual([undefined, expect.objectContaining({ status: 422 })])
    expect(await isIn(browser)).toBe(false)
  })

  test('ends ten minutes after the password', async () => {
    const ada = await joinedStaff(product, 'owner')
    const browser = visitor()
    await password(browser, ada.email)
    await db.execute(sql`update staff_steps set expires_at = now() where user_id = ${ada.id}`)
    expect(await code(browser, await ada.code())).toMatchObject({
      status: 401,
      body: { message: staffMessages.stepOver },
    })
  })

  test('is closed for a while after ten wrong codes, which does not close open sessions', async () => {
    const ada = await joinedStaff(product, 'owner')
    const browser = visitor()
    await password(browser, ada.email)
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) statuses.push((await code(browser, `00000${i % 10}`)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(await isIn(ada)).toBe(true)
  })

  test('answers alike to unknown addresses, customers, wrong passwords and ended access', async () => {
    const ada = await joinedStaff(product, 'support')
    const owner = await joinedStaff(product, 'owner')
    const person = await customer()
    await changeStaff(deps, ada.id, { disabled: true })
    const answers = [
      await password(visitor(), 'nobody@example.test'),
      await password(visitor(), person.email, person.password),
      await password(visitor(), owner.email, 'Wrong.Horse.9'),
      await password(visitor(), ada.email),
    ]
    const told = answers.map(({ status, body }) => `${status} ${body.message}`)
    expect(new Set(told)).toEqual(new Set(['401 The email or password is not right.']))
  })

  test('is none of the customers’: staff cannot sign in there', async () => {
    const ada = await joinedStaff(product, 'owner')
    const answer = await visitor().post('/api/auth/login', { email: ada.email, password: staffPassword })
    expect(answer.status).toBe(401)
  })
})

describe('an invitation', () => {
  const invited = async () => {
    const email = `invited-${Math.random().toString(36).slice(2)}@example.test`
    const { link } = await inviteStaff(deps, { email, name: 'Ida Invited', role: 'support' }, 'console')
    return { email, token: tokenOf(link), link }
  }
  const join = (token: string, chosen = staffPassword) =>
    visitor().post('/api/operator/join', { token, password: chosen })

  test('tells whether it can still be followed, and stays as it is', async () => {
    const { token } = await invited()
    const works = async () =>
      (await visitor().post('/api/operator/join/check', { token })).body.works as boolean
    expect([await works(), await works()]).toEqual([true, true])
    expect((await join(token)).status).toBe(200)
    expect(await works()).toBe(false)
  })

  test('is mailed with its link, and followed once', async () => {
    const { email, token, link } = await invited()
    expect(await mailTo(email)).toContain(link)
    expect((await join(token)).status).toBe(200)
    expect(await join(token)).toMatchObject({ status: 401, body: { message: staffMessages.invitationOver } })
  })

  test('stays as it is when the password is a common one', async () => {
    const { token } = await invited()
    expect((await join(token, 'Password.1')).status).toBe(400)
    expect((await join(token)).status).toBe(200)
  })

  test('ends after 72 hours, and with the next one', async () => {
    const { token } = await invited()
    await db.execute(sql`update staff_steps set expires_at = expires_at - interval '73 hours'`)
    expect((await join(token)).status).toBe(401)
    const other = await invited()
    const [row] = await db.execute(sql`select id from users where email = ${other.email}`).then((r) => r.rows)
    await inviteStaffAgain(deps, String(row?.id), 'console')
    expect((await join(other.token)).status).toBe(401)
  })

  test('given again takes password, authenticator, recovery codes and sessions', async () => {
    const owner = await joinedStaff(product, 'owner')
    const ada = await joinedStaff(product, 'support')
    expect((await owner.post(`/api/operator/staff/${ada.id}/invite`)).status).toBe(200)
    expect(await isIn(ada)).toBe(false)
    expect((await password(visitor(), ada.email)).status).toBe(401)
    expect(await db.$count(secondFactors, eq(secondFactors.userId, ada.id))).toBe(0)
  })

  test('is shown as unfinished until there is a second factor', async () => {
    const owner = await joinedStaff(product, 'owner')
    const { email, token } = await invited()
    await join(token)
    const { staff } = (await owner.get('/api/operator/staff')).body
    expect(staff.find((each: { email: string }) => each.email === email).state).toBe('unfinished')
  })

  test.each([
    ['Two\nlines', staffMessages.nameUnseen],
    ['Red \u001b[31m', staffMessages.nameUnseen],
    ['\u202Eevil', staffMessages.nameUnseen],
    ['\u200b', staffMessages.nameMissing],
  ])('is for no name like %j', async (name, message) => {
    const owner = await joinedStaff(product, 'owner')
    const answer = await owner.post('/api/operator/staff', {
      email: 'name@example.test',
      name,
      role: 'support',
    })
    expect(answer).toMatchObject({ status: 400, body: { fields: { name: message } } })
  })

  test('is refused for an address at which nobody can be reached', async () => {
    const owner = await joinedStaff(product, 'owner')
    const body = { email: 'nobody@inboxyard.invalid', name: 'Nobody', role: 'support' }
    expect(await owner.post('/api/operator/staff', body)).toMatchObject({
      status: 400,
      body: { fields: { email: expect.stringContaining('.invalid are reserved') } },
    })
  })

  test('is refused for an address that someone signs in with', async () => {
    const owner = await joinedStaff(product, 'owner')
    const { email } = await customer()
    const body = { email, name: 'Twice', role: 'support' }
    expect(await owner.post('/api/operator/staff', body)).toMatchObject({
      status: 422,
      body: { fields: { email: `Someone signs in with ${email} already.` } },
    })
  })
})

describe('access that ends', () => {
  test('ends every session at once, and comes back with password and authenticator', async () => {
    const owner = await joinedStaff(product, 'owner')
    const ada = await joinedStaff(product, 'support')
    const change = (disabled: boolean) => owner.patch(`/api/operator/staff/${ada.id}`, { disabled })
    expect((await change(true)).status).toBe(200)
    expect(await isIn(ada)).toBe(false)
    expect((await change(false)).status).toBe(200)
    expect(await isIn(ada)).toBe(false)
    const browser = visitor()
    await password(browser, ada.email)
    expect((await code(browser, await ada.code())).status).toBe(200)
  })

  test('ends a sign-in that waits for its second step, which does not go on when access comes back', async () => {
    const owner = await joinedStaff(product, 'owner')
    const ada = await joinedStaff(product, 'support')
    const begun = visitor()
    await password(begun, ada.email)
    for (const disabled of [true, false])
      expect((await owner.patch(`/api/operator/staff/${ada.id}`, { disabled })).status).toBe(200)
    expect((await code(begun, await ada.code())).status).toBe(401)
  })

  test('never leaves an installation without an owner, even when two end each other’s at once', async () => {
    await db.execute(sql`update users set staff_disabled_at = now() where staff_role = 'owner'`)
    const [ada, bob] = [await joinedStaff(product, 'owner'), await joinedStaff(product, 'owner')]
    const { pressed } = await db.transaction(async (tx) => {
      // Both are let in before either is changed.
      await tx.execute(sql`select from users where id in (${ada.id}, ${bob.id}) for update`)
      const pressed = Promise.all([
        ada.patch(`/api/operator/staff/${bob.id}`, { disabled: true }),
        bob.patch(`/api/operator/staff/${ada.id}`, { role: 'reader' }),
      ])
      await untilSomethingWaits(db, 2)
      return { pressed }
    })
    const ended = await pressed
    expect(ended.map(({ status }) => status).sort()).toEqual([200, 409])
    const left = await db.execute(
      sql`select from users where staff_role = 'owner' and staff_disabled_at is null`,
    )
    expect(left.rowCount).toBe(1)
  })

  test('can be ended for an owner who never came in, when nobody else is owner either', async () => {
    await db.execute(sql`update users set staff_disabled_at = now() where staff_role = 'owner'`)
    const wrong = { email: 'mistyped@example.test', name: 'Mistyped', role: 'owner' } as const
    await inviteStaff(deps, wrong, 'command line')
    const [row] = (await db.execute(sql`select id from users where email = ${wrong.email}`)).rows
    expect(await changeStaff(deps, String(row?.id), { disabled: true })).toBe(
      'The access of Mistyped has ended.',
    )
  })

  test('comes by itself after an hour without use, and after twelve', async () => {
    const [idle, long] = [await joinedStaff(product, 'reader'), await joinedStaff(product, 'reader')]
    await db.execute(
      sql`update staff_sessions set last_seen_at = now() - interval '61 minutes' where user_id = ${idle.id}`,
    )
    await db.execute(sql`update staff_sessions set expires_at = now() where user_id = ${long.id}`)
    expect([await isIn(idle), await isIn(long)]).toEqual([false, false])
  })
})

describe('one’s own account', () => {
  test('shows where one is signed in, and ends those sessions, but nobody else’s', async () => {
    const [ada, bob] = [await joinedStaff(product, 'support'), await joinedStaff(product, 'support')]
    const second = visitor()
    await password(second, ada.email)
    await code(second, await ada.code())
    const { sessions } = (await ada.get('/api/operator/sessions')).body
    expect(sessions).toHaveLength(2)
    const [bobs] = await db.select().from(staffSessions).where(eq(staffSessions.userId, bob.id))
    const stolen = await ada.raw({
      method: 'DELETE',
      url: `/api/operator/sessions/${bobs?.id}`,
      headers: { origin: deps.config.publicUrl, 'x-requested-with': 'XMLHttpRequest' },
    })
    expect(stolen.status).toBe(404)
    expect(await isIn(bob)).toBe(true)
    expect((await ada.post('/api/operator/sessions/end-others')).body).toEqual({ ended: 1 })
    expect([await isIn(ada), await isIn(second)]).toEqual([true, false])
  })

  test('tells by mail of a sign-in from where one has not been before', async () => {
    const ada = await joinedStaff(product, 'support')
    const browser = visitor()
    await password(browser, ada.email)
    await code(browser, await ada.code())
    expect(await mailTo(ada.email)).toContain('from where you have not been before')
  })

  test('takes another password for the present one, ends all else, and tells by mail', async () => {
    const ada = await joinedStaff(product, 'support')
    const begun = visitor()
    await password(begun, ada.email)
    const change = (currentPassword: string) =>
      ada.post('/api/operator/password', { currentPassword, newPassword: 'Another.Horse.7' })
    expect((await change('Wrong.Horse.9')).status).toBe(422)
    expect((await change(staffPassword)).status).toBe(200)
    expect(await mailTo(ada.email)).toContain('was changed')
    expect((await code(begun, await ada.code())).status).toBe(401)
    expect(await isIn(ada)).toBe(true)
  })

  test('has ten recovery codes, also after two presses at once', async () => {
    const ada = await joinedStaff(product, 'support')
    await Promise.all([1, 2, 3].map(() => ada.post('/api/operator/recovery-codes')))
    expect((await ada.get('/api/operator/second-factor')).body.recoveryCodesLeft).toBe(10)
  })

  test('is left by two presses at once as by one', async () => {
    const ada = await joinedStaff(product, 'support')
    const answers = await Promise.all([1, 2, 3].map(() => ada.post('/api/operator/sign-out')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await isIn(ada)).toBe(false)
  })

  test('makes new recovery codes, and the old ones are worth nothing', async () => {
    const ada = await joinedStaff(product, 'support')
    const { recoveryCodes } = (await ada.post('/api/operator/recovery-codes')).body
    expect(recoveryCodes).toHaveLength(10)
    const browser = visitor()
    await password(browser, ada.email)
    expect((await code(browser, ada.recoveryCodes[0] ?? '')).status).toBe(422)
    expect((await code(browser, recoveryCodes[0])).status).toBe(200)
  })
})

test('every act is noted with who did it, from where, and without a secret', async () => {
  const owner = await joinedStaff(product, 'owner')
  const ada = await joinedStaff(product, 'support')
  await owner.patch(`/api/operator/staff/${ada.id}`, { role: 'finance' })
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'staff.role_changed'))
    .orderBy(sql`${auditLog.id} desc`)
    .limit(1)
  expect(entry).toMatchObject({
    actor: 'operator',
    userId: owner.id,
    subject: ada.id,
    data: { from: 'support', to: 'finance' },
    address: expect.stringContaining('2001:db8:'),
  })
  const all = JSON.stringify(await db.select().from(auditLog))
  for (const secret of [staffPassword, ada.secret, ...ada.recoveryCodes]) expect(all).not.toContain(secret)
})
