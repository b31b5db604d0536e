import { expect, test } from 'vitest'
import { createTestApp } from '#tests/server/test-app.ts'
import { demoAccounts, demoPassword, ensureDemoAccounts } from './demo-accounts.ts'

const { deps, visitor } = await createTestApp()
const signIn = (email: string, password: string = demoPassword) =>
  visitor().post('/api/auth/login', { email, password })

test('the demo accounts can sign in, are made once, and are closed when the sandbox is left', async () => {
  expect(await ensureDemoAccounts(deps, true)).toEqual({ passwordIsKnown: true })
  expect(await ensureDemoAccounts(deps, true)).toEqual({ passwordIsKnown: true })
  for (const { email } of demoAccounts) expect((await signIn(email)).status).toBe(200)

  await ensureDemoAccounts(deps, false)
  for (const { email } of demoAccounts) expect((await signIn(email)).status).not.toBe(200)
})

test('processes that start together on an empty database make them once, and none of them fails', async () => {
  const empty = await createTestApp()
  const all = await Promise.all([1, 2, 3, 4].map(() => ensureDemoAccounts(empty.deps, true)))
  expect(all).toEqual([1, 2, 3, 4].map(() => ({ passwordIsKnown: true })))
})

test('a demo password that was changed is not announced any more', async () => {
  const other = await createTestApp()
  await ensureDemoAccounts(other.deps, true)
  const browser = other.visitor()
  await browser.post('/api/auth/login', { email: demoAccounts[0].email, password: demoPassword })
  const changed = await browser.post('/api/auth/change-password', {
    currentPassword: demoPassword,
    newPassword: 'Another.Horse.2',
  })
  expect(changed.status).toBe(200)
  expect(await ensureDemoAccounts(other.deps, true)).toEqual({ passwordIsKnown: false })
})
