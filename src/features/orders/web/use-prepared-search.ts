import { useEffect } from 'react'
import { prepareSearch } from '../rules/order-index.ts'
import type { WorkspaceOrder } from './shared/orders-query.ts'

/** After the list stands; the first keystroke then has less to do. */
const pauseMs = 500
/** So few that a key pressed meanwhile is not kept waiting. */
const atOnce = 50

/** Works out what the search looks at, a few orders at a time, once there is nothing better to do. */
export function usePreparedSearch(index: readonly WorkspaceOrder[]): void {
  useEffect(() => {
    let next = 0
    const prepareSome = () => {
      prepareSearch(index.slice(next, next + atOnce))
      next += atOnce
      if (next < index.length) waiting = setTimeout(prepareSome)
    }
    let waiting = setTimeout(prepareSome, pauseMs)
    return () => clearTimeout(waiting)
  }, [index])
}
