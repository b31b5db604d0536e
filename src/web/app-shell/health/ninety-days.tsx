import { healthStates } from '#shared/health/health-states.ts'
import type { HealthOfDomain } from '#shared/health/health-view.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { CountBars } from './count-bars.tsx'
import { DaysTable } from './days-table.tsx'
import { MarkCells, type MarkLook } from './mark-cells.tsx'
import { placesText, probeLooks, probePlaces, probeWords, worstPlace } from './probe-looks.ts'
import { StateCells } from './state-cells.tsx'
import { stateOfLetter } from './state-looks.ts'

/** Days in a row of the picture, and cells of it in px: everything below stands on the axis of its last row. */
const columns = 30
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
  const { days, lastDay, probes, sending, decisions } = view
  const states = [...days].map(stateOfLetter)
  const counts = [...Map.groupBy(states, (state) => state)]
    .flatMap(([state, of]) => (state ? [`${of.length} ${healthStates[state].label.toLowerCase()}`] : []))
    .join(', ')
  const seen = states.filter((state) => state !== undefined).length
  const axis = lastDays(lastDay)
  const changed = new Set(decisions.filter(({ from, to }) => from !== to).map(({ at }) => at.slice(0, 10)))
  const isDecided = axis.some((day) => changed.has(day))
  const sent = new Map(sending.map((each) => [each.day, each]))
  return (
    <Card aria-label="90 days">
      <CardHeader
        title="90 days"
        description={`${seen} of ${states.length} days seen until ${lastDay}${counts && `: ${counts}`}.`}
      />
      <div className="mt-3 grid gap-4">
        <StateCells
          states={states}
          columns={columns}
          {...cell}
          label={`90 days in rows of 30, the last one ${lastDay}`}
        />
        {isDecided && (
          <div>
            <p className="mb-1 text-muted text-secondary">Last 30 days: when its state changed</p>
            <MarkCells
              marks={axis.map((day) => (changed.has(day) ? 'decided' : undefined))}
              looks={decided}
              columns={columns}
              {...cell}
              label={`Its state changed on ${axis.filter((day) => changed.has(day)).join(', ')}`}
            />
          </div>
        )}
        {probes.map(({ host, days: own }) => (
          <ProbeCells key={host} host={host} days={own} axis={axis} />
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
        <DaysTable
          axis={axis}
          states={states.slice(-columns)}
          probes={probes}
          sent={sent}
          changed={changed}
        />
      </div>
    </Card>
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
