import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customers } from '#base/db/schema/index.ts'
import { deepEmail } from '#delivery/domains/deep-customer.ts'
import { lastMail } from '#tests/server/last-mail.ts'
import { setUpFactor } from '#tests/server/own-factor.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const { deps, customer, visitor } = await createTestApp()
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)
const passwordIn = (text: string) => /\n {2}(\S+)\n/.exec(text)?.[1] ?? ''

test('a customer who was added signs in with the one-time password and has to change it', async () => {
  const added = await operator('customer', 'add', '--email', 'Ada@Example.test', '--name', 'Ada Byron')
  expect(added.exitCode).toBe(0)
  const browser = visitor()
  const password = passwordIn(added.out)
  const answer = await browser.post('/api/auth/login', { email: 'ada@example.test', password })
  expect(answer.body.user).toEqual({
    id: expect.stringMatching(/^cus_/),
    name: 'Ada Byron',
    email: 'ada@example.test',
    mustChangePassword: true,
    mustSetUpFactor: false,
  })
  expect((await operator('customer', 'list')).out).toMatch(/ada@example\.test +Ada Byron +open/)
})

test('an address at which nobody can be reached is refused to customers and staff', async () => {
  const typed = ['add', '--email', 'Doctor-Deep@Inboxyard.INVALID', '--name', 'Deep Look']
  const refused = {
    exitCode: 1,
    err: 'Addresses under .invalid are reserved: nobody can receive mail there.',
  }
  expect(await operator('customer', ...typed)).toMatchObject(refused)
  expect(await operator('staff', ...typed, '--role', 'reader')).toMatchObject(refused)
  expect(await deps.db.$count(customers, eq(customers.email, deepEmail))).toBe(0)
})

test('one address has one customer, whatever its case', async () => {
  await operator('customer', 'add', '--email', 'twice@example.test', '--name', 'One')
  const again = await operator('customer', 'add', '--email', 'TWICE@example.test', '--name', 'Two')
  expect(again).toMatchObject({
    exitCode: 1,
    err: 'There is a customer with the address twice@example.test already.',
  })
})

test('disable stops sign-in and enable allows it again', async () => {
  const { email, password } = await customer()
  expect((await operator('customer', 'disable', '--email', email)).out).toBe(`${email} is disabled.`)
  expect((await visitor().post('/api/auth/login', { email, password })).status).toBe(403)
  await operator('customer', 'enable', '--email', email)
  expect((await visitor().post('/api/auth/login', { email, password })).status).toBe(200)
})

test('suspend ends every session', async () => {
  const browser = await customer()
  await operator('customer', 'suspend', '--email', browser.email)
  expect((await browser.get('/api/auth/check')).body.authenticated).toBe(false)
  expect((await operator('customer', 'list')).out).toMatch(new RegExp(`${browser.email}.*suspended`))
})

test('a reset password replaces the old one', async () => {
  const { email, password } = await customer()
  const reset = await operator('customer', 'reset-password', '--email', email)
  expect((await visitor().post('/api/auth/login', { email, password })).status).toBe(401)
  expect((await visitor().post('/api/auth/login', { email, password: passwordIn(reset.out) })).status).toBe(
    200,
  )
})

test('erase needs to be meant, removes name and address, and ends sign-in', async () => {
  const { email, password } = await customer({ name: 'Very Personal' })
  expect(await operator('customer', 'erase', '--email', email)).toMatchObject({ exitCode: 2 })
  expect((await operator('customer', 'erase', '--email', email, '--yes')).exitCode).toBe(0)
  expect((await visitor().post('/api/auth/login', { email, password })).status).toBe(401)
  const { rows } = await deps.pool.query(`select to_jsonb(c)::text as text from customers c
    union all select to_jsonb(a)::text from audit_log a`)
  expect(rows.map(({ text }) => text).join()).not.toMatch(new RegExp(`${email}|Very Personal`))
})

test('what is typed wrong is answered with a sentence and the right way to type it', async () => {
  const cases: [string[], string][] = [
    [['customer', 'fly'], 'There is no command "customer fly".'],
    [['customer', 'add', '--email', 'a@b.test'], '--name is needed: first and last name.'],
    [['customer', 'add', '--mail', 'a@b.test'], "Unknown option '--mail'."],
    [['customer', 'add', '--email', 'nonsense', '--name', 'A'], 'Please enter a valid email'],
    [
      ['customer', 'disable', '--email', 'nobody@example.test'],
      'There is no customer with the address nobody@example.test.',
    ],
  ]
  for (const [args, sentence] of cases) {
    const { exitCode, err } = await operator(...args)
    expect(exitCode).not.toBe(0)
    expect(err).toContain(sentence)
  }
  expect((await operator('help')).out).toContain('npm run operator -- customer add --email … --name …')
})

test('one who has lost authenticator and recovery codes is let in by the password, and told so', async () => {
  const person = await customer()
  const { email, password } = person
  const signIn = () => visitor().post('/api/auth/login', { email, password })
  await setUpFactor({ deps }, person)
  expect((await signIn()).body).toEqual({ next: 'code', factors: ['code'] })
  const removed = await operator('customer', 'remove-second-factor', '--email', email)
  expect(removed).toMatchObject({ exitCode: 0, out: `${email} signs in with the password alone.` })
  expect(await lastMail(deps, email)).toContain('was removed by support')
  expect((await signIn()).body.user.email).toBe(email)
  const again = await operator('customer', 'remove-second-factor', '--email', email)
  expect(again).toMatchObject({ exitCode: 1, err: 'They have no second factor.' })
})
