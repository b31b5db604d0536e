import { expect, test } from 'vitest'
import { troubleCauses } from './domain-trouble.ts'
import { troubleHelps, troubleLines, troubleWords } from './trouble-lines.ts'

const held = (domain: string, cause: (typeof troubleCauses)[number], note?: string) => ({
  domain,
  trouble: { cause, note },
})

test('domains held up by the same share a line, and what has stopped comes before what waits', () => {
  const lines = troubleLines([
    held('a.com', 'owner', 'Set the name servers.'),
    { domain: 'fine.com' },
    held('b.com', 'refused', 'Microsoft says no.'),
    held('c.com', 'refused', 'Microsoft says no.'),
    held('d.com', 'refused'),
  ])
  expect(lines.map(({ cause, domains }) => [cause, ...domains.map(({ domain }) => domain)])).toEqual([
    ['refused', 'b.com', 'c.com'],
    ['refused', 'd.com'],
    ['owner', 'a.com'],
  ])
  expect(lines.map(({ text }) => text)).toEqual([
    'Microsoft says no. Try again once that is settled, or choose another domain in Order Details.',
    'It could not be set up. Try again once that is settled, or choose another domain in Order Details.',
    'Set the name servers. The set-up resumes by itself once that is seen.',
  ])
})

test.each(troubleCauses)('%s says why, what next, and offers what helps', (cause) => {
  const { why, next, help } = troubleWords[cause]
  expect([why, next].every((sentence) => /^[A-Z].*\.$/.test(sentence))).toBe(true)
  expect(troubleHelps[help]).not.toBe('')
})
