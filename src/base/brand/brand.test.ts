import { expect, test } from 'vitest'
import { brand, brandMessages } from './brand.ts'

const said = (from: string) =>
  brand.shape.banner.safeParse({ text: 'Ten off', code: null, from, until: null }).error?.issues[0]?.message

test('a banner begins at a moment that every browser reads the same', () => {
  expect(said('2026-11-25T14:30:00.000Z')).toBeUndefined()
  for (const text of [
    '1',
    'foo 1',
    '2026',
    '2026-11-25T14:30',
    '2026-02-30T00:00:00.000Z',
    'Wed Nov 25 2026',
  ])
    expect(said(text), text).toBe(brandMessages.moment)
})

// Its page would have to say it in the zone of whoever looks, which may be a day for which there is no number.
test('a banner has no moment at the end of time, or before its beginning', () => {
  expect(said('+275760-09-13T00:00:00.000Z')).toBe(brandMessages.moment)
  expect(said('-000001-01-01T00:00:00.000Z')).toBe(brandMessages.moment)
})
