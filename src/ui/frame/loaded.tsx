import type { ReactNode } from 'react'
import { Alert } from '../alert.tsx'
import { ApiError, NetworkError } from '../api.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { noAnswerText } from '../no-answer.ts'
import { reloadPage, useReleased } from '../release.ts'
import { SkeletonText } from '../skeleton.tsx'
import { failureText } from './failure-text.ts'
import { isUnfit } from './watch-fit.ts'

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
  /** What it stands in: a flush card, from whose edge it keeps its distance, the page itself, or something with padding. */
  within?: 'card' | 'page' | 'padding'
  children: (data: Data) => ReactNode
}

/**
 * What is asked of the server, as soon as it is known. Until then its outline; a failure says so and can be repeated,
 * unless there is no such thing, or it fails as it does where the page is older than the server.
 */
export function Loaded<Data>({ query, failed, within = 'card', children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  const isReleased = useReleased()
  if (data !== undefined) return children(data)
  if (error) {
    const isOutdated = isReleased && isUnfit(error)
    return (
      <Alert
        className={within === 'card' ? 'm-4 md:m-5' : undefined}
        title={failed}
        action={
          isOutdated ? (
            <Button size="small" onClick={reloadPage}>
              Reload
            </Button>
          ) : (
            !isMissing(error) && (
              <Button size="small" changes={false} loading={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            )
          )
        }
      >
        {isOutdated ? 'The product was updated while this page was open.' : saidOf(error)}
      </Alert>
    )
  }
  const outline = (
    <div role="status" aria-label="Loading">
      <SkeletonText lines={5} className={within === 'card' ? 'p-4 md:p-5' : undefined} />
    </div>
  )
  return within === 'page' ? <Card>{outline}</Card> : outline
}

/** It is asked for again as soon as there is a line: until then what is so now. */
const saidOf = (error: Error): string => (error instanceof NetworkError ? noAnswerText() : failureText(error))

const isMissing = (error: Error): boolean => error instanceof ApiError && error.status === 404
