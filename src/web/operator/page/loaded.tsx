import type { ReactNode } from 'react'
import { failureText } from '../../app-shell/failure-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'

interface LoadedProps<Data> {
  /** A query, or the pages of one. */
  query: {
    data: Data | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  /** What failed, as a sentence: "The list of staff could not be loaded." */
  failed: string
  /** What stands there until it is known; lines of text where nothing is given. */
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}

/** What is asked of the server, as soon as it is known. Until then its outline; a failure says so and can be repeated. */
export function Loaded<Data>({ query, failed, waiting, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (error)
    return (
      <Alert
        className="m-4"
        title={failed}
        action={
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {failureText(error)}
      </Alert>
    )
  return (
    <div role="status" aria-label="Loading">
      {waiting ?? <SkeletonText lines={5} className="p-4 md:p-5" />}
    </div>
  )
}
