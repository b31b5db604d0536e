import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { check, login, type User } from '#features/accounts/api/auth.ts'
import type { FactorKind } from '#features/accounts/rules/passkeys.ts'
import {
  bannerHiddenTimeKey,
  entriesPrefix,
  lastPathKey,
  signedInKey,
} from '#features/accounts/rules/session-storage-keys.ts'
import type { SignInBody } from '#features/accounts/rules/sign-in.ts'
import { ApiError, call, renewSession, setPageOwner } from '../api.ts'
import { readStored, removeOfTab, removeStored, writeStored } from '../browser-storage.ts'
import { noAnswerText } from '../no-answer.ts'
import { askedWithPatience, queryClient } from '../query-client.ts'
import { toast } from '../toast.ts'
import { hearOtherTabs, tellOtherTabs } from './session-channel.ts'

/** Between two attempts to find out who is there, once it was not found out in time. */
const againAfterMs = 5_000

/**
 * Who is signed in, or null. Failing to find out says nothing about it: it is tried again for a while, and then as long
 * as somebody waits for it. A page that is opened meanwhile counts as nobody's, without a message; one that is open
 * stays as it is.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<User | null> => {
    const { user } = await call(check)
    // JSON of somebody between here and our server.
    if (user === undefined) throw new ApiError(200, {})
    if (user || !readStored(signedInKey)) return user
    const renewed = await renewSession()
    if (!renewed) removeStored(signedInKey)
    return renewed
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  ...askedWithPatience,
  refetchInterval: ({ state }) => state.status === 'error' && againAfterMs,
  meta: { quiet: true },
})

export type Session =
  | { status: 'loading'; user: null }
  | { status: 'signed in'; user: User }
  | { status: 'signed out'; user: null }

export function useSession(): Session {
  const { data: user, isFetched } = useQuery(sessionQuery)
  if (user) return { status: 'signed in', user }
  return { status: isFetched ? 'signed out' : 'loading', user: null }
}

/** For a page that is open: says that it could not be found out who is there, until that is known again. */
export function useSessionDoubt(): void {
  const { isRefetchError, refetch } = useQuery(sessionQuery)
  useEffect(() => {
    if (!isRefetchError) return
    toast.error('We couldn’t check that you’re still signed in.', {
      id: 'session-doubt',
      description: noAnswerText(),
      duration: Number.POSITIVE_INFINITY,
      action: {
        label: 'Retry',
        onClick: (event) => {
          // It stays until it is known.
          event.preventDefault()
          void refetch()
        },
      },
    })
    return () => toast.dismiss('session-doubt')
  }, [isRefetchError, refetch])
}

/** For the sign-in page: someone has signed in in another tab, and so here. */
export function useArrivals(): void {
  useEffect(
    () => hearOtherTabs((news) => void (news !== null && queryClient.refetchQueries(sessionQuery))),
    [],
  )
}

/** The pages behind `RequireAuth` and `/signin` watch the session and move the customer where they belong. */
export function setUser(user: User | null): void {
  setPageOwner(undefined)
  queryClient.setQueryData(sessionQuery.queryKey, user)
  // What was loaded belongs to the customer who was signed in before.
  queryClient.removeQueries({ predicate: ({ queryKey }) => !isForEverybody(queryKey) })
}
const isForEverybody = ([root]: readonly unknown[]) => root === sessionQuery.queryKey[0] || root === 'config'

/** Returns which second factors are asked for, where one is. Throws what `call` throws; the form shows it. */
export async function signIn({ email, password }: SignInBody): Promise<FactorKind[] | undefined> {
  const { user, factors } = await call(login, { body: { email: email.trim().toLowerCase(), password } })
  if (!user) return factors ?? []
  arrive(user)
  return undefined
}

/** Opens the pages for who has shown all that is asked for. */
export function arrive(user: User): void {
  removeStored(lastPathKey)
  removeStored(bannerHiddenTimeKey)
  removeOfTab((key) => key.startsWith(entriesPrefix) && !key.startsWith(entriesPrefix + user.id))
  writeStored(signedInKey, 'yes')
  setUser(user)
  tellOtherTabs(user.id)
  toast.success('Login successful')
}
