import { type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { whenIdle } from './when-idle.ts'

interface DataListProps<Item> {
  /** What the list holds, for those who cannot see it. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Of every row, in rem: nothing is measured while someone types or scrolls. */
  rowHeight: number
  /** The key of the chosen row. */
  selected?: string | undefined
  /** A row was chosen by press or by arrow keys. */
  onSelect: (item: Item) => void
  /** A row was opened by Enter; presses open too. */
  onOpen?: (item: Item) => void
  renderRow: (item: Item, isSelected: boolean) => ReactNode
  className?: string
}

/**
 * Rows on either side of the visible ones, once these are there: a turn of the wheel meets rows that stand there
 * already.
 */
const overscan = 8

/** Until the page is laid out, a list may be as high as the window. */
const assumedRect: Rect = { width: 0, height: window.innerHeight }

/** Told by the browser when it has laid the page out: the library's own way makes it do so while the page is made. */
function observeRect({ scrollElement }: Virtualizer<HTMLDivElement, Element>, tell: (rect: Rect) => void) {
  if (!scrollElement) return
  const observer = new ResizeObserver(() =>
    tell({ width: scrollElement.clientWidth, height: scrollElement.clientHeight }),
  )
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

/** Where the list has to be scrolled to for this row to be seen; null where it is. */
function scrollTo(row: number, rowPixels: number, list: Virtualizer<HTMLDivElement, Element>): number | null {
  const at = list.scrollOffset ?? 0
  const lowest = row + rowPixels - (list.scrollRect?.height ?? 0)
  if (row < 0) return null
  return row < at ? row : lowest > at ? lowest : null
}

interface InViewOptions {
  row: number
  rowPixels: number
  list: Virtualizer<HTMLDivElement, Element>
  scrollerRef: RefObject<HTMLDivElement | null>
}

/** Scrolls the list so that the chosen row is seen, once for each choice. */
function useInView({ row, rowPixels, list, scrollerRef }: InViewOptions): void {
  // A box that is being laid out is told of without a height first.
  const isLaidOut = list.scrollRect !== assumedRect && Boolean(list.scrollRect?.height)
  /** The choice that was brought into view last. */
  const inView = useRef(-1)
  /** Where the list is scrolled to as soon as its rows stand there. */
  const target = useRef<number | null>(null)
  if (isLaidOut && inView.current !== row) {
    target.current = scrollTo(row * rowPixels, rowPixels, list) ?? target.current
    // Its rows are made where it is about to be, not twice. By what the list knows already: asking the page would
    // make it lay out a list that has just changed.
    list.scrollOffset = target.current ?? list.scrollOffset
  }
  useEffect(() => {
    if (!isLaidOut) return
    inView.current = row
    if (target.current === null || !scrollerRef.current) return
    scrollerRef.current.scrollTop = target.current
    target.current = null
  })
}

/** Where a key leads from a row; undefined for keys that lead nowhere. */
const targetOf = (
  key: string,
  { from, page, last }: { from: number; page: number; last: number },
): number | undefined => {
  const moves: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: last,
  }
  return moves[key]
}

const rootFontSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/**
 * A list of any length of which only the visible rows exist. It is one stop for Tab; arrows, Home, End and
 * Page keys move the choice, Enter opens it. Give it a height through `className`.
 */
export function DataList<Item>({
  label,
  items,
  keyOf,
  rowHeight,
  selected,
  onSelect,
  onOpen,
  renderRow,
  className,
}: DataListProps<Item>) {
  const id = useId()
  const scrollerRef = useRef<HTMLDivElement>(null)
  const rowPixels = rowHeight * useState(rootFontSize)[0]
  const [around, setAround] = useState(0)
  useEffect(() => void whenIdle().then(() => setAround(overscan)), [])
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: items.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => rowPixels,
    overscan: around,
    initialRect: assumedRect,
    observeElementRect: observeRect,
    // Nothing but the customer and the choice scroll it, and the choice does so below.
    scrollToFn: () => {},
  })
  const selectedIndex = items.findIndex((item) => keyOf(item) === selected)
  useInView({ row: selectedIndex, rowPixels, list: virtualizer, scrollerRef })

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scrollerRef.current?.clientHeight ?? rowPixels) / rowPixels) - 1)
    const target = targetOf(event.key, { from: selectedIndex, page, last: items.length - 1 })
    if (target === undefined) {
      const item = items[selectedIndex]
      if (event.key === 'Enter' && item !== undefined) onOpen?.(item)
      return
    }
    event.preventDefault()
    const item = items[Math.min(items.length - 1, Math.max(0, target))]
    if (item !== undefined) onSelect(item)
  }

  const optionId = (index: number) => `${id}-${index}`
  return (
    <div
      ref={scrollerRef}
      role="listbox"
      aria-label={label}
      aria-activedescendant={selectedIndex >= 0 ? optionId(selectedIndex) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className={cx('overflow-y-auto overscroll-contain -outline-offset-2', className)}
    >
      <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }} role="presentation">
        {virtualizer.getVirtualItems().map((row) => {
          const item = items[row.index]!
          const isSelected = row.index === selectedIndex
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys for its options
            <div
              // Its place, not its item: what is listed next is written into the rows that stand there.
              key={row.index}
              id={optionId(row.index)}
              role="option"
              aria-selected={isSelected}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              tabIndex={-1}
              onClick={() => {
                onSelect(item)
                onOpen?.(item)
              }}
              className="absolute top-0 left-0 w-full cursor-pointer contain-strict"
              style={{ height: rowPixels, transform: `translateY(${row.start}px)` }}
            >
              {renderRow(item, isSelected)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
