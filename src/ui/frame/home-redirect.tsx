import { Navigate } from 'react-router'
import { lastPath } from './last-path.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { useSession } from './session.ts'

/** `/`: where the customer was last, or the sign-in page. */
export function HomeRedirect() {
  const { status } = useSession()
  if (status === 'loading') return <LoadingScreen />
  return <Navigate to={status === 'signed in' ? lastPath() : '/signin'} replace />
}
