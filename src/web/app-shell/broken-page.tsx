import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { askForRelease, reloadPage, useReleased } from '../ui/release.ts'
import { ErrorPage } from './error-page.tsx'
import { MessagePage } from './message-page.tsx'

/** Shown instead of a page that broke; where the product was updated since it was loaded, that is why and what helps. */
export function BrokenPage({ home = '/' }: { home?: string }) {
  const isReleased = useReleased()
  useEffect(() => void askForRelease(), [])
  if (!isReleased) return <ErrorPage home={home} />
  return (
    <MessagePage
      title="The product was updated"
      home={home}
      action={
        <Button variant="primary" onClick={reloadPage}>
          Reload this page
        </Button>
      }
    >
      It was updated while this page was open. Nothing you had saved is lost: please reload the page.
    </MessagePage>
  )
}
