import { numberText } from '#base/text/number-text.ts'

interface CountBarsProps {
  title: string
  /** One for each day; undefined where nobody counted. */
  counts: readonly (number | undefined)[]
  /** Px of a day's place, and what lies between two; as the cells above have them. */
  size: number
  gap: number
  tone: string
}

const height = 40

/** A count for each day on the axis of the cells above: none is a line on the ground, what nobody counted a dot. */
export function CountBars({ title, counts, size, gap, tone }: CountBarsProps) {
  const known = counts.filter((count) => count !== undefined)
  const most = Math.max(1, ...known)
  const last = known.at(-1)
  const step = size + gap
  const width = counts.length * step - gap
  const bars = counts
    .map((count, at) => {
      if (count === undefined) return ''
      const tall = Math.max(1, (count / most) * height)
      return `M${at * step} ${height - tall}h${size}v${tall}h${-size}z`
    })
    .join('')
  const dots = counts
    .map((count, at) => (count === undefined ? `M${at * step + size / 2 - 1} ${height - 2}h2v2h-2z` : ''))
    .join('')
  const words =
    last === undefined ? 'not counted' : `at most ${numberText(most)}, ${numberText(last)} at last`
  return (
    <div>
      <p className="mb-1 text-muted text-secondary tabular-nums">
        {title}:{' '}
        {last === undefined ? words : `${numberText(last)} at last; the highest bar is ${numberText(most)}`}
      </p>
      <svg
        role="img"
        aria-label={`${title} on ${known.length} of ${counts.length} days: ${words}`}
        viewBox={`0 0 ${width} ${height}`}
        style={{ width, maxWidth: '100%' }}
        className="block h-auto"
      >
        <path d={dots} className="text-line" fill="currentColor" />
        <path d={bars} className={tone} fill="currentColor" />
      </svg>
    </div>
  )
}
