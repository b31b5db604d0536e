import { expect, it } from 'vitest'
import type { DnsAnswer } from '#vendors/ports/names.ts'
import { agreed } from './read-answer.ts'

const found = (...values: string[]): DnsAnswer<string> => ({ state: 'found', values })
const missing: DnsAnswer<string> = { state: 'missing' }

it.each([
  ['another value', [found('a'), found('b')]],
  ['one value more', [found('a'), found('a', 'b')]],
  ['nothing', [found('a'), missing]],
  ['something where the first has nothing', [missing, found('a')]],
  ['nothing at all, where there is none to ask', []],
])('knows nothing of a record of which two name servers do not say the same: %s', (_, answers) => {
  expect(agreed(answers)).toMatchObject({ state: 'unknown' })
})

it('believes name servers that say the same, in whatever order', () => {
  expect(agreed([found('a', 'b'), found('b', 'a')])).toEqual(found('a', 'b'))
  expect(agreed([missing, missing])).toEqual(missing)
})
