import { useId } from 'react'
import { numberText } from '#base/text/number-text.ts'
import { cx } from '#ui/cx.ts'
import { type HealthState, healthStateNames, healthStates } from '../../rules/health-states.ts'
import type { HealthOverview } from '../../rules/health-view.ts'
import { StateMark } from './state-word.tsx'

interface StateCountsProps {
  counts: HealthOverview['counts']
  chosen: HealthState | undefined
  onChoose: (state: HealthState | undefined) => void
}

/** How many domains are in each state, worst first; pressing one, named by its state, shows those alone. */
export function StateCounts({ counts, chosen, onChoose }: StateCountsProps) {
  const id = useId()
  return (
    <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-6">
      <legend className="sr-only">Domains by state</legend>
      {healthStateNames.toReversed().map((state) => (
        <div
          key={state}
          className={cx(
            'relative rounded-card border bg-surface px-4 py-3 transition-colors hover:bg-hover',
            chosen === state ? 'border-accent' : 'border-line',
          )}
        >
          <span id={`${id}${state}`} className="block text-figure tabular-nums">
            {numberText(counts[state])}
          </span>
          <button
            type="button"
            aria-pressed={chosen === state}
            aria-describedby={`${id}${state}`}
            onClick={() => onChoose(chosen === state ? undefined : state)}
            // All of the card is pressed; the count is no part of its name.
            className="flex items-center gap-1.5 text-left text-muted text-secondary after:absolute after:inset-0 after:rounded-card"
          >
            <StateMark state={state} />
            {healthStates[state].label}
          </button>
        </div>
      ))}
    </fieldset>
  )
}
