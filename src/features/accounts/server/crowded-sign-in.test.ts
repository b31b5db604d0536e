import { expect, test } from 'vitest'
import { createTestApp, type TestBrowser } from '#tests/server/test-app.ts'

const { app, customer, visitor } = await createTestApp()

const login = (browser: TestBrowser, email: string, password: string) =>
  browser.post('/api/auth/login', { email, password })

test('in a crowd of strangers few wait, the others are told to try again, and a known customer is served', async () => {
  const owner = await customer()
  const crowd = Array.from({ length: 200 }, (_, i) => login(visitor(), `x${i}@example.test`, 'Wrong.Horse.9'))
  const firstRefused = Promise.any(
    crowd.map(async (answer) => {
      if ((await answer).status !== 503) throw new Error('It was not refused.')
      return 'refused'
    }),
  )
  // The line is full.
  expect(await firstRefused.catch(() => 'none')).toBe('refused')
  expect((await login(owner, owner.email, owner.password)).status).toBe(200)
  const answers = await Promise.all(crowd)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]))
  const refused = answers.find(({ status }) => status === 503)
  expect(refused).toMatchObject({
    headers: { 'retry-after': '3' },
    body: {
      code: 'unavailable',
      message: 'Many people are signing in right now. Please try again in a moment.',
    },
  })
  // It is over with the crowd.
  expect((await login(visitor(), 'x@example.test', 'Wrong.Horse.9')).status).toBe(401)
})

test('the networks of one /48 are counted together, and keep no neighbour out of where they have signed in', async () => {
  const site = '2001:db8:fff0'
  const from = async (network: number, email: string, password: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: `${site}:${network.toString(16)}::1`,
      headers: { origin: 'http://localhost:3000', 'x-requested-with': 'XMLHttpRequest' },
      payload: { email, password },
    })
    return answer.statusCode
  }
  const { email, password } = await customer()
  expect(await from(1, email, password)).toBe(200)
  const guesses = Array.from({ length: 320 }, (_, i) => from(i + 2, `y${i}@example.test`, 'Wrong.Horse.9'))
  const refused = (await Promise.all(guesses)).filter((status) => status === 429).length
  expect(refused).toBeGreaterThan(0)
  // With the sign-in of before that is 321 tries, of which 300 are let through at once.
  expect(refused).toBeLessThanOrEqual(21)
  expect(await from(1, email, password)).toBe(200)
})
