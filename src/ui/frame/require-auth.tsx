import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Location } from 'react-router'
import { Navigate, Outlet, useLocation } from 'react-router'
import { lastPathKey } from '#features/accounts/rules/session-storage-keys.ts'
import { writeStored } from '../browser-storage.ts'
import { configQuery } from './config.ts'
import { heldUpAt } from './held-up.ts'
import type { Interrupted } from './last-path.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { isPageOf, startOver, useSessionNews } from './own-page.ts'
import { useSession, useSessionDoubt } from './session.ts'

const pathOf = ({ pathname, search, hash }: Location): string => pathname + search + hash

/** Remembers where a signed-in customer is. */
const rememberPath = (location: Location): void => writeStored(lastPathKey, pathOf(location))

/** Pages with entries that outlast a session: a customer whose session ends there is brought back to them. */
const resumed: ReadonlySet<string> = new Set([
  '/choose-plan',
  '/select-domains',
  '/setup-domain-settings',
  '/review-order',
  '/reinstate-order',
  '/dashboard',
])

/** The state of the redirect of a customer whose session has ended on this page. */
const interruptedAt = (location: Location, customerId: string): Interrupted | null =>
  resumed.has(location.pathname) ? { from: pathOf(location), of: customerId } : null

/** The state of a redirect to the sign-in page, or to the change of password: the path that was refused, to be restored once. */
const refusedFrom = (location: Location): { from: string } => ({ from: pathOf(location) })

/**
 * Lets only signed-in customers through, and only to the change of a one-time password while there is one, or to setting up
 * the second factor that their account asks for.
 * The path asked for is remembered meanwhile, and for strangers too, who are sent to sign in; one whose session ends
 * here is brought back where entries wait for them. When another customer is there in the place of the page's own, the
 * page starts over.
 */
export function RequireAuth() {
  const location = useLocation()
  const { status, user } = useSession()
  const config = useQuery(configQuery)
  useSessionNews()
  useSessionDoubt()
  // Asked before the page below is drawn, so that whatever it asks for says whose it is.
  const isForeign = user !== null && !isPageOf(user)
  const wasSignedIn = useRef<string>(undefined)
  useEffect(() => {
    if (isForeign) return startOver()
    if (!user) return
    wasSignedIn.current = user.id
    rememberPath(location)
  }, [user, isForeign, location])

  if (status === 'signed out') {
    const { current: left } = wasSignedIn
    const state = left ? interruptedAt(location, left) : refusedFrom(location)
    return <Navigate to="/signin" replace state={state} />
  }
  if (config.error && !config.data) throw config.error
  if (status === 'loading' || !config.data || isForeign) return <LoadingScreen />
  const first = heldUpAt(user)
  if (first && location.pathname !== first)
    return <Navigate to={first} replace state={refusedFrom(location)} />
  return <Outlet />
}
