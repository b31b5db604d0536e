import { cx } from '../../cx.ts'

export interface Bar {
  label: string
  /** Null where it is not known: there is a gap, and no bar of nothing. */
  value: number | null
  /** A part of it that stands out, from the bottom. */
  part?: number | null
}

interface BarChartProps {
  label: string
  bars: readonly Bar[]
  textOf: (value: number) => string
}

const height = 100
/** Of a bar's place, what the bar takes. */
const share = 0.72

/** Bars beside one another; pointed at, each says what it is. The same rows are in a table for those who cannot see it. */
export function BarChart({ label, bars, textOf }: BarChartProps) {
  const most = Math.max(...bars.map(({ value }) => value ?? 0), 1)
  const last = bars.findLast(({ value }) => value !== null)
  return (
    <figure className="px-5 pb-4">
      <p className="mb-1 text-label text-muted tabular-nums">{textOf(most)}</p>
      <svg
        role="img"
        aria-label={`${label}: at most ${textOf(most)}${last ? `, last ${textOf(last.value ?? 0)} (${last.label})` : ''}`}
        viewBox={`0 0 ${bars.length} ${height}`}
        preserveAspectRatio="none"
        className="block h-36 w-full border-line border-y"
      >
        {bars.map(({ label: name, value, part }, index) => (
          <g key={name}>
            <title>{`${name}: ${value === null ? 'unknown' : textOf(value)}${part ? `, of it ${textOf(part)}` : ''}`}</title>
            <rect x={index} width={1} height={height} className="fill-transparent hover:fill-hover" />
            <Column
              index={index}
              of={(value ?? 0) / most}
              className="fill-accent"
              isFaint={part !== undefined}
            />
            {part !== undefined && <Column index={index} of={(part ?? 0) / most} className="fill-accent" />}
          </g>
        ))}
      </svg>
      <figcaption className="mt-1 flex justify-between gap-4 text-label text-muted">
        <span>{bars[0]?.label}</span>
        {bars.length > 1 && <span>{bars.at(-1)?.label}</span>}
      </figcaption>
    </figure>
  )
}

interface ColumnProps {
  index: number
  of: number
  className: string
  isFaint?: boolean
}

const Column = ({ index, of, className, isFaint = false }: ColumnProps) => (
  <rect
    x={index + (1 - share) / 2}
    y={height * (1 - of)}
    width={share}
    height={height * of}
    className={cx('pointer-events-none', className, isFaint && 'opacity-35')}
  />
)
