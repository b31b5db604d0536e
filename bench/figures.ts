/** One row of the table: what was measured, and what it should be. */
export interface Figure {
  what: string
  measured: number
  unit: '%' | 's' | 'ms' | '/s' | 'x' | 'KB' | 'MB' | 'frames'
  /** What it has to be; without one the figure is for information. */
  target?: { at: 'most' | 'least'; value: number }
  note?: string
}

const rounded = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))

const meets = ({ measured, target }: Figure) =>
  target === undefined
    ? undefined
    : target.at === 'most'
      ? measured <= target.value
      : measured >= target.value

/** Prints the table and returns whether every target was met. */
export function printFigures(figures: readonly Figure[]): boolean {
  const rows = figures.map((figure) => [
    figure.what,
    `${rounded(figure.measured)} ${figure.unit}`,
    figure.target ? `${figure.target.at === 'most' ? '<=' : '>='} ${figure.target.value} ${figure.unit}` : '',
    { true: 'met', false: 'MISSED', undefined: '' }[String(meets(figure))] ?? '',
    figure.note ?? '',
  ])
  const all = [['what', 'measured', 'target', '', 'note'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((i) => Math.max(...all.map((row) => row[i]?.length ?? 0)))
  for (const row of all)
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  return figures.every((figure) => meets(figure) !== false)
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The value that this share of them does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] as number
