import { lastPathKey, signedInKey } from '#features/accounts/rules/session-storage-keys.ts'
import { onSessionExpired } from '../api.ts'
import { removeStored } from '../browser-storage.ts'
import { queryClient } from '../query-client.ts'
import { toast } from '../toast.ts'
import { sessionQuery, setUser } from './session.ts'

/** Announces the end of a session that could not be renewed, once, whatever was under way. */
export function watchSessionExpiry(): void {
  onSessionExpired(() => {
    if (queryClient.getQueryData(sessionQuery.queryKey) !== null) {
      removeStored(lastPathKey)
      removeStored(signedInKey)
      setUser(null)
      toast.error('Your session has expired. Please log in again.', { id: 'session-expired' })
    }
    // Whoever sent the call that met it would say that it failed as well.
    toast.hush()
  })
}
