import type { ReactTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from '../../checkbox.tsx'
import { cx } from '../../cx.ts'
import type { ConsoleColumn, Features } from './columns.ts'

interface TableHeadProps<Row extends object> {
  table: ReactTable<Features, Row>
  columns: readonly ConsoleColumn<Row>[]
  hasActions: boolean
  selects: boolean
}

/** The titles of the columns: those that can be sorted are buttons, the first one chooses all rows that are loaded. */
export const TableHead = <Row extends object>({
  table,
  columns,
  hasActions,
  selects,
}: TableHeadProps<Row>) => (
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
