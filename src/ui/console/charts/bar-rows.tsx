import type { Bar } from './bar-chart.tsx'

interface BarRowsProps {
  label: string
  bars: readonly Bar[]
  textOf: (value: number) => string
}

/** Bars under one another, each with its name: for things that have no order in time. */
export function BarRows({ label, bars, textOf }: BarRowsProps) {
  const most = Math.max(...bars.map(({ value }) => value ?? 0), 1)
  return (
    <ul aria-label={label} className="grid gap-1.5 px-5 pb-5">
      {bars.map(({ label: name, value }) => (
        <li
          key={name}
          className="grid grid-cols-[8rem_minmax(0,1fr)_5rem] items-center gap-3 text-secondary max-sm:grid-cols-[6rem_minmax(0,1fr)_4rem]"
        >
          <span className="truncate">{name}</span>
          <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="h-2.5 w-full bg-sunken">
            <rect width={((value ?? 0) / most) * 100} height={1} className="fill-accent" />
          </svg>
          <span className="text-right text-muted tabular-nums">
            {value === null ? 'unknown' : textOf(value)}
          </span>
        </li>
      ))}
    </ul>
  )
}
