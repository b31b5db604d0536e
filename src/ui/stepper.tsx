import { Check } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

export interface Step {
  label: string
  /** Where a step that was done can be opened again. */
  to?: string
}

interface StepperProps {
  steps: readonly Step[]
  /** Counted from 1. */
  current: number
  className?: string
}

/** Where one stands in a sequence of pages. On phones only the current step has its words. */
export function Stepper({ steps, current, className }: StepperProps) {
  return (
    <nav aria-label="Progress" className={className}>
      <ol className="flex items-center gap-2 sm:gap-3">
        {steps.map((step, index) => {
          const number = index + 1
          const state = number < current ? 'done' : number === current ? 'current' : 'ahead'
          const content = (
            <>
              <span
                aria-hidden
                className={cx(
                  'grid size-6 shrink-0 place-items-center rounded-full font-medium text-label tabular-nums',
                  state === 'done' && 'bg-accent-tint text-accent',
                  state === 'current' && 'bg-primary text-on-primary',
                  state === 'ahead' && 'border border-line text-muted',
                )}
              >
                {state === 'done' ? <Check className="size-3.5 stroke-2" /> : number}
              </span>
              <span className="sr-only">
                Step {number} of {steps.length}
                {state === 'done' ? ', completed' : ''}:{' '}
              </span>
              <span
                className={cx(
                  'truncate text-secondary',
                  state === 'current' ? 'font-medium' : 'text-muted max-md:sr-only',
                )}
              >
                {step.label}
              </span>
            </>
          )
          return (
            <Fragment key={step.label}>
              {index > 0 && (
                <li
                  aria-hidden
                  className={cx('h-px min-w-3 grow', number <= current ? 'bg-accent/50' : 'bg-line')}
                />
              )}
              <li
                aria-current={state === 'current' ? 'step' : undefined}
                className="flex min-w-0 items-center"
              >
                {state === 'done' && step.to ? (
                  <Link
                    to={step.to}
                    className="flex min-w-0 items-center gap-2 rounded-control hover:text-text"
                  >
                    {content}
                  </Link>
                ) : (
                  <span className="flex min-w-0 items-center gap-2">{content}</span>
                )}
              </li>
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}
