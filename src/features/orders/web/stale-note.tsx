import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { clockText } from '#ui/time-texts.ts'
import { ordersQuery } from './shared/orders-query.ts'

/** Says that the orders on screen are an older answer, and of when, while the server cannot give a newer one. */
export function StaleNote() {
  const { isRefetchError, isFetching, dataUpdatedAt, refetch } = useQuery(ordersQuery)
  return (
    <p
      role="status"
      className="min-w-0 text-secondary text-warning max-sm:order-last max-sm:basis-full max-sm:empty:sr-only sm:grow sm:text-right"
    >
      {isRefetchError && (
        <>
          <TriangleAlert className="mr-1.5 inline size-3.5 align-[-2px]" aria-hidden />
          Could not refresh. Last updated at {clockText(new Date(dataUpdatedAt).toISOString())}.{' '}
          <button type="button" className="link" disabled={isFetching} onClick={() => void refetch()}>
            {isFetching ? 'Refreshing…' : 'Retry'}
          </button>
        </>
      )}
    </p>
  )
}
