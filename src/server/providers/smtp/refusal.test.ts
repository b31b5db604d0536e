import { expect, it } from 'vitest'
import { refusalOf } from './refusal.ts'

it.each([
  ['is not possible just now', { code: 'EAUTH', responseCode: 454 }, 'transient'],
  [
    'is not possible just now, in the middle of it',
    { command: 'AUTH PLAIN', responseCode: 421 },
    'transient',
  ],
  ['is refused', { code: 'EAUTH', responseCode: 535 }, 'unauthorised'],
  ['is refused before anything is sent', { code: 'ENOAUTH' }, 'unauthorised'],
])('tells credentials to be mended from a server that is away: signing in %s', (_, failure, kind) => {
  expect(refusalOf('send', failure).kind).toBe(kind)
})
