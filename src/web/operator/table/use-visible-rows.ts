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
/** So few rows are drawn at once. */
const fewRows = 12
/** Rows on either side of those in sight, once the page has nothing better to do. */
const around = 12
/**
 * Pixels of a row that was not measured yet: of one line, of several, and of one that is a block of all its cells. They
 * are the least that rows have, so that none in sight is missing at first.
 */
const assumedHeight = { line: 37, lines: 54, block: 110 }
/** Pixels that stand above a list at least: the bar, its page's title and the titles of its columns. */
const aboveAtFirst = 250
/** Where a row is a block: see `block-table.css`. */
const isNarrow = () => window.innerWidth < 768

/** The browser tells the height when it has laid the page out; to ask for it would make it do so once more. */
function heightOf(row: Element, entry: ResizeObserverEntry | undefined, list: Virtualizer<Window, Element>) {
  const told = entry?.borderBoxSize[0]?.blockSize
  return told === undefined
    ? (list.measurementsCache[list.indexFromElement(row)]?.size ?? assumedHeight.line)
    : Math.round(told)
}

/** Rows above those in sight that are higher than was thought move the page; where it stands at first, the browser knows. */
const keepInSight: typeof windowScroll = (offset, options, list) => {
  if (options.adjustments) windowScroll(offset, options, list)
}

/**
 * The rows around those in sight, and the height of those before and after them; asks for more rows near the end. Heights
 * are measured once the page has nothing better to do, and never of a short table: to be told of them draws it again.
 */
export function useVisibleRows(
  lines: readonly { id: string }[],
  { more, hasLines }: { more: MoreRows | undefined; hasLines: boolean },
) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [margin, setMargin] = useState(aboveAtFirst)
  const [isSettled, setSettled] = useState(lines.length <= fewRows)
  const isLong = lines.length > wholeUpTo
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => assumedHeight[isNarrow() ? 'block' : hasLines ? 'lines' : 'line'],
    getItemKey: (index) => lines[index]!.id,
    overscan: isSettled ? (isLong ? around : lines.length) : 0,
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
    measure: isSettled && lines.length > fewRows ? virtualizer.measureElement : undefined,
  }
}
