import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '../button-link.tsx'
import { MessagePage } from './message-page.tsx'

export function NotFoundPage({ home = '/' }: { home?: string }) {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error('404: there is no page at', pathname)
  }, [pathname])
  return (
    <MessagePage
      code="404"
      title="Oops! Page not found"
      home={home}
      action={
        <ButtonLink to={home} variant="primary">
          Return to Home
        </ButtonLink>
      }
    >
      There is nothing at{' '}
      <span translate="no" className="break-all font-mono text-secondary text-text">
        {pathname}
      </span>
      . The link may be old, or have a typing error in it.
    </MessagePage>
  )
}
export const Component = () => <NotFoundPage />
