import { type ReactElement, Suspense, useState } from 'react'

/**
 * A button whose menu arrives after the page. A press before that is remembered from the moment the pointer goes down:
 * the button is made anew when the menu arrives, and a press that begins on one and ends on the other is lost.
 */
export function LateMenu({
  trigger,
  children,
}: {
  trigger: ReactElement
  /** The menu with its button; open at once when it is awaited. */
  children: (isAwaited: boolean) => ReactElement
}) {
  const [isAwaited, setAwaited] = useState(false)
  const remember = () => setAwaited(true)
  return (
    <Suspense
      fallback={
        // biome-ignore lint/a11y/noStaticElementInteractions: remembers the press of the button inside it
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of that button arrive as presses
        <span className="contents" onPointerDown={remember} onClick={remember}>
          {trigger}
        </span>
      }
    >
      {children(isAwaited)}
    </Suspense>
  )
}
