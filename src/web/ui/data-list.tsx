import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from './cx.ts'

interface DataListProps<Item> {
  /** What the list holds, for those who cannot see it. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Pixels; rows of unequal height are measured, this is the guess. */
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
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(items[index] as Item),
    overscan: 8,
  })
  const selectedIndex = items.findIndex((item) => keyOf(item) === selected)

  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' })
  }, [selectedIndex, virtualizer])

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scrollerRef.current?.clientHeight ?? rowHeight) / rowHeight) - 1)
    const moves: Record<string, number> = {
      ArrowDown: selectedIndex + 1,
      ArrowUp: selectedIndex - 1,
      PageDown: selectedIndex + page,
      PageUp: selectedIndex - page,
      Home: 0,
      End: items.length - 1,
    }
    const target = moves[event.key]
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
          const item = items[row.index] as Item
          const isSelected = row.index === selectedIndex
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys for its options
            <div
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
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
              className="absolute top-0 left-0 w-full cursor-pointer"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {renderRow(item, isSelected)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
