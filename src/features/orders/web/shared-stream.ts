import { storagePrefix } from '#features/accounts/rules/session-storage-keys.ts'
import { openChannel } from '#ui/frame/between-windows.ts'
import { brandEvent, changedEvent, liveEvents } from '../api/events.ts'

/** What the stream brings, that it stands (again), or that it has broken off for longer than a moment. */
export type StreamNews = typeof changedEvent | typeof brandEvent | 'stands' | 'lost'

/** Asked by a window that has missed what came before it. */
const asking = 'asking'
const reopenMs = { first: 2_000, last: 60_000 }
/** A stream that ends with its session breaks off, is refused once and stands again: no word about that. */
const unspokenFailures = 2

interface Following {
  hear: (news: StreamNews) => void
  /** The session may have to be renewed, which any call does. */
  renew: () => Promise<unknown>
}

/**
 * Tells what the live stream of an account brings, until the returned function is called. Six streams over HTTP/1.1
 * leave a browser no connection for anything else, so the windows of an account share one: whichever has the lock holds
 * it, and tells the others. Who leaves, or is closed, makes way for the next. Where a browser has no locks or channels,
 * or keeps them from us, each window has its own.
 */
export function followStream(account: string, { hear, renew }: Following): () => void {
  const name = `${storagePrefix}.live.${account}`
  // Over plain http, but for this machine, there are none.
  const locks = navigator.locks as LockManager | undefined
  const channel = locks && openChannel(name)
  const leaving = new AbortController()
  const { signal } = leaving
  const tell = (news: StreamNews) => {
    hear(news)
    channel?.postMessage(news)
  }
  let stream: ReturnType<typeof keepStream> | undefined
  const hold = () => {
    if (signal.aborted) return
    stream = keepStream(tell, renew)
    return new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => {
        stream?.close()
        stream = undefined
        resolve()
      }),
    )
  }
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<StreamNews | typeof asking>) => {
      if (data !== asking) hear(data)
      else if (stream?.stands()) channel.postMessage('stands' satisfies StreamNews)
    }
    channel.postMessage(asking)
    locks.request(name, { signal }, hold).catch(hold)
  } else void hold()
  return () => {
    leaving.abort()
    channel?.close()
  }
}

/** Opens the stream, and again whenever it ends or the network is back. */
function keepStream(tell: (news: StreamNews) => void, renew: () => Promise<unknown>) {
  let source: EventSource | undefined
  let reopenDelay = reopenMs.first
  let failures = 0
  let reopening: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const end = () => {
    clearTimeout(reopening)
    source?.close()
    source = undefined
  }
  const open = () => {
    end()
    if (isOver) return
    const stream = new EventSource(liveEvents.path)
    source = stream
    stream.onopen = () => {
      reopenDelay = reopenMs.first
      failures = 0
      tell('stands')
    }
    for (const event of [changedEvent, brandEvent] as const) stream.addEventListener(event, () => tell(event))
    stream.onerror = () => {
      failures += 1
      if (failures > unspokenFailures || !navigator.onLine) tell('lost')
      // The browser reconnects by itself unless it was refused.
      if (stream.readyState !== EventSource.CLOSED) return
      reopening = setTimeout(() => void renew().then(open), reopenDelay)
      reopenDelay = Math.min(reopenDelay * 2, reopenMs.last)
    }
  }
  // Without a network the stream is silent for minutes before it breaks off; and so would be one that is opened in
  // the moment in which the network goes. The next one is tried when it is gone.
  const waitForNetwork = () => {
    end()
    tell('lost')
    reopening = setTimeout(open, reopenMs.first)
  }
  open()
  window.addEventListener('offline', waitForNetwork)
  window.addEventListener('online', open)
  return {
    stands: () => source?.readyState === EventSource.OPEN,
    close: () => {
      isOver = true
      window.removeEventListener('offline', waitForNetwork)
      window.removeEventListener('online', open)
      end()
    },
  }
}
