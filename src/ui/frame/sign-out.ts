import { logout } from '#features/accounts/api/auth.ts'
import { bannerHiddenTimeKey, storagePrefix } from '#features/accounts/rules/session-storage-keys.ts'
import { orderDraftKeys } from '#features/ordering/rules/order-draft-keys.ts'
import { call } from '../api.ts'
import { removeStoredWhere } from '../browser-storage.ts'
import { toast } from '../toast.ts'
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
