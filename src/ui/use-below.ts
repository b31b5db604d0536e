import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/** One that is loaded again, or come back to, is scrolled to where it was left: it has to be whole at once. */
const isOpenedAnew = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'navigate')

let wasIdle = !isOpenedAnew()

/**
 * Whether what stands at the end of a page, where nobody sees it before scrolling, may be drawn: right after what is seen
 * first, which it would hold up, on the first page that has such a part; at once on every one after that.
 */
export function useBelow(): boolean {
  const [isDrawn, setDrawn] = useState(wasIdle)
  useEffect(
    () =>
      void whenIdle().then(() => {
        wasIdle = true
        setDrawn(true)
      }),
    [],
  )
  return isDrawn
}
