import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accountStates } from '#features/capacity/rules/account-states.ts'
import { answerOptionsOf, commandOf } from '#features/work/rules/work-item-answers.ts'
import { workItemKinds } from '#features/work/rules/work-item-kinds.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const source = join(import.meta.dirname, '../..')
const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((path) => !path.includes('.test.'))
const reached = 'the command line is understood'

/** What stands for an expression in a sentence, where it is more than one word that someone fills in. */
const filled: Record<string, readonly string[]> = {
  'answerOptionsOf(kind)': workItemKinds.map(answerOptionsOf),
  'answerOptionsOf(item.kind)': workItemKinds.map(answerOptionsOf),
  undo: Object.values(accountStates).flatMap((state) => ('undo' in state ? [state.undo] : [])),
  word: ['tenant', 'google-account'],
  'wordOf[vendor]': ['tenant', 'google-account'],
  // Passed on: what a refusal names is found where it is refused, what a work item names is told by its kind.
  command: [],
  // The help, which is made from the commands themselves.
  "[command.name, ...options].join(' ')": ['help'],
}

/** The command lines that a sentence in the source can come to, once its expressions are filled in. */
function lines(template: string): string[] {
  const [whole, expression] = /\$\{([^}]*)\}/.exec(template) ?? []
  if (whole === undefined || expression === undefined) return [template.trim()]
  const either = /\? '([^']*)' : '([^']*)'$/.exec(expression)?.slice(1)
  return (filled[expression] ?? either ?? ['x']).flatMap((words) =>
    lines(template.replace(whole, () => words)),
  )
}

const words = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

const written = files.flatMap((path) => {
  const text = readFileSync(join(source, path), 'utf8')
  return [
    ...text.matchAll(/npm run operator -- ((?:\$\{[^}]*\}|[^`'\\)\n])+)/g),
    ...[...text.matchAll(/\bcommands: [^`'\n]*((?:`[^`]*`|'[^']*'|, )+)/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/`([^`]*)`|'([^']*)'/g)].map(([, template, plain]) => ['', template ?? plain]),
    ),
    ...text.matchAll(/conflictUndoneBy\(\s*[`']([^`']+)[`']/g),
  ].flatMap(([, template = '']) => lines(template).map((line) => [path, line] as const))
})
const ofWork = workItemKinds.flatMap((kind) => {
  const command = commandOf({ id: 'x', kind, subject: 'x y' })
  return command ? [['a work item', command.replace('npm run operator -- ', '')] as const] : []
})
const spoken = [...written, ...ofWork]

test('every place that names a command is found', () => {
  expect(spoken.length).toBeGreaterThan(25)
  expect(new Set(spoken.map(([path]) => path)).size).toBeGreaterThan(12)
})

test.each(spoken)('%s tells the operator to run what works: %s', async (_, line) => {
  const outcome = await runCommand(commands, words(line), () => Promise.reject(new Error(reached))).catch(
    (error: Error) => error.message,
  )
  const understood = typeof outcome === 'string' ? outcome : outcome.err
  // A command may be named without what it needs: it then says what that is.
  const isNamed = !line.includes(' --') && /^--[a-z-]+ is needed/.test(understood)
  if (line !== 'help' && !isNamed) expect(understood).toBe(reached)
})
