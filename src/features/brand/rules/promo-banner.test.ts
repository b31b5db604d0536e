import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bannerHiddenForMs, hideBanner, isBannerHidden } from './promo-banner.ts'

const moment = fc.integer({ min: 0, max: 4e12 })

test('closing hides the banner for one hour, to the millisecond', () => {
  fc.assert(
    fc.property(moment, fc.nat(2 * bannerHiddenForMs), (closed, later) => {
      expect(isBannerHidden(hideBanner(closed), closed + later)).toBe(later < bannerHiddenForMs)
    }),
  )
})

test('a new version shows again at once', () => {
  const closed = hideBanner(1000, '2025-09-03-1')
  expect(isBannerHidden(closed, 1001, '2025-09-03-1')).toBe(true)
  expect(isBannerHidden(closed, 1001, '2026-01-01-1')).toBe(false)
})

test('a clock that was set back does not hide the banner for longer', () => {
  expect(isBannerHidden(hideBanner(5_000_000), 4_999_999)).toBe(false)
})

test.each([null, '', ' ', 'yesterday', 'NaN', '{}'])('a stored time of %j hides nothing', (hiddenTime) => {
  expect(isBannerHidden({ hiddenTime, version: '2025-09-03-1' }, 0)).toBe(false)
})
