import { useQuery } from '@tanstack/react-query'
import type { User } from '#features/accounts/api/auth.ts'
import { sessionQuery } from './session.ts'

/** The signed-in customer; only for what is rendered behind `RequireAuth`. */
export function useUser(): User {
  const { data: user } = useQuery(sessionQuery)
  if (!user) throw new Error('useUser is for pages behind RequireAuth')
  return user
}
