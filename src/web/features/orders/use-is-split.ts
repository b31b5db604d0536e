import { useSyncExternalStore } from 'react'

/** The theme's `split` breakpoint, for what differs in more than its look. */
const wideEnough = window.matchMedia('(width >= 56.25rem)')

const subscribe = (notify: () => void) => {
  wideEnough.addEventListener('change', notify)
  return () => wideEnough.removeEventListener('change', notify)
}

/** Whether list and panel stand side by side; otherwise the list leads to the panel. */
export const useIsSplit = (): boolean => useSyncExternalStore(subscribe, () => wideEnough.matches)
