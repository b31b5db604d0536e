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
  /** Prints through `print`; a thrown `Refusal` becomes a line on standard error and exit code 1. */
  run(
    deps: Dependencies,
    options: Record<string, string | undefined>,
    print: (line: string) => void,
  ): Promise<void>
}

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
