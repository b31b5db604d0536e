import type { User } from '#features/accounts/api/auth.ts'
import { signedInKey } from '#features/accounts/rules/session-storage-keys.ts'
import { readStored } from '../browser-storage.ts'
import { queryClient } from '../query-client.ts'
import { heldUpAt } from './held-up.ts'
import { sessionQuery } from './session.ts'

/**
 * For route loaders: starts fetching as soon as there may be a session, so that a page's data and code travel
 * at the same time. Asks nothing on behalf of a stranger, or of someone who is held up.
 */
export function prefetchForUser(prefetch: () => Promise<unknown>): null {
  const known = queryClient.getQueryData(sessionQuery.queryKey)
  const fetchFor = (user: User | null) => user && !heldUpAt(user) && prefetch()
  if (known) void fetchFor(known)
  else if (known === undefined && readStored(signedInKey)) void prefetch()
  else void queryClient.ensureQueryData(sessionQuery).then(fetchFor, () => {})
  return null
}
