import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { consoleKey } from '../staff-session.ts'
import type { MoreRows } from '../table/use-visible-rows.ts'

interface Page<Row> {
  rows: readonly Row[]
  /** What the next page begins after. */
  next: string | null
}

/**
 * A list that comes in pages, narrowed by the filters in its key. While other filters are being answered, the rows of
 * those before stay.
 */
export function usePages<Row>(
  key: readonly unknown[],
  load: (after: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
) {
  const query = useInfiniteQuery({
    queryKey: [consoleKey, ...key],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // The page says it where the list would stand.
    meta: { quiet: true },
  })
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
