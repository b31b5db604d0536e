import { parseArgs } from 'node:util'
import { messageOf } from '#base/error-code.ts'
import { operatorCommand, Refusal } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type Command, type Options, type Print, WrongUsage } from './command.ts'

/** What a command printed and how it ended; the caller writes it out. */
interface CommandResult {
  exitCode: number
  out: string
  err: string
}

/** Why a command came to nothing: a word for programs, a sentence for people, and what helps them further. */
interface Failure {
  code: string
  message: string
  more?: string
}

/** What a command has said so far, and what becomes of it at its end. */
class Spoken {
  #lines: string[] = []
  #data: Record<string, unknown> = {}
  #document: { content: unknown } | undefined

  readonly print: Print = (line, { data, document } = {}) => {
    this.#lines.push(line)
    Object.assign(this.#data, data)
    if (document !== undefined) this.#document = { content: document }
  }

  toPeople(exitCode: number, failure?: Failure): CommandResult {
    const err = failure ? [failure.message, failure.more].filter(Boolean).join('\n\n') : ''
    return { exitCode, out: this.#lines.join('\n'), err }
  }

  /**
   * One document, on standard output, however it ended: what was read as it is; of a deed `ok`, what people are told
   * (`said`) and what can be gone on with (`data`); where it came to nothing also `error`, with a code.
   */
  toPrograms(exitCode: number, failure?: Failure): CommandResult {
    const said = this.#lines
    if (this.#document && !failure) return { exitCode, out: textOf(this.#document.content), err: '' }
    const notDone = { code: 'not_done', message: said.join('\n') }
    const { code, message } = failure ?? notDone
    const answer = {
      ok: exitCode === 0,
      said,
      data: this.#data,
      ...(exitCode !== 0 && { error: { code, message } }),
    }
    return { exitCode, out: textOf(answer), err: '' }
  }
}

const textOf = (document: unknown) => JSON.stringify(document, null, 2)

/**
 * Runs the command that the arguments name; everything a person may type wrong is answered with a sentence, and with
 * `--json` everything with one document.
 */
export async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  dependencies: () => Promise<Dependencies>,
  tell: (progress: string) => void = () => {},
): Promise<CommandResult> {
  const spoken = new Spoken()
  const isForPrograms = args.includes('--json')
  const end = (exitCode: number, failure?: Failure) =>
    isForPrograms ? spoken.toPrograms(exitCode, failure) : spoken.toPeople(exitCode, failure)
  const command = commands.find(({ name }) => args.slice(0, name.split(' ').length).join(' ') === name)
  if (!command) {
    const words = args.filter((arg) => !arg.startsWith('-'))
    const text = help(commands)
    if (words.length > 0 && words[0] !== 'help')
      return end(2, { code: 'usage', message: `There is no command "${words.join(' ')}".`, more: text })
    spoken.print(text, {
      document: commands.map(({ name, summary, options = {} }) => ({ name, summary, options })),
    })
    return end(0)
  }
  const typed = args.slice(command.name.split(' ').length)
  if (typed.includes('--help')) {
    const { name, summary, options = {} } = command
    spoken.print(helpOf(command), { document: { name, summary, options } })
    return end(0)
  }
  const wrong = (message: string) => end(2, { code: 'usage', message, more: usage(command) })
  const read = readOptions(command, typed)
  if ('wrong' in read) return wrong(read.wrong)
  const print: Print = (line, told) => spoken.print(line, told)
  try {
    // A command that only prints says nothing of an exit code.
    const exitCode = (await command.run(await dependencies(), read.options, print, tell)) ?? 0
    return end(exitCode)
  } catch (error) {
    if (error instanceof WrongUsage) return wrong(error.message)
    if (!(error instanceof Refusal)) throw error
    return end(1, { code: error.code, message: onTheCommandLine(error) })
  }
}

/** For whoever reads on the command line what says otherwise which buttons there are. */
export const onCommandLine = (command: string): string => `On the command line: ${operatorCommand(command)}`

/** What is refused, with what to give here where the console has buttons. */
const onTheCommandLine = ({ message, more: { command, option } }: Refusal): string =>
  [
    message,
    ...(option ? [`To do it all the same, give it once more with ${option}.`] : []),
    ...(command ? [onCommandLine(command)] : []),
  ].join(' ')

/** How the program ends where something happened that no command expects. */
export function crashed(args: readonly string[], message: string): CommandResult {
  const failure = { code: 'failed', message }
  const spoken = new Spoken()
  return args.includes('--json') ? spoken.toPrograms(1, failure) : spoken.toPeople(1, failure)
}

/** What was typed behind the command's name, or what is wrong with it. */
function readOptions(command: Command, typed: readonly string[]): { options: Options } | { wrong: string } {
  const declared = command.options ?? {}
  let values: Record<string, string | boolean | undefined>
  try {
    const types = Object.entries(declared).map(
      ([name, { flag }]) => [name, { type: flag ? 'boolean' : 'string' }] as const,
    )
    values = parseArgs({
      args: [...typed],
      options: { ...Object.fromEntries(types), json: { type: 'boolean' } },
      strict: true,
    }).values
  } catch (error) {
    return { wrong: `${messageOf(error).split('. ')[0]}.` }
  }
  const missing = Object.entries(declared).find(
    ([name, option]) => option.required && values[name] === undefined,
  )
  if (missing) return { wrong: `--${missing[0]} is needed: ${missing[1].help}.` }
  const options = Object.entries(values)
    .filter(([name]) => name !== 'json')
    .map(([name, value]) => [name, value === undefined ? value : String(value)])
  return { options: Object.fromEntries(options) }
}

const usage = (command: Command) => {
  const options = Object.entries(command.options ?? {}).map(([name, option]) => {
    const words = option.flag ? `--${name}` : `--${name} …`
    return option.required ? words : `[${words}]`
  })
  return `npm run operator -- ${[command.name, ...options].join(' ')}\n    ${command.summary}`
}

/** How one command is used, with what each of its options means. */
const helpOf = (command: Command) =>
  [
    usage(command),
    ...Object.entries(command.options ?? {}).map(([name, option]) => `    --${name}: ${option.help}`),
  ].join('\n')

const help = (commands: readonly Command[]) =>
  [
    ...commands.map(usage),
    'Each takes --json as well, for programs, and --help, which tells what its options mean.',
  ].join('\n\n')
