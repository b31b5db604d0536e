import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** A page that is not as long as it was by then has become shorter. */
const growsWithinMs = 5_000
/** Whoever does one of these looks at something else by now. */
const takesOver = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** How far down each page was when it was left, in pixels, by the key of its entry in the history. */
const places = new Map<string, number>()

/**
 * Going back leads to where one was on the page. The browser tries once, before a page that asks the server has been
 * drawn; this one follows as the page grows.
 */
export function useScrollPlaces(): void {
  const { key, pathname } = useLocation()
  const isGoingBack = useNavigationType() === 'POP'
  const shown = useRef<{ key: string; pathname: string }>(undefined)
  const isLeaving = useRef(false)

  useEffect(() => {
    // The browser scrolls the page that is being left to the place on the one that comes.
    const onPopState = () => {
      // A link within the page is one too, and leaves nothing.
      isLeaving.current = window.location.pathname !== shown.current?.pathname
    }
    const onScroll = () => {
      if (!isLeaving.current && shown.current) places.set(shown.current.key, window.scrollY)
    }
    window.addEventListener('popstate', onPopState)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('popstate', onPopState)
      window.removeEventListener('scroll', onScroll)
    }
  }, [])

  useLayoutEffect(() => {
    // The frame itself may be what comes back.
    const isAnotherPage = shown.current?.pathname !== pathname
    shown.current = { key, pathname }
    isLeaving.current = false
    // An address that only says more of the same page, such as a filter, is met where the page stands.
    if (!isAnotherPage) places.set(key, window.scrollY)
    const place = places.get(key)
    if (isGoingBack && isAnotherPage && place !== undefined) return followTo(place)
  }, [key, pathname, isGoingBack])
}

/** Scrolls so far down as soon as the page is so long, unless somebody scrolls before. Returns how to give it up. */
function followTo(place: number): () => void {
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, place)
    if (Math.ceil(window.scrollY) >= place) giveUp()
  })
  const giveUp = () => {
    clearTimeout(timeout)
    observer.disconnect()
    for (const event of takesOver) window.removeEventListener(event, giveUp)
  }
  const timeout = setTimeout(giveUp, growsWithinMs)
  for (const event of takesOver) window.addEventListener(event, giveUp, { passive: true })
  observer.observe(document.body)
  return giveUp
}
