import { expect, test } from 'vitest'
import { beyondSoldText } from './beyond-sold.ts'

test('more emails a day than plans sell is said, for each host that sells fewer', () => {
  expect([beyondSoldText(undefined), beyondSoldText(2)]).toEqual([null, null])
  expect(beyondSoldText(10)).toBe(
    'Plans include 2 emails a day for each Entra inbox. Above that, Microsoft or Google may refuse your emails.',
  )
  expect(beyondSoldText(21)).toContain('for each Entra inbox and 20 for each Google inbox.')
})
