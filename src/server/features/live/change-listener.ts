import pg from 'pg'
import type { Logger } from 'pino'
import { eventsChannel } from '../../provisioning/events.ts'

export interface ChangeListener {
  /** Calls back whenever something of the customer's has changed, or may have. Returns how to stop that. */
  subscribe(customerId: string, onChange: () => void): () => void
  close(): Promise<void>
}

const reconnectMs = 1_000

/**
 * One connection that listens for all customers of this process, opened with the first of them. While it was
 * away anything may have happened, so when it is back everyone is told to look again.
 */
export function createChangeListener(pool: pg.Pool, log: Pick<Logger, 'warn'>): ChangeListener {
  const subscribers = new Map<string, Set<() => void>>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const tell = (customerId: string) => {
    for (const onChange of subscribers.get(customerId) ?? []) onChange()
  }

  async function listen(): Promise<void> {
    const fresh = new pg.Client({ ...pool.options, application_name: 'inboxyard-live' })
    client = fresh
    const again = (error?: Error) => {
      if (isClosed || client !== fresh) return
      client = undefined
      log.warn({ err: error }, 'the connection that listens for changes was lost')
      void fresh.end().catch(() => {})
      retry = setTimeout(() => {
        retry = undefined
        void listen()
      }, reconnectMs)
      retry.unref()
    }
    fresh.on('error', again)
    fresh.on('end', () => again())
    fresh.on('notification', ({ payload }) => tell(payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`listen ${eventsChannel}`)
      for (const customerId of subscribers.keys()) tell(customerId)
    } catch (error) {
      again(error as Error)
    }
  }

  return {
    subscribe(customerId, onChange) {
      const own = subscribers.get(customerId) ?? new Set()
      subscribers.set(customerId, own.add(onChange))
      if (!client && !retry) void listen()
      return () => {
        own.delete(onChange)
        if (own.size === 0 && subscribers.get(customerId) === own) subscribers.delete(customerId)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
