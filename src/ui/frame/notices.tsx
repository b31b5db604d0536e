import { reloadPage, useReleased } from '../release.ts'
import { useConnectionLost } from './connection.ts'

/** What a page has to say that is older than the product, or cut off from it. */
export function Notices() {
  const isReleased = useReleased()
  const isLost = useConnectionLost()
  return (
    <div
      aria-live="polite"
      data-notices
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
