import type { ReactNode } from 'react'
import { failureText } from '../../app-shell/failure-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'

interface LoadedHealthProps<Data> {
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  children: (data: Data) => ReactNode
}

/** What was asked of the server, once it is known; until then its outline, and a failure with its way out. */
export function LoadedHealth<Data>({ query, children }: LoadedHealthProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (error)
    return (
      <Alert
        title="The health of domains could not be loaded."
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
    <Card>
      <div role="status" aria-label="Loading">
        <SkeletonText lines={6} />
      </div>
    </Card>
  )
}
