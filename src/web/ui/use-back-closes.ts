import { useEffect, useRef } from 'react'

/** Marks the entry of the history that stands for what is open over the page: Back leaves it, and closes that. */
const mark = 'overPage'

interface Entry {
  key?: string
  idx?: number
  [mark]?: true
}

/** How to close what is open over the page, what came last at the end. */
const open: (() => void)[] = []
/** What was written to the history while the way back to the page's own entry was under way: it belongs there. */
let written: (() => void)[] = []
/** The page below the marked entry that one is on. */
let below: Entry | undefined
let isLeaving = false

const entry = (): Entry => (window.history.state as Entry | null) ?? {}
const isOnMarked = () => entry()[mark] === true

function leave(): void {
  isLeaving = true
  window.history.back()
}

/** The last entry is a marked one exactly as long as something is open. */
function settle(): void {
  if (isLeaving) return
  if (open.length > 0 && !isOnMarked()) {
    below = entry()
    window.history.pushState({ ...below, [mark]: true }, '')
  } else if (open.length === 0 && isOnMarked()) leave()
}

function onPopState(event: Event): void {
  const { key, idx } = entry()
  if (isLeaving) {
    event.stopImmediatePropagation()
    isLeaving = false
    const missed = written
    written = []
    for (const write of missed) write()
    settle()
  } else if (isOnMarked()) {
    // Forward, to what was closed: it is not opened anew.
    event.stopImmediatePropagation()
    settle()
  } else if (open.length > 0 && below && below.key === key && below.idx === idx) {
    event.stopImmediatePropagation()
    open.at(-1)?.()
    // It may stay, or ask first.
    setTimeout(settle)
  }
}

let isInstalled = false

/** From now on the router knows nothing of marked entries: it is told of none, and what it writes is the page's own. */
function install(): void {
  if (isInstalled) return
  isInstalled = true
  const { history } = window
  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  history.pushState = (...to) => {
    if (isLeaving) written.push(() => push(...to))
    // A page that is opened from a dialog takes its place: Back leads from it to the page below.
    if (isLeaving || isOnMarked()) replace(...to)
    else push(...to)
    if (open.length > 0) setTimeout(settle)
  }
  history.replaceState = (...to) => {
    const isBelow = isLeaving || isOnMarked()
    replace(...to)
    if (!isBelow) return
    written.push(() => replace(...to))
    if (!isLeaving) leave()
  }
  // Before the router's.
  window.addEventListener('popstate', onPopState, true)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isLeaving = false
  })
}

/** A page that was loaded anew while something was open goes to its own entry: nothing is open any more. */
export function leaveMarkedEntry(): void {
  install()
  settle()
}

/** Back closes what is open over the page, or does what Escape does there, before it leaves the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isOpen) return
    install()
    const closeLatest = () => latest.current()
    open.push(closeLatest)
    queueMicrotask(settle)
    return () => {
      open.splice(open.indexOf(closeLatest), 1)
      queueMicrotask(settle)
    }
  }, [isOpen])
}
