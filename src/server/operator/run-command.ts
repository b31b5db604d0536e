import { parseArgs } from 'node:util'
import type { Dependencies } from '../dependencies.ts'
import { messageOf } from '../error-code.ts'
import { Refusal } from '../http/refusal.ts'
import type { Command } from './command.ts'

/** What a command printed and how it ended; the caller writes it out. */
export interface CommandResult {
  exitCode: number
  out: string
  err: string
}

/** Runs the command that the arguments name; everything a person may type wrong is answered with a sentence. */
export async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  dependencies: () => Promise<Dependencies>,
  tell: (progress: string) => void = () => {},
): Promise<CommandResult> {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const command = commands.find(({ name }) => args.slice(0, name.split(' ').length).join(' ') === name)
  if (!command) {
    const wanted = words.length > 0 && words[0] !== 'help'
    const text = help(commands)
    return wanted
      ? { exitCode: 2, out: '', err: `There is no command "${words.join(' ')}".\n\n${text}` }
      : { exitCode: 0, out: text, err: '' }
  }
  const declared = command.options ?? {}
  let values: Record<string, string | boolean | undefined>
  try {
    values = parseArgs({
      args: args.slice(command.name.split(' ').length),
      options: Object.fromEntries(
        Object.entries(declared).map(([name, o]) => [name, { type: o.flag ? 'boolean' : 'string' }]),
      ),
      strict: true,
    }).values
  } catch (error) {
    return { exitCode: 2, out: '', err: `${messageOf(error).split('. ')[0]}.\n\n${usage(command)}` }
  }
  const missing = Object.entries(declared).find(
    ([name, option]) => option.required && values[name] === undefined,
  )
  if (missing)
    return {
      exitCode: 2,
      out: '',
      err: `--${missing[0]} is needed: ${missing[1].help}.\n\n${usage(command)}`,
    }

  const lines: string[] = []
  const options = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === undefined ? value : String(value)]),
  )
  // A command that only prints says nothing of an exit code.
  const print = (line: string): void => void lines.push(line)
  try {
    const exitCode = await command.run(await dependencies(), options, print, tell)
    return { exitCode: exitCode ?? 0, out: lines.join('\n'), err: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { exitCode: 1, out: lines.join('\n'), err: error.message }
  }
}

const usage = (command: Command) => {
  const options = Object.entries(command.options ?? {}).map(([name, option]) => {
    const words = option.flag ? `--${name}` : `--${name} …`
    return option.required ? words : `[${words}]`
  })
  return `npm run operator -- ${[command.name, ...options].join(' ')}\n    ${command.summary}`
}

const help = (commands: readonly Command[]) => commands.map(usage).join('\n\n')
