import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { consoleKey } from '../staff-session.ts'

interface Page<Row> {
  rows: readonly Row[]
  /** What the next page begins after. */
  next: string | null
}

/**
 * A list that comes in pages, narrowed by the filters in its key. While other filters are being answered, the rows of
 * those before stay.
 */
export const pagesQuery = <Row>(
  key: readonly unknown[],
  load: (after: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
) =>
  infiniteQueryOptions({
    queryKey: [consoleKey, ...key],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // The page says it where the list would stand.
    meta: { quiet: true },
  })
