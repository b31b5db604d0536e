import { useEffect, useState } from 'react'
import { askForRelease, useReleased } from '../release.ts'
import { ErrorPage } from './error-page.tsx'

/**
 * Shown instead of a page that broke; where the product was updated since it was loaded, that is why and what helps. What
 * it says changes once that is known, and its buttons stay: somebody may be about to press one.
 */
export function BrokenPage({ home = '/' }: { home?: string }) {
  const isReleased = useReleased()
  const [isKnown, setKnown] = useState(false)
  useEffect(() => void askForRelease().then(() => setKnown(true)), [])
  if (isReleased)
    return (
      <ErrorPage home={home} title="The product was updated">
        It was updated while this page was open. Nothing you had saved is lost: please reload the page.
      </ErrorPage>
    )
  if (isKnown) return <ErrorPage home={home} />
  return (
    <ErrorPage home={home} title="This page stopped working">
      Nothing you had saved is lost. Reloading usually helps.
    </ErrorPage>
  )
}
