import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passkeyNameBody, passkeyTexts } from '#features/accounts/rules/passkeys.ts'
import { personName, staffMessages } from '#features/staff/rules/staff.ts'
import { brand } from '../brand/brand.ts'
import { hasUnseen, isBlank, withoutUnseen } from './unseen.ts'

test.each(['\u202eevil', 'a\u200db', 'a\u200bb', 'one\u2028two', 'a\u0007', 'a\ud800', '\u0645\u200c'])(
  '%j has something unseen',
  (text) => {
    expect(hasUnseen(text)).toBe(true)
  },
)

test.each([
  'Acme & Sons',
  '👩‍💻 laptop',
  '👩🏽‍💻',
  '❤️‍🔥',
  'Zoë',
  'شركة',
  '日本',
  'می\u200cخواهم',
  'ශ්\u200dරී',
])('%s is seen whole', (text) => {
  expect([hasUnseen(text), isBlank(text)]).toEqual([false, false])
})

const letters = ['م', 'ی', 'خ', 'क', '्', 'ශ']
const pictures = ['👩', '💻', '❤️']
const others = ['a', 'Б', '日', '한', 'ש', '7', ' ']
const joiners = ['\u200c', '\u200d']
const hidden = ['\u200b', '\u202e', '\ufeff', '\u00ad', '\u2060']

test('a joiner stays where it stands between letters of scripts that join them or pictures that it joins, and nothing else unseen does', () => {
  const some = fc.array(
    fc.constantFrom(...letters, ...pictures, ...others, ...joiners, ...joiners, ...hidden),
  )
  fc.assert(
    fc.property(some, (parts) => {
      const isBetween = (list: readonly string[], at: number) =>
        list.includes(parts[at - 1] ?? '') && list.includes(parts[at + 1] ?? '')
      const seen = parts.filter((part, at) => {
        if (hidden.includes(part)) return false
        if (!joiners.includes(part)) return true
        return isBetween(letters, at) || (part === '\u200d' && isBetween(pictures, at))
      })
      expect(withoutUnseen(parts.join(''))).toBe(seen.join(''))
      expect(hasUnseen(seen.join(''))).toBe(false)
    }),
  )
})

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
