import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { consolePathAskedFor } from '#ui/console/operator-paths.ts'
import { staffQuery } from '#ui/console/staff-session.ts'
import { LoadingScreen } from '#ui/frame/loading-screen.tsx'
import { PasswordStep } from './password-step.tsx'
import { SecondSteps } from './second-steps.tsx'
import { useSignInSteps } from './use-sign-in-steps.ts'

/** The way in for staff; who is signed in already is sent on. */
export function SignInPage() {
  const location = useLocation()
  const { data: staff, isPending } = useQuery(staffQuery)
  const steps = useSignInSteps(location.state?.notice)
  if (steps.step.name !== 'first') return <SecondSteps steps={steps} />
  if (isPending) return <LoadingScreen />
  if (staff) return <Navigate to={consolePathAskedFor(location)} replace />
  return <PasswordStep steps={steps} />
}
export { SignInPage as Component }
