import { required } from '#shared/text/required.ts'
import type { Dependencies } from '../dependencies.ts'

export interface Option {
  /** What it means, for the help text. */
  help: string
  required?: boolean
  /** A switch without a value. */
  flag?: boolean
}

/** One command of the operator's command line. */
export interface Command {
  /** Words as typed: `customer add`. */
  name: string
  summary: string
  options?: Record<string, Option>
  /**
   * Prints through `print`, and tells how far it is through `tell`, which is shown at once. Returns the exit code if
   * that is not 0; a thrown `Refusal` becomes a line on standard error and exit code 1.
   */
  run(
    deps: Dependencies,
    options: Options,
    print: (line: string) => void,
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

/** A command that changes nothing: what it reads is shown to people, or with `--json` handed to programs as it is. */
export const reading = <Data>({ name, summary, options, read, show, isWell }: Reading<Data>): Command => ({
  name,
  summary,
  options: { ...options, json: { help: 'as JSON, for programs', flag: true } },
  async run(deps, given, print) {
    const data = await read(deps, given)
    print(given.json ? JSON.stringify(data, null, 2) : show(data))
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
