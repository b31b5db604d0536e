import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../repository.mjs'
import { chooseNamed, chooseTouched, readWish } from './choose.mjs'
import { countVitest } from './count.mjs'
import { needsDatabase, reachedFrom } from './imports.mjs'
import { kinds } from './kinds.mjs'
import { reportOf } from './report.mjs'
import { filesLike, unitTests } from './test-files.mjs'
import { unhandledErrorsOf } from './unhandled-errors.mjs'

const files = ['src/base/text/usd.test.ts', 'src/ui/usd-field.test.tsx', 'tests/e2e/sign-in.spec.ts']
const textOf = (file: string) => (file.endsWith('.spec.ts') ? "test('a wrong password is told'" : '')
const named = (...args: string[]) => chooseNamed(files, readWish(args), textOf)

test('names choose the files of every kind that have one of them in their path', () => {
  expect(named('usd').files).toEqual(files.slice(0, 2))
  expect(named('text/usd', 'sign-in').files).toEqual([files[0], files[2]])
  expect(named('sign-in', '-g', 'a passkey')).toEqual({ files: [files[2]], title: 'a passkey' })
  expect(named('usd', 'sign-in', '-g', 'a wrong password').files).toEqual([files[2]])
})

test('words that no path has are looked for in titles, and only the tests called so are run', () => {
  expect(named('wrong', 'password')).toEqual({ files: [files[2]], title: 'wrong password' })
  expect(named('nowhere').files).toEqual([])
})

test('a change is what is not committed, or what came since a commit', () => {
  expect(readWish([])).toEqual({ names: [] })
  expect(readWish(['--changed'])).toEqual({ names: [], base: 'HEAD' })
  expect(readWish(['--changed', 'v1'])).toEqual({ names: [], base: 'v1' })
  expect(() => readWish(['--changed', 'v1', 'v2'])).toThrow('one commit')
  expect(() => readWish(['--chagned'])).toThrow('--chagned')
})

const kindOf = (file: string) => {
  const [kind, ...others] = kinds.filter((each) => each.files.test(file))
  expect(others).toEqual([])
  if (!kind) throw new Error(`${file} is of no kind.`)
  return kind
}
const touched = (file: string, ...changed: string[]) =>
  chooseTouched(kindOf(file), [file], changed, reachedFrom).length > 0

test('a change touches the tests that lead to it, through whatever they import or start', () => {
  const processes = 'src/delivery/provisioning/processes.long.test.ts'
  expect(touched('src/features/checkout/rules/pricing.test.ts', 'src/base/text/usd.ts')).toBe(true)
  expect(
    touched('src/features/checkout/rules/pricing.test.ts', 'src/features/brand/rules/promo-banner.ts'),
  ).toBe(false)
  // Started as a program, which `start-product` names.
  expect(touched(processes, 'src/apps/server/worker.ts')).toBe(true)
  expect(touched('src/features/checkout/rules/pricing.test.ts', 'package-lock.json')).toBe(true)
  expect(touched(processes, 'src/base/db/migrations/0000_first.sql')).toBe(true)
})

test('a change touches a journey where it is in its file or in what stands beside it, not in the product', () => {
  expect(
    touched(
      'src/features/accounts/journeys/session.spec.ts',
      'src/features/accounts/journeys/session.spec.ts',
    ),
  ).toBe(true)
  expect(touched('src/features/accounts/journeys/session.spec.ts', 'tests/e2e/product/test.ts')).toBe(true)
  expect(
    touched('src/features/accounts/journeys/session.spec.ts', 'src/apps/server/open-dependencies.ts'),
  ).toBe(false)
})

test('a test runs beside the database where it leads to one, and only there', () => {
  expect(needsDatabase('src/base/db/client.test.ts')).toBe(true)
  expect(needsDatabase('src/delivery/provisioning/lease.test.ts')).toBe(true)
  expect(needsDatabase('src/delivery/provisioning/plan.test.ts')).toBe(false)
  for (const file of filesLike(unitTests))
    if (
      /inject\('testServer'\)|createTestDatabase\(|createTestWorld\(/.test(
        readFileSync(join(root, file), 'utf8'),
      )
    )
      expect(needsDatabase(file), file).toBe(true)
})

const units = { name: 'The unit tests', script: 'test' }
const journeys = { name: 'The journeys', script: 'test' }

test('the end names each failure with the line that runs it alone, counts all kinds together and says what each took', () => {
  const journey = {
    what: "FAILED: Ada's order",
    file: 'tests/e2e/orders.spec.ts',
    title: "Ada's order",
    reason: 'It timed out.',
    trace: 'test-results/orders/trace.zip',
  }
  const counts = [
    { kind: units, passed: 5, failed: 0, failures: [], wallMs: 90_000, processorMs: 150_000 },
    { kind: journeys, passed: 2, failed: 1, failures: [journey], wallMs: 12_000, processorMs: Number.NaN },
  ]
  const { lines, isGood } = reportOf(counts, [])
  expect(lines).toEqual([
    '',
    "FAILED: Ada's order (tests/e2e/orders.spec.ts)",
    'It timed out.',
    `Run it alone: npm run test -- tests/e2e/orders.spec.ts -g 'Ada'\\''s order'`,
    'Its second attempt: npx playwright show-trace test-results/orders/trace.zip',
    'The unit tests: 5 in 1.5 min, 2.5 min of the processor',
    'The journeys: 3 in 0.2 min',
    '7 passed, 1 failed',
  ])
  expect(isGood).toBe(false)
})

test('a run without a failed test is not good while something else is wrong', () => {
  const counts = [{ kind: units, passed: 5, failed: 0, failures: [], wallMs: 0, processorMs: 0 }]
  expect(reportOf(counts, [])).toMatchObject({ isGood: true, total: '5 passed, 0 failed' })
  expect(reportOf(counts, ['The checks found something.'])).toMatchObject({
    isGood: false,
    total: '5 passed, 0 failed',
  })
})

test('one that passed at its second attempt only is named, and fails nothing', () => {
  const report = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json')
  const result = { status: 'passed', fullName: 'a slow test', title: 'a slow test' }
  const assertionResults = [
    { ...result, failureMessages: ['It was too late.'] },
    { ...result, fullName: 'a quick test', failureMessages: [] },
  ]
  const testResults = [{ name: join(root, 'src/slow.test.ts'), message: '', assertionResults }]
  writeFileSync(report, JSON.stringify({ numPassedTests: 2, numFailedTests: 0, testResults }))
  writeFileSync(unhandledErrorsOf(report), '[]')
  const { lines, isGood } = reportOf([{ kind: units, wallMs: 0, processorMs: 0, ...countVitest(report) }], [])
  expect(lines).toEqual(
    expect.arrayContaining([
      'FAILED at first: a slow test (src/slow.test.ts)',
      '1 passed at the second attempt only.',
    ]),
  )
  expect(isGood).toBe(true)
})
