import { expect, test } from 'vitest'
import { checkProfilePictureLink, profilePictureLinkMessages } from './profile-picture-link.ts'

test('a link is optional', () => {
  expect(checkProfilePictureLink('  ')).toEqual({ ok: true, value: '' })
})

test('a link may be typed without its scheme', () => {
  expect(checkProfilePictureLink('drive.google.com/file/d/1/view')).toEqual({
    ok: true,
    value: 'https://drive.google.com/file/d/1/view',
  })
})

test.each([
  'picture',
  'http://drive.google.com/x',
  'https://127.0.0.1/x',
  `https://a.com/${'a'.repeat(500)}`,
])('%j is refused', (text) => {
  expect(checkProfilePictureLink(text)).toEqual({
    ok: false,
    problem: { code: 'invalid', message: profilePictureLinkMessages.invalid },
  })
})
