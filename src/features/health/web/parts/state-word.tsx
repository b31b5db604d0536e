import { cx } from '#ui/cx.ts'
import { type HealthState, healthStates } from '../../rules/health-states.ts'
import { stateLooks } from './state-looks.ts'

/** The shape of a state in its colour, beside its name. */
export function StateMark({ state }: { state: HealthState }) {
  const { tone, shape, isHatched } = stateLooks[state]
  return (
    <svg aria-hidden viewBox="0 0 10 10" className={cx('inline-block size-2.5 shrink-0', tone)}>
      <path
        d={shape(0, 0, 10)}
        fill={isHatched ? 'none' : 'currentColor'}
        stroke={isHatched ? 'currentColor' : 'none'}
      />
    </svg>
  )
}

export const StateWord = ({ state }: { state: HealthState }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap font-medium">
    <StateMark state={state} />
    {healthStates[state].label}
  </span>
)
