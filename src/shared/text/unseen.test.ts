import { expect, test } from 'vitest'
import { passkeyNameBody, passkeyTexts } from '../accounts/passkeys.ts'
import { personName, staffMessages } from '../accounts/staff.ts'
import { brand } from '../brand/brand.ts'
import { hasUnseen, isBlank } from './unseen.ts'

test.each(['\u202eevil', 'a\u200db', 'a\u200bb', 'one\u2028two', 'a\u0007', 'a\ud800'])(
  '%j has something unseen',
  (text) => {
    expect(hasUnseen(text)).toBe(true)
  },
)

test.each(['Acme & Sons', '👩‍💻 laptop', '👩🏽‍💻', '❤️‍🔥', 'Zoë', 'شركة', '日本'])(
  '%s is seen whole',
  (text) => {
    expect([hasUnseen(text), isBlank(text)]).toEqual([false, false])
  },
)

// Letters, marks and symbols by their class, and nothing on any page.
test.each(['', ' ', '\u3164', '\u2800', '\u034f', '\u115f\u1160', '\uffa0', '\u00a0\u3164'])(
  'nothing is seen of %j',
  (text) => {
    expect(isBlank(text)).toBe(true)
  },
)

test('nothing is called by a name of which nobody sees anything', () => {
  const said = (name: string) => [
    passkeyNameBody.safeParse({ name }).error?.issues[0]?.message,
    personName.safeParse(name).error?.issues[0]?.message,
    brand.shape.productName.safeParse(name).error?.issues[0]?.message,
  ]
  expect(said('\u3164')).toEqual([
    passkeyTexts.nameMissing,
    staffMessages.nameMissing,
    'This cannot be empty',
  ])
  expect(said('👩‍💻 laptop')).toEqual([undefined, undefined, undefined])
})
