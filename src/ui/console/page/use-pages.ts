import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MoreRows } from '../table/use-visible-rows.ts'
import type { pagesQuery } from './pages-query.ts'

/** The rows of a list that comes in pages, as many as were asked for, and how more of them are. */
export function usePages<Row>(list: ReturnType<typeof pagesQuery<Row>>) {
  const query = useInfiniteQuery(list)
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const more = useMemo(
    (): MoreRows => ({
      hasMore: hasNextPage,
      isLoading: isFetchingNextPage,
      load: () => void fetchNextPage(),
    }),
    [hasNextPage, isFetchingNextPage, fetchNextPage],
  )
  const { error, isFetching, refetch } = query
  return { query: { data: rows, error, isFetching, refetch }, more }
}
