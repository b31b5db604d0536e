import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkExpressions } from './check-expressions.mjs'
import { findExpressions } from './find-expressions.mjs'

const directory = mkdtempSync(join(tmpdir(), 'expressions-'))
afterAll(() => rmSync(directory, { recursive: true }))

function planted(text: string, name = 'planted.ts'): string {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}
const found = (text: string) => findExpressions(planted(text))

test.each([
  [
    'a literal',
    String.raw`export const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)`,
  ],
  ['one made of constants', 'const blank = " *"\nexport const comma = new RegExp(blank + "," + blank, "g")'],
  ['one made without new', 'export const end = RegExp("/+$")'],
  ['a text that is taken for one', 'export const at = (text: string) => text.search(" +$")'],
  ['one that takes exponentially long', 'export const many = /^(a+)+$/'],
])('%s that takes longer than in proportion to its text is refused', async (_, text) => {
  const problems = await checkExpressions([planted(text)])
  expect(problems).toEqual([expect.stringMatching(/planted\.ts:\d .*(degree polynomial|exponential)/)])
})

test('an expression that nobody can know beforehand is refused', async () => {
  const problems = await checkExpressions([
    planted('export const has = (word: string) => new RegExp("^" + word + "$")'),
  ])
  expect(problems).toEqual([expect.stringContaining('nobody can tell beforehand')])
})

test('linear ones pass, made of constants of other modules and of escaped texts as well', async () => {
  planted('export const most = 63\nexport const letter = "[a-z]"', 'constants.ts')
  const problems = await checkExpressions([
    planted(`
      import { letter, most as longest } from './constants.ts'
      const label = \`\${letter}{1,\${longest}}\` as const
      export const name = new RegExp('^' + label + '$')
      export const either = (words: string[]) => new RegExp(\`^(\${words.sort().map(RegExp.escape).join('|')})$\`, 'i')
      export const one = (word: string) => new RegExp(\`^\${RegExp.escape(word)}$\`)
    `),
  ])
  expect(problems).toEqual([])
})

test('constants are followed to what they are; two with one name are not guessed', () => {
  const known = found('const label = "[a-z]"\nexport const name = new RegExp("^" + label + "+$", "i")')
  expect(known).toEqual({ expressions: [{ source: '^[a-z]+$', flags: 'i', line: 2 }], unreadable: [] })
  const twice = found(
    'const a = "x"\nfunction f() { const a = "y"; return a }\nexport const it = new RegExp(a)',
  )
  expect(twice).toMatchObject({ expressions: [], unreadable: [{ line: 3 }] })
})
