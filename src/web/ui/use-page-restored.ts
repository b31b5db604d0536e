import { useEffect, useRef } from 'react'

/** Calls back when the browser's own "back" shows the page as it was left, busy signs and all. */
export function usePageRestored(onRestored: () => void): void {
  const latest = useRef(onRestored)
  latest.current = onRestored
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && latest.current()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
}
