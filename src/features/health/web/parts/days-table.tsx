import '#ui/block-table.css'
import { numberText } from '#base/text/number-text.ts'
import { cx } from '#ui/cx.ts'
import { LabelledCell } from '#ui/labelled-cell.tsx'
import { type HealthState, healthStates } from '../../rules/health-states.ts'
import type { HealthOfDomain } from '../../rules/health-view.ts'
import { placesText } from './probe-looks.ts'

interface DaysTableProps {
  /** UTC days, the oldest first, and the state on each of them. */
  axis: readonly string[]
  states: readonly (HealthState | undefined)[]
  probes: HealthOfDomain['probes']
  sent: ReadonlyMap<string, HealthOfDomain['sending'][number]>
  /** Days on which its state changed. */
  changed: ReadonlySet<string>
}

const nothing = '–'
const counted = ['Sent in 7 days', 'Came back'] as const
const isCount = (title: string): boolean => counted.some((each) => each === title)

/** The pictures of the last days as rows, the newest first; days of which nothing is known are left out. */
export function DaysTable({ axis, states, probes, sent, changed }: DaysTableProps) {
  const rows = axis
    .map((day, at) => ({
      day,
      state: states[at],
      isChanged: changed.has(day),
      at: probes.map(({ host, days }) => ({ host, probe: days.find((each) => each.day === day) })),
      sent: sent.get(day),
    }))
    .filter(({ state, at, sent: own }) => state || own || at.some(({ probe }) => probe))
    .toReversed()
  if (rows.length === 0) return null
  return (
    <details className="text-secondary">
      <summary className="w-fit rounded-control font-medium">The last 30 days as a table</summary>
      {/* The titles, which have no room on a phone, are clipped with it. */}
      <div className="relative mt-2 overflow-clip">
        <table aria-label="The last 30 days" className="block-table w-full text-left">
          <thead>
            <tr>
              {['Day (UTC)', 'State', ...probes.map(({ host }) => `Probes at ${host}`), ...counted].map(
                (title) => (
                  <th key={title} scope="col" className={cx(isCount(title) && 'lg:text-right')}>
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day, state, isChanged, at, sent: own }) => (
              <tr key={day}>
                <th scope="row" className="font-normal whitespace-nowrap">
                  {day}
                </th>
                <LabelledCell label="State">
                  {state ? healthStates[state].label : nothing}
                  {isChanged && ' (changed)'}
                </LabelledCell>
                {at.map(({ host, probe }) => (
                  <LabelledCell key={host} label={`Probes at ${host}`}>
                    {probe ? placesText(probe) : nothing}
                  </LabelledCell>
                ))}
                <LabelledCell label="Sent in 7 days" align="right">
                  {own ? numberText(own.sent) : nothing}
                </LabelledCell>
                <LabelledCell label="Came back" align="right">
                  {own ? numberText(own.bounced) : nothing}
                </LabelledCell>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
