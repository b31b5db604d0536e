import { useRef } from 'react'

type Run = () => unknown

/**
 * Runs what it is given, unless the one before has not ended yet: the second press of a double one comes before
 * anything has been drawn again, and a busy button is drawn too late for it. What fails can be tried again at once.
 */
export function useOneAtATime(): (run: Run) => Promise<void> {
  const isUnderWay = useRef(false)
  return async (run) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await run()
    } finally {
      isUnderWay.current = false
    }
  }
}
