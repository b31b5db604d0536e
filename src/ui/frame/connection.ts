import { useSyncExternalStore } from 'react'
import { askForRelease } from '../release.ts'

let isLost = false
const listeners = new Set<() => void>()

/** Told by the page that keeps a live connection, or watches the network: it has broken, or stands again, maybe with a newer server. */
export function setConnectionLost(lost: boolean): void {
  if (isLost === lost) return
  isLost = lost
  for (const listener of listeners) listener()
  if (!lost) void askForRelease()
}

/** Whether the live connection has broken and is being made again. */
export const useConnectionLost = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isLost,
  )
