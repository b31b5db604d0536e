import { useId } from 'react'
import { type HealthState, healthStateNames, healthStates } from '#shared/health/health-states.ts'
import type { HealthOverview } from '#shared/health/health-view.ts'
import { numberText } from '#shared/text/number-text.ts'
import { cx } from '../../ui/cx.ts'
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
        <button
          key={state}
          type="button"
          aria-pressed={chosen === state}
          aria-labelledby={`${id}${state}`}
          aria-describedby={`${id}${state}-count`}
          onClick={() => onChoose(chosen === state ? undefined : state)}
          className={cx(
            'rounded-card border bg-surface px-4 py-3 text-left transition-colors hover:bg-hover',
            chosen === state ? 'border-accent' : 'border-line',
          )}
        >
          <span id={`${id}${state}-count`} className="block text-figure tabular-nums">
            {numberText(counts[state])}
          </span>
          <span id={`${id}${state}`} className="flex items-center gap-1.5 text-muted text-secondary">
            <StateMark state={state} />
            {healthStates[state].label}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
