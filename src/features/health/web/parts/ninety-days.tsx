import { numberText } from '#base/text/number-text.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { chartDays } from '../../rules/chart-days.ts'
import { type HealthState, healthStates, stateOfLetter } from '../../rules/health-states.ts'
import type { HealthOfDomain } from '../../rules/health-view.ts'
import { DaysTable } from './days-table.tsx'
import { MarkCells, type MarkLook } from './mark-cells.tsx'
import { placesText, probeLooks, probePlaces, probeWords, worstPlace } from './probe-looks.ts'
import { StateCells } from './state-cells.tsx'

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
function CountBars({ title, counts, size, gap, tone }: CountBarsProps) {
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

/** Days in a row of the picture, and cells of it in px: everything below stands on the axis of its last row. */
const columns = chartDays
const cell = { size: 12, gap: 4 } as const
const dayMs = 86_400_000

const decided: Record<'decided', MarkLook> = {
  decided: {
    tone: 'text-accent',
    shape: (x, y, s) => `M${x + s / 2} ${y}l${s / 2} ${s / 2}l${-s / 2} ${s / 2}l${-s / 2} ${-s / 2}z`,
  },
}

/** The days of the last row, by which what was seen is stored: "2026-11-26", in UTC. */
const lastDays = (lastDay: string): string[] =>
  Array.from({ length: columns }, (_, at) =>
    new Date(Date.parse(lastDay) - (columns - 1 - at) * dayMs).toISOString().slice(0, 10),
  )

/** A domain's last 90 days, and what was counted on the last 30 of them, on one axis; the same as a table. */
export function NinetyDays({ view }: { view: HealthOfDomain }) {
  const { days, lastDay } = view
  const states = [...days].map(stateOfLetter)
  const counts = [...Map.groupBy(states, (state) => state)]
    .flatMap(([state, of]) => (state ? [`${of.length} ${healthStates[state].label.toLowerCase()}`] : []))
    .join(', ')
  const seen = states.filter((state) => state !== undefined).length
  return (
    <Card aria-label="90 days">
      <CardHeader
        title="90 days"
        description={`${seen} of ${states.length} days seen until ${lastDay}${counts && `: ${counts}`}.`}
      />
      <div className="mt-3 grid grid-cols-1 gap-4">
        <StateCells
          states={states}
          columns={columns}
          {...cell}
          label={`90 days in rows of 30, the last one ${lastDay}`}
        />
        <LastRow view={view} states={states.slice(-columns)} />
      </div>
    </Card>
  )
}

/** What is known of the days of the last row: pictures where there is anything to draw, and all of it as a table. */
function LastRow({
  view: { lastDay, probes, sending, changed: changedDays },
  states,
}: {
  view: HealthOfDomain
  states: readonly (HealthState | undefined)[]
}) {
  const axis = lastDays(lastDay)
  const changed = new Set(changedDays)
  const sent = new Map(sending.map((each) => [each.day, each]))
  const onAxis = axis.filter((day) => changed.has(day))
  return (
    <>
      {onAxis.length > 0 && (
        <div>
          <p className="mb-1 text-muted text-secondary">When its state changed, in the last 30 days</p>
          <MarkCells
            marks={axis.map((day) => (changed.has(day) ? 'decided' : undefined))}
            looks={decided}
            columns={columns}
            {...cell}
            label={`Its state changed on ${onAxis.join(', ')}`}
          />
        </div>
      )}
      {probes.map((each) => (
        <ProbeCells key={each.host} {...each} axis={axis} />
      ))}
      {probes.length > 0 && <ProbeLegend />}
      {sending.length > 0 && (
        <>
          <CountBars
            title="Cold emails sent in 7 days"
            counts={axis.map((day) => sent.get(day)?.sent)}
            tone="text-accent"
            {...cell}
          />
          <CountBars
            title="Of these came back"
            counts={axis.map((day) => sent.get(day)?.bounced)}
            tone="text-danger"
            {...cell}
          />
        </>
      )}
      {onAxis.length + probes.length + sending.length > 0 && (
        <p
          className="-mt-2 flex justify-between text-label text-muted tabular-nums"
          style={{ width: columns * (cell.size + cell.gap) - cell.gap, maxWidth: '100%' }}
        >
          <span>{axis[0]}</span>
          <span>{lastDay}</span>
        </p>
      )}
      <DaysTable axis={axis} states={states} probes={probes} sent={sent} changed={changed} />
    </>
  )
}

function ProbeCells({
  host,
  days,
  axis,
}: HealthOfDomain['probes'][number] & {
  axis: readonly string[]
}) {
  const byDay = new Map(days.map((each) => [each.day, each]))
  const shown = axis.flatMap((day) => byDay.get(day) ?? [])
  const totals = Object.fromEntries(
    probePlaces.map((place) => [place, shown.reduce((sum, each) => sum + each[place], 0)]),
  ) as Record<(typeof probePlaces)[number], number>
  const words = placesText(totals) || 'none'
  return (
    <div>
      <p className="mb-1 text-muted text-secondary tabular-nums">
        Our probes at {host}: {words}
      </p>
      <MarkCells
        marks={axis.map((day) => worstPlace(byDay.get(day)))}
        looks={probeLooks}
        columns={columns}
        {...cell}
        label={`Our probes at ${host} on ${shown.length} of ${columns} days: ${words}`}
      />
    </div>
  )
}

/** What the marks of probes mean. */
const ProbeLegend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-secondary" aria-label="Marks of probes">
    {probePlaces.map((place) => (
      <li key={place} className="flex items-center gap-1.5">
        <span aria-hidden>
          <MarkCells marks={[place]} looks={probeLooks} columns={1} size={10} gap={0} label={place} />
        </span>
        {probeWords[place]}
      </li>
    ))}
  </ul>
)
