import { type RowSelectionState, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '../../checkbox.tsx'
import { cx } from '../../cx.ts'
import { LabelledCell } from '../../labelled-cell.tsx'
import { type ConsoleColumn, definitionsOf, features } from './columns.ts'
import { TableHead } from './table-head.tsx'
import { useAddressSorting } from './use-address-sorting.ts'
import { useRowKeys } from './use-row-keys.ts'
import { type MoreRows, useVisibleRows } from './use-visible-rows.ts'

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
