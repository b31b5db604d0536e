import { type ComponentType, type ReactElement, useEffect, useState } from 'react'
import { latePart, type Missed } from './late-part.tsx'
import { noAnswerText } from './no-answer.ts'
import { toast } from './toast.ts'
import { whenIdle } from './when-idle.ts'

export interface LateMenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** It was pressed before the menu was there. */
  defaultOpen: boolean
  onAwait: () => void
}

/** A button whose menu arrives after the page; with `useAwaited`. */
export const lateMenu = <P extends LateMenuProps>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> =>
  latePart<P>(
    async () => {
      await whenIdle()
      return load()
    },
    { Waiting: WaitingMenu, Missing: MissingMenu },
  )

/**
 * Remembers a press that comes before the menu, from the moment the pointer goes down: the button is made again when
 * the menu arrives, and a press that begins on one and ends on the other is lost.
 */
export function useAwaited(): Pick<LateMenuProps, 'defaultOpen' | 'onAwait'> {
  const [isAwaited, setAwaited] = useState(false)
  return { defaultOpen: isAwaited, onAwait: () => setAwaited(true) }
}

const WaitingMenu = ({ trigger, onAwait }: LateMenuProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: remembers the press of the button inside it
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of that button arrive as presses
  <span className="contents" onPointerDown={onAwait} onClick={onAwait}>
    {trigger}
  </span>
)

/** Each press asks for the menu again, and says so when it does not arrive. */
function MissingMenu({ trigger, defaultOpen, onAwait, isRetrying, onRetry }: LateMenuProps & Missed) {
  useEffect(() => {
    if (!defaultOpen || isRetrying) return
    toast.error('This could not be loaded.', {
      id: 'menu-missing',
      description: noAnswerText(),
    })
  }, [defaultOpen, isRetrying])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: answers the presses of the button inside it
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of that button arrive as presses
    <span
      className="contents"
      onClick={() => {
        onAwait()
        onRetry()
      }}
    >
      {trigger}
    </span>
  )
}
