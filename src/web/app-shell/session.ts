import { queryOptions, useQuery } from '@tanstack/react-query'
import { bannerHiddenTimeKey, lastPathKey, signedInKey } from '#shared/accounts/session-storage-keys.ts'
import type { SignInBody } from '#shared/accounts/sign-in.ts'
import { check, login, type User } from '#shared/api/auth.ts'
import { apiMessages, call, onSessionExpired, renewSession } from '../api.ts'
import { readStored, removeStored, writeStored } from '../browser-storage.ts'
import { queryClient } from '../query-client.ts'
import { toast } from '../ui/toast.ts'

/**
 * Who is signed in, or null. Failing to find out counts as nobody, without a message; failing to find out
 * again later changes nothing.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<User | null> => {
    const { user } = await call(check)
    if (user || !readStored(signedInKey)) return user
    const renewed = await renewSession()
    if (!renewed) removeStored(signedInKey)
    return renewed
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  meta: { quiet: true },
})

export type Session =
  | { status: 'loading'; user: null }
  | { status: 'signed in'; user: User }
  | { status: 'signed out'; user: null }

export function useSession(): Session {
  const { data: user, isPending } = useQuery(sessionQuery)
  if (user) return { status: 'signed in', user }
  return { status: isPending ? 'loading' : 'signed out', user: null }
}

/** The signed-in customer; only for what is rendered behind `RequireAuth`. */
export function useUser(): User {
  const { data: user } = useQuery(sessionQuery)
  if (!user) throw new Error('useUser is for pages behind RequireAuth')
  return user
}

/** The pages behind `RequireAuth` and `/signin` watch the session and move the customer where they belong. */
export function setUser(user: User | null): void {
  queryClient.setQueryData(sessionQuery.queryKey, user)
  // What was loaded belongs to whoever was signed in before.
  queryClient.removeQueries({ predicate: ({ queryKey }) => !isForEverybody(queryKey) })
}
const isForEverybody = ([root]: readonly unknown[]) => root === sessionQuery.queryKey[0] || root === 'config'

/** Throws what `call` throws; the form shows it. */
export async function signIn({ email, password }: SignInBody): Promise<void> {
  const { user } = await call(login, { body: { email: email.trim().toLowerCase(), password } })
  removeStored(lastPathKey)
  removeStored(bannerHiddenTimeKey)
  writeStored(signedInKey, 'yes')
  setUser(user)
  toast.success('Login successful')
}

/** The customer has a password of their own now. */
export function markPasswordChanged(): void {
  queryClient.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, mustChangePassword: false })
}

/** Announces the end of a session that could not be renewed, once, whatever was under way. */
export function watchSessionExpiry(): void {
  onSessionExpired(() => {
    if (queryClient.getQueryData(sessionQuery.queryKey) === null) return
    removeStored(lastPathKey)
    removeStored(signedInKey)
    setUser(null)
    toast.error(apiMessages.sessionExpired, { id: 'session-expired' })
  })
}

/**
 * For route loaders: starts fetching as soon as there may be a session, so that a page's data and code travel
 * at the same time. Asks nothing on behalf of a stranger, or of somebody who has to choose a password first.
 */
export function prefetchForUser(prefetch: () => Promise<unknown>): null {
  const known = queryClient.getQueryData(sessionQuery.queryKey)
  const fetchFor = (user: User | null) => user && !user.mustChangePassword && prefetch()
  if (known) void fetchFor(known)
  else if (known === undefined && readStored(signedInKey)) void prefetch()
  else void queryClient.ensureQueryData(sessionQuery).then(fetchFor, () => {})
  return null
}
