import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from './cx.ts'

interface ChoiceCardProps {
  title: ReactNode
  icon?: ReactNode
  isChosen: boolean
  onChoose: () => void
  children?: ReactNode
}

/** One of a few things to choose from, inside an element with `role="radiogroup"`. Pressing the chosen one is a choice too. */
export function ChoiceCard({ title, icon, isChosen, onChoose, children }: ChoiceCardProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native radio button cannot answer a second press
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      onClick={onChoose}
      onKeyDown={moveByArrow}
      className={cx(
        'flex items-start gap-3 rounded-card border p-4 text-left transition-colors hover:bg-hover/60',
        isChosen ? 'border-accent bg-accent-tint' : 'border-edge',
      )}
    >
      <span
        aria-hidden
        className={cx(
          'mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border',
          isChosen ? 'border-accent bg-accent' : 'border-edge bg-surface',
        )}
      >
        {isChosen && <span className="size-1.5 rounded-full bg-on-accent" />}
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          {icon}
          {title}
        </span>
        {children && <span className="mt-1 block text-muted text-secondary">{children}</span>}
      </span>
    </button>
  )
}

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Arrows lead from one choice to the next, as in any group of radio buttons; what is chosen stays. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const group = event.currentTarget.closest('[role=radiogroup]')
  if (!step || !group) return
  event.preventDefault()
  const cards = [...group.querySelectorAll<HTMLElement>('[role=radio]')]
  cards.at((cards.indexOf(event.currentTarget) + step) % cards.length)?.focus()
}
