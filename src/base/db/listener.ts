import pg from 'pg'
import type { Logger } from 'pino'
import type { OpenSession } from './client.ts'

interface Hearer {
  onMessage(payload: string): void
  /** Something may have been missed: it listens now, for the first time or again. */
  onGap(): void
}

export interface Listener {
  /** From now on what is told on a channel is heard. */
  listen(channel: string, hearer: Hearer): void
  close(): Promise<void>
}

const reconnectMs = 1_000

/**
 * One connection of this process that hears what others tell by `NOTIFY`, opened with the first channel. While it was
 * away anything may have been told, so when it is back every channel is told of the gap.
 */
export function createListener(openSession: OpenSession, log: Pick<Logger, 'warn'>): Listener {
  const hearers: { channel: string; hearer: Hearer }[] = []
  let client: pg.Client | undefined
  /** The connection that has asked for every channel there was. */
  let ready: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function open(): Promise<void> {
    const fresh = openSession('inboxyard-live')
    client = fresh
    const again = (error?: Error) => {
      if (isClosed || client !== fresh) return
      client = undefined
      log.warn({ err: error }, 'the connection that listens for changes was lost')
      void fresh.end().catch(() => {})
      retry = setTimeout(() => {
        retry = undefined
        void open()
      }, reconnectMs)
      retry.unref()
    }
    fresh.on('error', again)
    fresh.on('end', () => again())
    fresh.on('notification', ({ channel, payload }) => {
      for (const each of hearers) if (each.channel === channel) each.hearer.onMessage(payload ?? '')
    })
    try {
      await fresh.connect()
      // Those that are added meanwhile wait for this connection as well.
      for (const { channel, hearer } of hearers) {
        await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
        hearer.onGap()
      }
      ready = fresh
    } catch (error) {
      again(error as Error)
    }
  }

  return {
    listen(channel, hearer) {
      hearers.push({ channel, hearer })
      if (!client && !retry) void open()
      else if (client && client === ready)
        client
          .query(`listen ${pg.escapeIdentifier(channel)}`)
          .then(() => hearer.onGap())
          // Its end opens another, which asks for every channel.
          .catch(() => {})
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
