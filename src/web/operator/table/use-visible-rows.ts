import { useWindowVirtualizer, type Virtualizer, windowScroll } from '@tanstack/react-virtual'
import { startTransition, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../../ui/when-idle.ts'

/** Rows that come in pages: the next is asked for when the last ones are near. */
export interface MoreRows {
  hasMore: boolean
  isLoading: boolean
  load: () => void
}

/** So many rows all exist, once the page has nothing better to do: the browser's own search finds every one of them. */
const wholeUpTo = 200
/** Rows on either side of those in sight, at first and once the page has nothing better to do. */
const aroundAtFirst = 2
const around = 12
/** Pixels of a row that was not measured yet. */
const assumedHeight = 41

/** The browser tells the height when it has laid the page out; to ask for it would make it do so once more. */
function heightOf(row: Element, entry: ResizeObserverEntry | undefined, list: Virtualizer<Window, Element>) {
  const told = entry?.borderBoxSize[0]?.blockSize
  return told === undefined
    ? (list.measurementsCache[list.indexFromElement(row)]?.size ?? assumedHeight)
    : Math.round(told)
}

/** Rows above those in sight that are higher than was thought move the page; where it stands at first, the browser knows. */
const keepInSight: typeof windowScroll = (offset, options, list) => {
  if (options.adjustments) windowScroll(offset, options, list)
}

/** The rows around those in sight, and the height of those before and after them; asks for more rows near the end. */
export function useVisibleRows(lines: readonly { id: string }[], more: MoreRows | undefined) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [margin, setMargin] = useState(0)
  const [isSettled, setSettled] = useState(false)
  const isLong = lines.length > wholeUpTo
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => assumedHeight,
    getItemKey: (index) => lines[index]!.id,
    overscan: isSettled ? (isLong ? around : lines.length) : aroundAtFirst,
    scrollMargin: margin,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollToFn: keepInSight,
    measureElement: heightOf,
    useFlushSync: false,
  })
  useEffect(() => {
    if (isLong && body.current) setMargin(body.current.getBoundingClientRect().top + window.scrollY)
  }, [isLong])
  useEffect(() => {
    void whenIdle().then(() => startTransition(() => setSettled(true)))
  }, [])
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  const isNearEnd = last !== undefined && (virtualizer.range?.endIndex ?? 0) >= lines.length - 30
  useEffect(() => {
    if (isNearEnd && more?.hasMore && !more.isLoading) more.load()
  }, [isNearEnd, more])
  return {
    body,
    items,
    before: items[0] ? items[0].start - margin : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - margin) : 0,
    measure: virtualizer.measureElement,
  }
}
