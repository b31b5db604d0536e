import { expect, test } from 'vitest'
import { outsideRecipients, placedAtMost } from './outside-recipients.ts'

test('a tenant may reach as many as Microsoft’s own table says for its licenses, and not one more', () => {
  const table = [
    [1, 10_000],
    [2, 10_312],
    [10, 12_005],
    [25, 14_259],
    [100, 22_059],
    [1_000, 72_446],
    [10_000, 324_978],
  ] as const
  for (const [licenses, recipients] of table) expect(outsideRecipients(licenses)).toBe(recipients)
})

test('a tenant without a paid license may reach what a trial may, and nine tenths of a limit are placed', () => {
  expect(outsideRecipients(0)).toBe(5_000)
  expect(placedAtMost(10_000)).toBe(9_000)
})
