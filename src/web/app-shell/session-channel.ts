import { storagePrefix } from '#shared/accounts/session-storage-keys.ts'

/** The id of the customer who has signed in, or null once they have signed out. */
type SessionNews = string | null

/** Between the tabs of a browser, which share one session. A page does not hear what it says itself. */
export const sessionChannel = new BroadcastChannel(`${storagePrefix}.session`)

export const tellOtherTabs = (news: SessionNews): void => sessionChannel.postMessage(news)
