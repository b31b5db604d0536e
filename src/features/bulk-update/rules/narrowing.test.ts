import { expect, test } from 'vitest'
import {
  canNarrow,
  listScope,
  type Narrowing,
  narrowingFor,
  narrowingText,
  notNarrowed,
  scopeSummary,
  withNarrowing,
} from './narrowing.ts'

const tagged = (...labels: string[]) => labels.map((label) => ({ id: label, label }))
const narrowing = (text: string, ...labels: string[]): Narrowing => ({ text, tags: tagged(...labels) })
const domains = ['a.com', 'b.com']

test.each([
  ['', [], ''],
  [' acme.com ', [], 'with “acme.com”'],
  ['', ['spring'], 'tagged “spring”'],
  ['acme', ['a', 'b', 'c'], 'with “acme”, tagged “a” or “b” or “c”'],
  ['', ['a', 'b', 'c', 'd'], 'tagged “a” or “b” or “c” or 1 more tag'],
  ['', ['a', 'b', 'c', 'd', 'e'], 'tagged “a” or “b” or “c” or 2 more tags'],
])('a list with the text "%s" and the tags %j says: %s', (text, labels, expected) => {
  expect(narrowingText(narrowing(text, ...labels))).toBe(expected)
})

test('a list says what it is of, by domains, by its search, or by both', () => {
  expect(listScope(domains)).toBe('on 2 domains')
  expect(listScope([], narrowing('acme'))).toBe('with “acme”')
  expect(listScope(domains, narrowing('acme'))).toBe('with “acme” on 2 domains')
  expect(scopeSummary([], notNarrowed)).toBe('0 domains')
  expect(scopeSummary(['a.com'], narrowing('', 'spring'))).toBe('Accounts tagged “spring” on 1 domain')
  expect(withNarrowing({}, undefined)).toBeUndefined()
  expect(withNarrowing({ narrowing: narrowing('acme') }, 'None on b.com.')).toBe(
    'Accounts with “acme”. None on b.com.',
  )
})

test.each([
  ['instantly', 'apiKey', true, true],
  ['instantly', 'browser', false, false],
  ['smartlead', 'apiKey', true, false],
  ['smartlead', 'browser', false, false],
] as const)('a list of %s by %s is narrowed by what is documented for it', (tool, access, byText, byTag) => {
  expect(canNarrow(tool, access, notNarrowed)).toBe(true)
  expect(canNarrow(tool, access, narrowing('acme'))).toBe(byText)
  expect(canNarrow(tool, access, narrowing('', 'spring'))).toBe(byTag)
  const typed = narrowing(' acme ')
  expect(narrowingFor(tool, { access, narrowing: typed })).toEqual(byText ? narrowing('acme') : notNarrowed)
})
