import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'

/** Rows that come in pages: the next is asked for when the last ones are near. */
export interface MoreRows {
  hasMore: boolean
  isLoading: boolean
  load: () => void
}

/** So many rows all exist: the browser's own search finds every one of them. */
const wholeUpTo = 200
/** Pixels of a row that was not measured yet. */
const assumedHeight = 41

/** The rows around those in sight, and the height of those before and after them; asks for more rows near the end. */
export function useVisibleRows(lines: readonly { id: string }[], more: MoreRows | undefined) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [margin, setMargin] = useState(0)
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => assumedHeight,
    getItemKey: (index) => lines[index]!.id,
    overscan: lines.length > wholeUpTo ? 12 : lines.length,
    scrollMargin: margin,
  })
  useEffect(() => {
    if (body.current) setMargin(body.current.getBoundingClientRect().top + window.scrollY)
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
