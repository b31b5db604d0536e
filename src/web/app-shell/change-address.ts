import { isLeaving } from './load-page.ts'

/**
 * Changes the address of this page once nothing more is typed for a moment. While another page is on its way it waits:
 * a new address would end that way, and the press that began it would come to nothing. Returns how to call it off.
 */
export function changeAddressAfter(pauseMs: number, change: () => void): () => void {
  const attempt = () => {
    if (isLeaving()) timer = setTimeout(attempt, pauseMs)
    else change()
  }
  let timer = setTimeout(attempt, pauseMs)
  return () => clearTimeout(timer)
}
