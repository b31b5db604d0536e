import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'
import { toast } from './toast.ts'

interface Choice<Value extends string> {
  value: Value
  title: ReactNode
  icon?: ReactNode
  about?: ReactNode
}

interface ChoiceCardsProps<Value extends string> {
  label: string
  choices: readonly Choice<Value>[]
  chosen: Value | null | undefined
  /** Pressing the chosen one is a choice too. */
  onChoose: (value: Value) => void
  /** Why none can be chosen now. */
  unavailable?: string | undefined
}

/**
 * A few things to choose one from, as cards. One stop for Tab, which leads to the chosen one; arrows move within. What
 * they pass is not chosen, as it would be among native buttons: a choice leads on, to its own fields or to the next
 * section, and takes the focus there.
 */
export function ChoiceCards<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
  unavailable,
}: ChoiceCardsProps<Value>) {
  /** The one that has the focus, chosen or not. */
  const [visited, setVisited] = useState<Value>()
  const reasonId = useId()
  const stop = visited ?? (choices.find(({ value }) => value === chosen) ?? choices[0])?.value
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setVisited(undefined)
  }
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={moveByArrow}
      onBlur={leave}
      className="grid gap-3 sm:grid-cols-2"
    >
      {choices.map(({ value, ...choice }) => (
        <ChoiceCard
          key={value}
          {...choice}
          isChosen={value === chosen}
          isStop={value === stop}
          reasonId={unavailable && reasonId}
          onChoose={() => (unavailable ? toast.error(unavailable) : onChoose(value))}
          onVisit={() => setVisited(value)}
        />
      ))}
      {unavailable && (
        <span id={reasonId} hidden>
          {unavailable}
        </span>
      )}
    </div>
  )
}

interface ChoiceCardProps extends Omit<Choice<string>, 'value'> {
  isChosen: boolean
  /** Tab stops here. */
  isStop: boolean
  /** Of the words that say why it cannot be chosen. */
  reasonId: string | undefined
  onChoose: () => void
  onVisit: () => void
}

const ChoiceCard = ({
  title,
  icon,
  about,
  isChosen,
  isStop,
  reasonId,
  onChoose,
  onVisit,
}: ChoiceCardProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a native radio button cannot answer a second press
  <button
    type="button"
    role="radio"
    aria-checked={isChosen}
    aria-disabled={reasonId !== undefined || undefined}
    aria-describedby={reasonId}
    tabIndex={isStop ? 0 : -1}
    onClick={onChoose}
    onFocus={onVisit}
    className={cx(
      'flex items-start gap-3 rounded-card border p-4 text-left transition-colors hover:bg-hover/60 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
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
      {about && <span className="mt-1 block text-muted text-secondary">{about}</span>}
    </span>
  </button>
)

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** From one choice to the next, and round. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  // With Alt the arrows are the browser's: back and forward.
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
  const at = cards.findIndex((card) => card.matches(':focus'))
  cards.at((at + step) % cards.length)?.focus()
}
