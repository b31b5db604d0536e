import { bannerHiddenTimeKey, storagePrefix } from '#shared/accounts/session-storage-keys.ts'
import { logout } from '#shared/api/auth.ts'
import { orderDraftKeys } from '#shared/order-draft/order-draft-keys.ts'
import { call } from '../api.ts'
import { removeStoredWhere } from '../browser-storage.ts'
import { toast } from '../ui/toast.ts'
import { forgetEntries } from './kept-entries.ts'
import { setUser } from './session.ts'
import { tellOtherTabs } from './session-channel.ts'

const forgotten: ReadonlySet<string> = new Set([bannerHiddenTimeKey, ...orderDraftKeys])

/** Ends the session here and at the server; throws what `call` throws, and is then still signed in. */
export async function signOut(): Promise<void> {
  await call(logout)
  removeStoredWhere((key) => key.startsWith(storagePrefix) || forgotten.has(key))
  forgetEntries()
  setUser(null)
  tellOtherTabs(null)
  toast.success('Logged out successfully')
}
