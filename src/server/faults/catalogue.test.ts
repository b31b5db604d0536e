import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faults } from './catalogue.ts'
import { titlePattern } from './title-pattern.ts'

const root = join(import.meta.dirname, '../../..')

test('the catalogue has every fault once, each with an outcome and a test', () => {
  expect(faults.map(({ id }) => id)).toEqual(faults.map((_, at) => at + 1))
  expect(faults.length).toBeGreaterThan(48)
  for (const { fault, outcome, tests } of faults) {
    expect(fault).toMatch(/^[A-Z].*\.$/)
    expect(outcome).toMatch(/^[A-Z].*\.$/)
    expect(tests).not.toEqual([])
  }
})

test.each(faults.flatMap(({ id, tests }) => tests.map(({ file, name }) => [id, name, file] as const)))(
  'the test of fault %i exists: %s',
  (_, name, file) => {
    const source = readFileSync(join(root, file), 'utf8')
    expect(["'", '`'].some((quote) => source.includes(`${quote}${name}${quote}`))).toBe(true)
  },
)

test('a written title is found in a report, and no other', () => {
  expect('a refund (1) ends').toMatch(titlePattern('a %s (1) ends'))
  expect('a refund of stripe ends').toMatch(titlePattern('a refund of $vendor ends'))
  expect('a refund (1) ends late').not.toMatch(titlePattern('a %s (1) ends'))
})
