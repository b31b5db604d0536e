import { expect, test } from 'vitest'
import { check } from '#features/accounts/api/auth.ts'
import { staffCheck } from '#features/staff/api/staff.ts'
import { keepAnswer } from '#tests/server/keep-answer.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { getConfig } from '../api/config.ts'

const testApp = await createTestApp()

test('what every page waits for is what the component tests begin with', async () => {
  const visitor = testApp.visitor()
  await keepAnswer(getConfig, 'config', (await visitor.get(getConfig.path)).body)
  const ada = await testApp.customer({ email: 'ada@example.test' })
  const session = await keepAnswer(check, 'session', (await ada.get(check.path)).body)
  expect(session.user?.email).toBe('ada@example.test')
  const grace = await joinedStaff(testApp, 'owner')
  const staff = await keepAnswer(staffCheck, 'staff-session', (await grace.get(staffCheck.path)).body)
  expect(staff.staff?.role).toBe('owner')
})
