import { useEffect } from 'react'
import { askForRelease, reloadPage, useReleased } from '../ui/release.ts'
import { useConnectionLost } from './connection.ts'

/** How long a tab was out of sight before its return is worth a question. */
const awayMs = 10 * 60_000

/** What a page has to say that is older than the product, or cut off from it. */
export function Notices() {
  const isReleased = useReleased()
  const isLost = useConnectionLost()
  useAskOnReturn()
  return (
    <div
      aria-live="polite"
      className="fixed bottom-(--toast-bottom) left-1/2 z-30 flex w-max max-w-full -translate-x-1/2 flex-col items-center gap-2 text-secondary *:rounded-control *:bg-raised *:px-3 *:py-2 *:shadow-float"
    >
      {isLost && <p>Offline, reconnecting…</p>}
      {isReleased && (
        <p>
          Updated:{' '}
          <button type="button" className="link" onClick={() => void reloadPage()}>
            Reload
          </button>
        </p>
      )}
    </div>
  )
}

/** A tab that comes back into sight after a while may have slept through a release. */
function useAskOnReturn(): void {
  useEffect(() => {
    let hiddenAt = Date.now()
    const onChange = () => {
      if (document.hidden) hiddenAt = Date.now()
      else if (Date.now() - hiddenAt > awayMs) void askForRelease()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
}
