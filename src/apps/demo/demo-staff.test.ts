import { expect, test } from 'vitest'
import { codeOf } from '#tests/server/staff.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { demoPassword } from './demo-accounts.ts'
import { demoStaffEmail, ensureDemoStaff } from './demo-staff.ts'

const signIn = async ({ visitor }: Awaited<ReturnType<typeof createTestApp>>, secret: string) => {
  const browser = visitor()
  const begun = await browser.post('/api/operator/sign-in', { email: demoStaffEmail, password: demoPassword })
  if (begun.status !== 200) return begun.status
  return (await browser.post('/api/operator/sign-in/code', { code: codeOf(secret) })).status
}

test('the demo has an owner, made once however many processes start, who comes in by the printed secret', async () => {
  const product = await createTestApp()
  const made = await Promise.all([1, 2, 3].map(() => ensureDemoStaff(product.deps, true)))
  const [{ secret = '' } = {}] = made
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(made).toEqual([{ secret }, { secret }, { secret }])
  expect(await signIn(product, secret)).toBe(200)
})

test('outside of the sandbox there is none, and one from before comes in no more', async () => {
  const product = await createTestApp()
  const { secret = '' } = await ensureDemoStaff(product.deps, true)
  expect(await ensureDemoStaff(product.deps, false)).toEqual({ secret: undefined })
  expect(await signIn(product, secret)).toBe(401)
})
