import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { cx } from '#ui/cx.ts'

export interface Column<Row> {
  title: string
  /** Share of the width, as CSS has it; the first column takes what is left. */
  width?: string
  align?: 'right'
  cell: (row: Row) => ReactNode
}

interface VirtualTableProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Rows that are seen at once, at most. */
  visibleRows?: number
  /** Pixels below which the table scrolls sideways. */
  minWidth?: number
}

const rowHeight = 36

/** The rows that are in sight, and the height of those before and after them. */
function useVisibleRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const scroller = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index]!),
    overscan: 8,
  })
  const items = virtualizer.getVirtualItems()
  return {
    scroller,
    items,
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
  }
}

/** A table of any length of which only the visible rows exist; it scrolls on its own, by keyboard too. */
export function VirtualTable<Row>({
  label,
  rows,
  keyOf,
  columns,
  visibleRows = 8,
  minWidth,
}: VirtualTableProps<Row>) {
  const { scroller, items, before, after } = useVisibleRows(rows, keyOf)
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard too
      tabIndex={0}
      className="overflow-auto overscroll-contain rounded-control border border-line -outline-offset-2"
      style={{ maxHeight: (Math.min(visibleRows, rows.length) + 1) * rowHeight + 2 }}
    >
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-collapse text-secondary"
        style={{ minWidth }}
      >
        <Head columns={columns} />
        <tbody>
          <Gap height={before} span={columns.length} />
          {items.map((item) => (
            <Line key={item.key} index={item.index} row={rows[item.index]!} columns={columns} />
          ))}
          <Gap height={after} span={columns.length} />
        </tbody>
      </table>
    </section>
  )
}

interface LineProps<Row> {
  index: number
  row: Row
  columns: readonly Column<Row>[]
}

/** A text that is too long for its cell is told whole when it is pointed at. */
const Line = <Row,>({ index, row, columns }: LineProps<Row>) => (
  <tr aria-rowindex={index + 2} className="h-9">
    {columns.map((column) => {
      const content = column.cell(row)
      return (
        <td
          key={column.title}
          className={cellClass(column)}
          title={typeof content === 'string' ? content : undefined}
        >
          {content}
        </td>
      )
    })}
  </tr>
)

const cellClass = ({ align }: { align?: 'right' }) =>
  cx('truncate px-3', align === 'right' ? 'text-right tabular-nums' : 'text-left')

const Head = ({ columns }: { columns: readonly Omit<Column<never>, 'cell'>[] }) => (
  <thead className="sticky top-0 z-10 bg-sunken text-label text-muted">
    <tr aria-rowindex={1} className="h-9 border-line border-b">
      {columns.map((column) => (
        <th
          key={column.title}
          scope="col"
          style={{ width: column.width }}
          className={cx(cellClass(column), 'font-normal')}
        >
          {column.title}
        </th>
      ))}
    </tr>
  </thead>
)

/** Stands for the rows above or below those that exist. */
const Gap = ({ height, span }: { height: number; span: number }) =>
  height > 0 && (
    <tr aria-hidden style={{ height }}>
      <td colSpan={span} />
    </tr>
  )
