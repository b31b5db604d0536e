import { useWindowVirtualizer, type Virtualizer, windowScroll } from '@tanstack/react-virtual'
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from '../../when-idle.ts'

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
/** Pixels of a row that was not measured yet: the least that rows have, so that none in sight is missing at first. */
const assumedHeight = {
  line: 37,
  lines: 54,
  /** With little room: a line and a gap for each cell, and what is around them; see `block-table.css`. */
  block: (cells: number) => 24 * cells + 20,
}
/** Pixels that stand above a list at least: the bar, its page's title and the titles of its columns. */
const aboveAtFirst = 250
/** Pixels from the top of the page. */
const topOf = (body: Element) => body.getBoundingClientRect().top + window.scrollY
/** Where a row is a block. */
const isNarrow = () => window.innerWidth < 1024

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
  { more, columns }: { more: MoreRows | undefined; columns: readonly { hasLines?: true }[] },
) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [margin, setMargin] = useState(aboveAtFirst)
  // Which rows are in sight depends on where they begin then. At the top of a page what is assumed is enough.
  const [wasScrolled] = useState(() => window.scrollY > 0)
  const [isSettled, setSettled] = useState(lines.length <= fewRows)
  const isLong = lines.length > wholeUpTo
  const hasLines = columns.some((column) => column.hasLines)
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () =>
      isNarrow() ? assumedHeight.block(columns.length) : assumedHeight[hasLines ? 'lines' : 'line'],
    getItemKey: (index) => lines[index]!.id,
    overscan: isSettled ? (isLong ? around : lines.length) : 0,
    scrollMargin: margin,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollToFn: keepInSight,
    measureElement: heightOf,
    useFlushSync: false,
  })
  useLayoutEffect(() => {
    if (wasScrolled && body.current) setMargin(topOf(body.current))
  }, [wasScrolled])
  useEffect(() => {
    if (isLong && body.current) setMargin(topOf(body.current))
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
