import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

export interface Option {
  /** What it means, for the help text. */
  help: string
  required?: boolean
  /** A switch without a value. */
  flag?: boolean
}

/** What programs get of a sentence: `data` is added to what they are answered, `document` is all of it. */
interface Told {
  data?: Readonly<Record<string, unknown>>
  document?: unknown
}
export type Print = (line: string, told?: Told) => void

/** A command line that is wrong in a way that only its command knows: it ends as every wrong one does. */
export class WrongUsage extends Error {}

/** One command of the operator's command line. */
export interface Command {
  /** Words as typed: `customer add`. */
  name: string
  summary: string
  options?: Record<string, Option>
  /**
   * Prints through `print`, for people and with `--json` for programs, and tells how far it is through `tell`, which is
   * shown at once. Returns the exit code if that is not 0; a thrown `Refusal` becomes a line on standard error and exit code 1,
   * a `WrongUsage` one with how the command is used, and exit code 2.
   */
  run(
    deps: Dependencies,
    options: Options,
    print: Print,
    tell: (progress: string) => void,
    // biome-ignore lint/suspicious/noConfusingVoidType: most commands have nothing to answer
  ): Promise<number | void>
}

export type Options = Record<string, string | undefined>

/** The value of an option that is declared as required, so that no command runs without it. */
export const given = (options: Options, name: string): string => required(options[name], `--${name}`)

interface Reading<Data> extends Pick<Command, 'name' | 'summary' | 'options'> {
  read(deps: Dependencies, options: Options): Promise<Data>
  /** For people. */
  show(data: Data): string
  /** Whether what was read is as it should be; the exit code is 1 otherwise. */
  isWell?(data: Data): boolean
}

/** A command that changes nothing: what it reads is shown to people, and handed to programs as it is. */
export const reading = <Data>({ name, summary, options, read, show, isWell }: Reading<Data>): Command => ({
  name,
  summary,
  ...(options && { options }),
  async run(deps, given, print) {
    const data = await read(deps, given)
    print(show(data), { document: data })
    return isWell?.(data) === false ? 1 : 0
  },
})

/** Rows with aligned columns. */
export function table(rows: readonly Record<string, string | number>[]): string {
  const first = rows[0]
  if (!first) return 'none'
  const names = Object.keys(first)
  const widths = names.map((name) =>
    Math.max(name.length, ...rows.map((row) => String(row[name] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(names), ...rows.map((row) => line(names.map((name) => String(row[name] ?? ''))))].join('\n')
}
