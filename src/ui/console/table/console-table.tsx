import type { ReactTable, SortingState } from '@tanstack/react-table'
import { type RowSelectionState, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '../../checkbox.tsx'
import { cx } from '../../cx.ts'
import { shortcutOf } from '../../keys.ts'
import { LabelledCell } from '../../labelled-cell.tsx'
import { useAddressValue } from '../page/use-address-value.ts'
import type { Features } from './columns.ts'
import { type ConsoleColumn, definitionsOf, features } from './columns.ts'
import { type MoreRows, useVisibleRows } from './use-visible-rows.ts'

interface TableHeadProps<Row extends object> {
  table: ReactTable<Features, Row>
  columns: readonly ConsoleColumn<Row>[]
  hasActions: boolean
  selects: boolean
}

/** The titles of the columns: those that can be sorted are buttons, the first one chooses all rows that are loaded. */
const TableHead = <Row extends object>({ table, columns, hasActions, selects }: TableHeadProps<Row>) => (
  <thead>
    <tr aria-rowindex={1}>
      {selects && (
        <th scope="col" className="w-10">
          <Checkbox
            aria-label="Choose all"
            checked={table.getIsAllRowsSelected() || (table.getIsSomeRowsSelected() && 'indeterminate')}
            onCheckedChange={(isChosen) => table.toggleAllRowsSelected(isChosen)}
          />
        </th>
      )}
      {columns.map(({ id, title, align, sortBy }) => {
        const sorted = table.getColumn(id)?.getIsSorted() || undefined
        return (
          <th
            key={id}
            scope="col"
            aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
            className={cx(align && 'text-right')}
          >
            {sortBy ? (
              <button
                type="button"
                className="inline-flex items-center gap-1 rounded-mark hover:text-text"
                onClick={() => table.getColumn(id)?.toggleSorting()}
              >
                {title}
                {sorted === 'asc' && <ArrowUp className="size-3.5" />}
                {sorted === 'desc' && <ArrowDown className="size-3.5" />}
              </button>
            ) : (
              title
            )}
          </th>
        )
      })}
      {hasActions && (
        <th scope="col">
          <span className="sr-only">Actions</span>
        </th>
      )}
    </tr>
  </thead>
)

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]), textarea, select, [role="menu"]') !== null

/** The arrow keys lead from row to row, from a row's link or whatever of it has the focus; X chooses the row. */
function useRowKeys(choose: (key: string) => void) {
  return (event: KeyboardEvent<HTMLTableElement>) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const row = (event.target as Element).closest<HTMLElement>('tr[data-key]')
    if (!row) return
    if (shortcutOf(event) === 'x') return choose(row.dataset.key ?? '')
    const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stop = next?.querySelector<HTMLElement>('[data-row], [type="checkbox"], button')
    if (!stop) return
    event.preventDefault()
    stop.focus()
  }
}

/** How a table is sorted, as the address has it: `?sort=name`, and `?sort=-name` from the end. */
function useAddressSorting(columns: readonly { id: string; sortBy?: unknown }[]) {
  const [text, setText] = useAddressValue('sort')
  const sorting = useMemo((): SortingState => {
    const id = text.replace(/^-/, '')
    const isKnown = columns.some((column) => column.id === id && column.sortBy)
    return isKnown ? [{ id, desc: text.startsWith('-') }] : []
  }, [text, columns])
  return {
    sorting,
    setSorting: ([first]: SortingState) => setText(first ? `${first.desc ? '-' : ''}${first.id}` : ''),
  }
}

interface Selection {
  /** Keys of the rows that are chosen. */
  selected: RowSelectionState
  onChange: (selected: RowSelectionState) => void
  /** What a row is called when it is chosen. */
  nameOf: (key: string) => string
}

interface ConsoleTableProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The first one names the row. Made once, outside the component or memoized. */
  columns: readonly ConsoleColumn<Row>[]
  /** Where a row leads; its first cell is the link. */
  hrefOf?: (row: Row) => string
  /** What can be done with a row, at its end. */
  actions?: (row: Row) => ReactNode
  selection?: Selection
  more?: MoreRows
}

/**
 * A dense table of any length, of which only the rows around the visible ones exist; the page scrolls it. With little
 * room each row is a block whose cells say what they are. The arrow keys move from row to row, Enter opens one, X chooses
 * it. Titles of columns that can be sorted are pressed; how it is sorted stands in the address.
 */
export function ConsoleTable<Row extends object>(props: ConsoleTableProps<Row>) {
  const { label, rows, keyOf, columns, hrefOf, actions, selection, more } = props
  const { sorting, setSorting } = useAddressSorting(columns)
  const table = useTable({
    features,
    columns: useMemo(() => definitionsOf(columns), [columns]),
    data: rows,
    getRowId: keyOf,
    enableMultiSort: false,
    state: { sorting, rowSelection: selection?.selected ?? {} },
    onSortingChange: (next) => setSorting(typeof next === 'function' ? next(sorting) : next),
    onRowSelectionChange: (next) =>
      selection?.onChange(typeof next === 'function' ? next(selection.selected) : next),
  })
  const lines = table.getRowModel().rows
  const { body, items, before, after, measure } = useVisibleRows(lines, { more, columns })
  const onKeyDown = useRowKeys((key) => table.getRow(key).toggleSelected())
  const span = columns.length + (selection ? 1 : 0) + (actions ? 1 : 0)

  return (
    <table
      aria-label={label}
      aria-rowcount={more?.hasMore ? -1 : lines.length + 1}
      className="block-table w-full text-left"
      onKeyDown={onKeyDown}
    >
      <TableHead table={table} columns={columns} hasActions={actions !== undefined} selects={!!selection} />
      <tbody ref={body}>
        <Gap height={before} span={span} />
        {items.map(({ index }) => {
          const line = lines[index]!
          const row = line.original
          const [first, ...others] = columns
          return (
            <tr
              key={line.id}
              ref={measure}
              data-index={index}
              data-key={line.id}
              aria-rowindex={index + 2}
              className={cx('hover:bg-hover', line.getIsSelected() && 'bg-selected')}
            >
              {selection && (
                <td data-choice>
                  <Checkbox
                    aria-label={`Choose ${selection.nameOf(line.id)}`}
                    checked={line.getIsSelected()}
                    onCheckedChange={(isChosen) => line.toggleSelected(isChosen)}
                  />
                </td>
              )}
              <th scope="row" className="font-normal">
                {hrefOf ? (
                  <Link to={hrefOf(row)} data-row className="font-medium wrap-anywhere hover:underline">
                    {first?.cell(row)}
                  </Link>
                ) : (
                  first?.cell(row)
                )}
              </th>
              {others.map(({ id, title, align, cell }) => (
                <LabelledCell key={id} label={title} align={align}>
                  {cell(row)}
                </LabelledCell>
              ))}
              {actions && <td>{actions(row)}</td>}
            </tr>
          )
        })}
        <Gap height={after} span={span} />
      </tbody>
    </table>
  )
}

/** Stands for the rows above or below those that exist. */
const Gap = ({ height, span }: { height: number; span: number }) =>
  height > 0 && (
    <tr aria-hidden data-gap style={{ height }}>
      <td colSpan={span} />
    </tr>
  )
