import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MoreRows } from '#ui/console/table/use-visible-rows.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'

interface PagedRowsProps<Row> {
  query: UseInfiniteQueryResult<{ pages: { rows: Row[] }[] }>
  failed: string
  /** What stands there where there are none. */
  empty: string
  children: (rows: Row[], more: MoreRows) => ReactNode
}

/** Rows that come in pages, as far as they were asked for. */
export const PagedRows = <Row,>({ query, failed, empty, children }: PagedRowsProps<Row>) => (
  <Loaded query={query} failed={failed}>
    {({ pages }) => {
      const rows = pages.flatMap((page) => page.rows)
      if (rows.length === 0) return <EmptyState title={empty} />
      const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
      return children(rows, {
        hasMore: hasNextPage,
        isLoading: isFetchingNextPage,
        load: () => void fetchNextPage(),
      })
    }}
  </Loaded>
)
