import { expect, test } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** The same in every run, and as mixed as what is made of random bytes. */
const secrets = Array.from({ length: 150 }, (_, n) => {
  let state = n + 1
  const text = Array.from({ length: 30 + (n % 40) }, () => {
    state = (state * 48_271) % 2_147_483_647
    return letters[state % letters.length]
  })
  return `1${text.join('')}${n % 3 ? '' : '=='}`
})

test.each([
  (secret: string) => `refused: ${secret}`,
  (secret: string) => `{"access_token":"${secret}","expires":1}`,
  (secret: string) => `The link https://login.example.com/oauth?state=${secret}&x=1 is not valid`,
  (secret: string) => `Authorization: Bearer ${secret} was refused`,
])('a long secret stands nowhere in what is shown (%#)', (sentence) => {
  for (const secret of secrets) expect(withoutSecrets(sentence(secret))).not.toContain(secret)
})

test.each(['password=Horse.1!', 'api_key: plain-key', "token 'x' pwd: abc", 'bearer abc', 'code=1234'])(
  'a short one goes where it is called a secret: %s',
  (text) => {
    expect(withoutSecrets(`the server said ${text}`)).toContain('•••')
  },
)

test.each([
  'yard0001-and-a-rather-long.com is not in this tenant',
  '535 5.7.139 Authentication unsuccessful, basic authentication is disabled',
  'the domain onboarding-emails.example.co.uk is verified in another tenant',
  'answered 503',
])('words stay as they are: %s', (text) => {
  expect(withoutSecrets(text)).toBe(text)
})

test('a text of any length is read in no time', () => {
  const before = performance.now()
  for (const text of ['a'.repeat(100_000), 'https://'.repeat(20_000), 'password='.repeat(20_000)])
    withoutSecrets(text)
  expect(performance.now() - before).toBeLessThan(500)
})
