import { expect, test } from 'vitest'
import { faults, tagOf } from './catalogue.ts'
import { type Report, resultOf } from './run-catalogue.ts'
import { taggedFiles } from './tagged-files.ts'

test('the catalogue has every fault once, each with what happens and what is true afterwards', () => {
  expect(faults.map(({ id }) => id)).toEqual(faults.map((_, at) => at + 1))
  expect(faults.length).toBeGreaterThan(48)
  for (const { fault, outcome } of faults) {
    expect(fault).toMatch(/^[A-Z].*\.$/)
    expect(outcome).toMatch(/^[A-Z].*\.$/)
  }
})

test('every fault has as many tests as the catalogue says', () => {
  const written = Map.groupBy(
    taggedFiles().flatMap(({ tags }) => tags),
    (tag) => tag,
  )
  expect(Object.fromEntries([...written].map(([tag, tests]) => [tag, tests.length]))).toEqual(
    Object.fromEntries(faults.map((each) => [tagOf(each), each.shownBy])),
  )
})

const fault = { ...faults[0], shownBy: 2 }
const ran = (title: string, line: number, status = 'passed') => ({
  title,
  status,
  tags: [tagOf(fault)],
  location: { line, column: 1 },
})
const result = (...assertionResults: Report['testResults'][number]['assertionResults']) =>
  resultOf(fault, { testResults: [{ name: '/a/src/a.test.ts', assertionResults }] })

test('a fault is passed once all of its tests ran and passed', () => {
  const good = ran('good', 3)
  expect(result(good, ran('too', 9))).toEqual('passed')
  expect(result(good, ran('a case', 9), ran('another', 9))).toEqual('passed')
  expect(result(good, ran('a case', 9), ran('another', 9, 'failed'))).toEqual('failed')
  expect(result(good, ran('left out', 9, 'skipped'))).toEqual('missing')
})

test('a test that has lost its tag, or one that nobody counted, is noticed', () => {
  const good = ran('good', 3)
  expect(result(good)).toEqual('missing')
  expect(result(good, { ...ran('untagged', 9), tags: [] })).toEqual('missing')
  expect(result(good, ran('too', 9), ran('uncounted', 12))).toEqual('missing')
  expect(result()).toEqual('missing')
})
