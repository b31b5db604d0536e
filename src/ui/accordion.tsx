import { Check, ChevronDown, Lock } from 'lucide-react'
import { Accordion as Radix } from 'radix-ui'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { cx } from './cx.ts'

interface AccordionProps {
  /** The open section, or '' when all are closed; pressing the open one closes it. */
  value: string
  onValueChange: (value: string) => void
  className?: string
  children: ReactNode
}

const OpenSection = createContext('')

/** Sections of which one is open: the steps of a form. */
export function Accordion({ value, onValueChange, className, children }: AccordionProps) {
  return (
    <Radix.Root
      type="single"
      collapsible
      value={value}
      onValueChange={onValueChange}
      className={cx('flex flex-col gap-3', className)}
    >
      <OpenSection value={value}>{children}</OpenSection>
    </Radix.Root>
  )
}

interface AccordionSectionProps {
  value: string
  title: ReactNode
  /** A line under the title while the section is closed: what was entered. */
  summary?: ReactNode
  /** Counted from 1; shown until the section is complete. */
  number?: number
  complete?: boolean
  /** Why the section cannot be opened yet. */
  locked?: string | false
  /** Pressing the locked section is answered instead of being ignored. */
  onLockedPress?: () => void
  /** What was typed in the section outlasts its being closed. */
  keepMounted?: boolean
  children: ReactNode
}

export function AccordionSection({
  value,
  title,
  summary,
  number,
  complete = false,
  locked = false,
  onLockedPress,
  keepMounted = false,
  children,
}: AccordionSectionProps) {
  return (
    <Radix.Item
      value={value}
      disabled={Boolean(locked) && !onLockedPress}
      className={cx('group rounded-card border border-line', !locked && 'bg-surface')}
    >
      <SectionHeader
        value={value}
        title={title}
        note={locked || summary}
        number={number}
        complete={complete}
        locked={locked}
        onLockedPress={onLockedPress}
      />
      <Radix.Content
        forceMount={(keepMounted && !locked) || undefined}
        className="border-line border-t px-4 py-4 data-[state=closed]:hidden data-[state=open]:animate-fade-in md:px-5 md:py-5"
      >
        {children}
      </Radix.Content>
    </Radix.Item>
  )
}

interface SectionHeaderProps
  extends Pick<
    AccordionSectionProps,
    'value' | 'title' | 'number' | 'complete' | 'locked' | 'onLockedPress'
  > {
  /** The line under the title. */
  note: ReactNode
}

/** The title that opens a section, with its number, or what has become of it. */
function SectionHeader({ value, title, note, number, complete, locked, onLockedPress }: SectionHeaderProps) {
  const noteId = useId()
  const trigger = useFocusWhenOpened(useContext(OpenSection) === value)
  return (
    <div
      className={cx(
        'relative flex min-h-14 items-center gap-3 rounded-card px-4 py-3 group-data-[state=open]:rounded-b-none md:px-5',
        !locked && 'hover:bg-hover/60',
      )}
    >
      <span
        aria-hidden
        className={cx(
          'grid size-6 shrink-0 place-items-center rounded-full font-medium text-label tabular-nums',
          complete ? 'bg-success-tint text-success' : 'bg-neutral-tint text-neutral',
        )}
      >
        {complete ? <Check className="size-3.5 stroke-2" /> : locked ? <Lock className="size-3" /> : number}
      </span>
      <div className="min-w-0 grow">
        <Radix.Header asChild>
          <h2 className="text-card-title">
            <Radix.Trigger
              ref={trigger}
              aria-describedby={note ? noteId : undefined}
              aria-disabled={Boolean(locked) || undefined}
              onClick={(event) => {
                if (!locked) return
                event.preventDefault()
                onLockedPress?.()
              }}
              // The whole header is the button's, while its title alone names it.
              className={cx(
                'text-left after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent',
                locked && 'text-muted',
              )}
            >
              {title}
              {complete && <span className="sr-only"> (completed)</span>}
            </Radix.Trigger>
          </h2>
        </Radix.Header>
        {note && (
          <p
            id={noteId}
            className={cx('text-muted text-secondary', !locked && 'truncate group-data-[state=open]:hidden')}
          >
            {note}
          </p>
        )}
      </div>
      {!locked && (
        <ChevronDown
          aria-hidden
          className="text-muted transition-transform group-data-[state=open]:rotate-180"
        />
      )}
    </div>
  )
}

/** A section that opens because another one is done takes the focus that vanished with what was done there. */
function useFocusWhenOpened(isOpen: boolean) {
  const trigger = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const focused = document.activeElement
    const isLost = !focused || focused === document.body || !focused.checkVisibility()
    if (isOpen && !wasOpen.current && isLost) trigger.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return trigger
}
