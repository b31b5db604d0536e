import { removeStored } from '../browser-storage.ts'

/** What was opened from the search is kept under it. */
export const openedKey = 'inboxyard.console.found'

/** Names of customers do not outlast the session. */
export const forgetOpened = (): void => removeStored(openedKey)
