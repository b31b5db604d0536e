import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { configQuery } from './config.ts'
import { refusedFrom, rememberPath } from './last-path.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { useSession } from './session.ts'

const passwordPath = '/reset-password'

/**
 * Lets only signed-in customers through, and only to the change of a one-time password while there is one.
 * A stranger is sent to sign in and the path is remembered; one whose session ends here is not brought back.
 */
export function RequireAuth() {
  const location = useLocation()
  const { status, user } = useSession()
  const config = useQuery(configQuery)
  const wasSignedIn = useRef(false)
  useEffect(() => {
    if (!user) return
    wasSignedIn.current = true
    rememberPath(location)
  }, [user, location])

  if (status === 'signed out') {
    return <Navigate to="/signin" replace state={wasSignedIn.current ? null : refusedFrom(location)} />
  }
  if (config.error && !config.data) throw config.error
  if (status === 'loading' || !config.data) return <LoadingScreen />
  if (user.mustChangePassword && location.pathname !== passwordPath)
    return <Navigate to={passwordPath} replace />
  // Another customer in another tab: nothing of the previous one stays on the page.
  return <Outlet key={user.email} />
}
