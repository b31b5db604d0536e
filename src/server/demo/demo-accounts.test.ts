import { expect, test } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'
import { demoAccounts, demoPassword, settleDemoAccounts } from './demo-accounts.ts'

const { database, visitor } = await createTestApp()
const { db } = database
const signIn = (email: string, password: string = demoPassword) =>
  visitor().post('/api/auth/login', { email, password })

test('the demo accounts can sign in, are made once, and are closed when the sandbox is left', async () => {
  expect(await settleDemoAccounts(db, true)).toEqual({ passwordIsKnown: true })
  expect(await settleDemoAccounts(db, true)).toEqual({ passwordIsKnown: true })
  for (const { email } of demoAccounts) expect((await signIn(email)).status).toBe(200)

  await settleDemoAccounts(db, false)
  for (const { email } of demoAccounts) expect((await signIn(email)).status).not.toBe(200)
})

test('a demo password that was changed is not announced any more', async () => {
  const other = await createTestApp()
  await settleDemoAccounts(other.database.db, true)
  const browser = other.visitor()
  await browser.post('/api/auth/login', { email: demoAccounts[0].email, password: demoPassword })
  const changed = await browser.post('/api/auth/change-password', {
    currentPassword: demoPassword,
    newPassword: 'Another.Horse.2',
  })
  expect(changed.status).toBe(200)
  expect(await settleDemoAccounts(other.database.db, true)).toEqual({ passwordIsKnown: false })
})
