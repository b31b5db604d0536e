import { useQuery } from '@tanstack/react-query'
import { createPath, Navigate, Outlet, useLocation } from 'react-router'
import { configQuery } from '../frame/config.ts'
import { LoadingScreen } from '../frame/loading-screen.tsx'
import { operatorPaths } from './operator-paths.ts'
import { staffQuery } from './staff-session.ts'

/** Lets only staff through; everybody else signs in, and is brought to where they wanted to go. */
export function RequireStaff() {
  const location = useLocation()
  const { data: staff, error, isPending } = useQuery(staffQuery)
  const config = useQuery(configQuery)
  if (staff === null)
    return <Navigate to={operatorPaths.signIn} replace state={{ from: createPath(location) }} />
  // The page of a failure says it, and offers another try.
  if (error && !staff) throw error
  if (config.error && !config.data) throw config.error
  if (isPending || !config.data) return <LoadingScreen />
  return <Outlet key={staff.id} />
}
