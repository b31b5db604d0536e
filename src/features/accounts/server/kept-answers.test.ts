import { expect, test } from 'vitest'
import { ownHealthMail } from '#features/health/api/health.ts'
import { keepAnswer } from '#tests/server/keep-answer.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { factorRule, ownSecondFactor, ownSessions } from '../api/account.ts'

const testApp = await createTestApp()

test('where a new customer is signed in, and how, is what the page of the account shows', async () => {
  const ada = await testApp.customer({ email: 'ada@example.test' })
  const { sessions } = await keepAnswer(
    ownSessions,
    'account-sessions',
    (await ada.get(ownSessions.path)).body,
  )
  expect(sessions).toHaveLength(1)
  for (const [endpoint, name] of [
    [ownSecondFactor, 'account-factor'],
    [factorRule, 'account-factor-rule'],
    [ownHealthMail, 'account-health-mail'],
  ] as const)
    await keepAnswer(endpoint, name, (await ada.get(endpoint.path)).body)
})
