import { expect, test } from 'vitest'
import { factorRule, ownSecondFactor, ownSessions } from '#shared/api/account.ts'
import { ownHealthMail } from '#shared/api/health.ts'
import { keepAnswer } from '../../testing/keep-answer.ts'
import { createTestApp } from '../../testing/test-app.ts'

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
