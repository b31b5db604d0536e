import { storagePrefix } from '#features/accounts/rules/session-storage-keys.ts'
import { openChannel } from './between-windows.ts'

/** The id of the customer who has signed in, or null once they have signed out. */
type SessionNews = string | null

/** Between the tabs of a browser, which share one session. A page does not hear what it says itself. */
const channel = openChannel(`${storagePrefix}.session`)

export const tellOtherTabs = (news: SessionNews): void => channel?.postMessage(news)

/** Until the returned function is called; one part of a page listens at a time. */
export function hearOtherTabs(listen: (news: SessionNews) => void): () => void {
  if (!channel) return () => {}
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listen(data)
  return () => {
    channel.onmessage = null
  }
}
