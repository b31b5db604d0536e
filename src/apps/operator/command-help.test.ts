import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

/** Help needs neither a database nor a product. */
const operator = (...args: string[]) =>
  runCommand(commands, args, () => Promise.reject(new Error('It was opened.')))

test('--help behind any command tells what it does and what its options mean, whatever else is typed', async () => {
  for (const { name, summary, options = {} } of commands) {
    const { exitCode, out, err } = await operator(...name.split(' '), '--help', '--unheard-of')
    expect([exitCode, err], name).toEqual([0, ''])
    expect(out).toContain(`npm run operator -- ${name}`)
    expect(out).toContain(summary)
    for (const [option, { help }] of Object.entries(options)) expect(out).toContain(`--${option}: ${help}`)
  }
})

test('--help with --json hands a program the command as the list of all does', async () => {
  const { exitCode, out } = await operator('connect', '--help', '--json')
  expect(exitCode).toBe(0)
  const all = JSON.parse((await operator('help', '--json')).out)
  expect(JSON.parse(out)).toEqual(all.find(({ name }: { name: string }) => name === 'connect'))
})
