import { type ReactNode, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { NetworkError } from '../api.ts'
import { Button, buttonClass } from '../button.tsx'
import { noAnswerText } from '../no-answer.ts'
import { reloadPage } from '../release.ts'
import { MessagePage } from './message-page.tsx'

interface ErrorPageProps {
  /** Where it leads from there. */
  home?: string
  title?: string
  /** Said instead of what broke. */
  children?: ReactNode
}

/** Shown instead of a page that broke. */
export function ErrorPage({ home = '/', title, children }: ErrorPageProps) {
  const error = useRouteError()
  const isMissing = !title && error instanceof NetworkError
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <MessagePage
      title={title ?? (isMissing ? 'This page could not be loaded' : 'Unexpected Application Error!')}
      home={home}
      action={
        <>
          <Button variant="primary" onClick={reloadPage}>
            Reload this page
          </Button>
          {/* A plain link: whatever broke is left behind with the page. */}
          <a href={home} className={buttonClass('secondary')}>
            Go to the start page
          </a>
        </>
      }
    >
      {children ??
        (isMissing ? (
          <p>{noAnswerText()}</p>
        ) : (
          <>
            <p>
              This page stopped working. Nothing you had saved is lost. Reloading usually helps; if it does
              not, please tell support what this says:
            </p>
            <pre className="mt-4 overflow-x-auto whitespace-pre-wrap rounded-control border border-line bg-sunken px-3 py-2 font-mono text-label text-text">
              {messageOf(error)}
            </pre>
          </>
        ))}
    </MessagePage>
  )
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  if (typeof error === 'object' && error && 'statusText' in error) return String(error.statusText)
  return 'Unknown error'
}
