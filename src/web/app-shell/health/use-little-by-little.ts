import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../../ui/when-idle.ts'

/**
 * How many of so many parts are drawn: the first at once, the others some at a time, each when the page has nothing better
 * to do. All of them are there soon, for the browser's own search and for who hears the page.
 */
export function useLittleByLittle(count: number, { first, step }: { first: number; step: number }): number {
  const [drawn, setDrawn] = useState(first)
  const isWhole = drawn >= count
  useEffect(() => {
    if (isWhole) return
    let isGone = false
    void whenIdle().then(() => {
      if (!isGone) startTransition(() => setDrawn(drawn + step))
    })
    return () => {
      isGone = true
    }
  }, [drawn, isWhole, step])
  return Math.min(drawn, count)
}
