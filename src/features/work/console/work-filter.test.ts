import { expect, test } from 'vitest'
import { listWork } from '../api/console-work.ts'
import { workFilterOf } from './work-filter.ts'

test('an address that names one item asks for that one alone', () => {
  const filter = workFilterOf(new URLSearchParams('item=wi_1&kind=tool_consent'), 'ada')
  expect(filter).toEqual({ state: 'open', item: 'wi_1' })
  expect(listWork.query.safeParse(filter).success).toBe(true)
})
