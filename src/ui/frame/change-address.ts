import { router } from './load-page.ts'

/** Which page is open, and which one has been asked for: the same, unless another one is on its way. */
function pathsNow(): { open: string; wanted: string } | undefined {
  if (!router) return undefined
  const { location, navigation } = router.state
  return { open: location.pathname, wanted: (navigation.location ?? location).pathname }
}

/**
 * Changes the address of this page once nothing more is typed for a moment. While another page is on its way it waits:
 * a new address would end that way, and the press that began it would come to nothing. One that is open is left alone:
 * it is, before this page is gone. Returns how to call it off.
 */
export function changeAddressAfter(pauseMs: number, change: () => void): () => void {
  const here = pathsNow()?.open
  const attempt = () => {
    const now = pathsNow()
    if (now?.open !== here) return
    if (now?.wanted === here) change()
    else timer = setTimeout(attempt, pauseMs)
  }
  let timer = setTimeout(attempt, pauseMs)
  return () => clearTimeout(timer)
}
