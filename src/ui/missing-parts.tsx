import { useEffect } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import type { Missed } from './late-part.tsx'
import { noAnswerText } from './no-answer.ts'
import { reloadPage, useReleased } from './release.ts'

/** In the place of content whose code did not arrive: it is asked for again by itself once there is a connection. */
export function MissingPart({ isRetrying, onRetry, className }: Missed & { className?: string }) {
  const isReleased = useReleased()
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  })
  return (
    <Alert
      className={className}
      title="This could not be loaded."
      action={
        isReleased ? (
          <Button size="small" onClick={reloadPage}>
            Reload
          </Button>
        ) : (
          <Button size="small" changes={false} loading={isRetrying} onClick={onRetry}>
            Retry
          </Button>
        )
      }
    >
      {isReleased
        ? 'The product was updated while this page was open.'
        : `${noAnswerText()} What you have entered so far is kept.`}
    </Alert>
  )
}
