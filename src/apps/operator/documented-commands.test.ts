import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { variableNames } from '#base/config/environment.ts'
import { faultVariables } from '#tests/faults/fault-variables.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const root = join(import.meta.dirname, '../../..')
// What vendors say is in capitals as well.
const pages = ['README.md', ...globSync('docs/*.md', { cwd: root, exclude: ['docs/vendors.md'] })]
const reached = 'the command line is understood'

/** Whatever a person could copy, one line each. */
const typed = (page: string) =>
  [...page.matchAll(/npm run operator -- ((?:\\\n|[^`\n])+)/g)].map(([, line = '']) =>
    line.replaceAll('\\\n', ' ').trim(),
  )
const words = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

describe.each(pages)('%s', (path) => {
  const page = readFileSync(join(root, path), 'utf8')

  test('names only commands and options that there are, with all that they need', async () => {
    for (const line of typed(page)) {
      const dependencies = () => Promise.reject(new Error(reached))
      const outcome = await runCommand(commands, words(line), dependencies).catch(
        (error: Error) => error.message,
      )
      const understood = typeof outcome === 'string' ? outcome : outcome.err
      // A command without what it needs may be spoken of, as long as nothing about it is wrong.
      const isSpokenOf = !line.includes(' --') && /^--[a-z-]+ is needed/.test(understood)
      if (line !== 'help' && !isSpokenOf) expect(understood, line).toBe(reached)
    }
  })

  test('names only variables that are read', () => {
    const named = [...page.matchAll(/`([A-Z][A-Z]+_[A-Z_]+)`/g)].map(([, name]) => name)
    const read: readonly string[] = [...variableNames, ...faultVariables]
    expect(named.filter((name = '') => !read.includes(name))).toEqual([])
  })
})

test('going live tells how to add each kind of account', () => {
  const lines = typed(readFileSync(join(root, 'docs/going-live.md'), 'utf8'))
  expect(lines.some((line) => line.startsWith('tenant add --'))).toBe(true)
  expect(lines.some((line) => line.startsWith('google-account add --'))).toBe(true)
})
