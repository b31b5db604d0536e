import {
  type ColumnDef,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

export interface ConsoleColumn<Row> {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** What rows are sorted by when its title is pressed: only where the table has all of its rows. */
  sortBy?: (row: Row) => string | number
  /** For numbers, money and moments. */
  align?: 'right'
  /** Each of its cells has two lines or more. */
  hasLines?: true
}

export const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
})
export type Features = typeof features

/** What the table library needs to know of our columns; their cells and alignment stay ours. */
export const definitionsOf = <Row extends object>(
  columns: readonly ConsoleColumn<Row>[],
): ColumnDef<Features, Row>[] =>
  columns.map(({ id, title, sortBy }) => ({
    id,
    header: title,
    accessorFn: sortBy ?? (() => ''),
    enableSorting: sortBy !== undefined,
    sortFn: 'alphanumeric',
  }))
