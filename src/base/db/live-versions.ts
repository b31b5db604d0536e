import type { Logger } from 'pino'
import type { Listener } from './listener.ts'

const repeatMs = 1_000

/** What is kept in versions, of which the latest counts, wherever it was made. */
export interface LiveVersions<T> {
  readonly now: T
  /** That of `shipped` until a row says something else. */
  readonly version: number
  /** What counts before the first row. */
  readonly shipped: T
  /** Reads the latest version. */
  reload(): Promise<void>
  /** From now on changes that other processes make are known here, too. */
  follow(listener: Listener): void
  onChange(hear: () => void): void
}

interface Versioned<T> {
  /** In sentences: "the brand". */
  what: string
  /** Told, with no payload, by whoever adds a version. */
  channel: string
  shipped: T
  /** Its number, below that of every row. */
  shippedVersion: number
  /** The latest row, if there is one. */
  readLatest(): Promise<{ version: number; values: T } | undefined>
  log: Pick<Logger, 'warn'>
}

/** Starts as what ships; `reload` finds what was chosen since. */
export function createLiveVersions<T>({
  what,
  channel,
  shipped,
  shippedVersion,
  readLatest,
  log,
}: Versioned<T>): LiveVersions<T> {
  let current = { version: shippedVersion, values: shipped }
  const hearers = new Set<() => void>()

  let reading: Promise<void> | undefined

  /** One at a time, however many ask: strangers may, by an address of styles that there are none of. */
  async function reload(): Promise<void> {
    // One that has begun may have looked before the version that this caller knows of.
    await reading?.catch(() => {})
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function read(): Promise<void> {
    const latest = await readLatest()
    // Of two that read at once the slower one may have read less.
    if (!latest || latest.version <= current.version) return
    current = latest
    for (const hear of hearers) hear()
  }

  function reloadSurely(): void {
    reload().catch((error: unknown) => {
      log.warn({ err: error }, `${what} could not be read, and is read again`)
      setTimeout(reloadSurely, repeatMs).unref()
    })
  }

  return {
    get now() {
      return current.values
    },
    get version() {
      return current.version
    },
    shipped,
    reload,
    follow: (listener) => listener.listen(channel, { onMessage: reloadSurely, onGap: reloadSurely }),
    onChange: (hear) => void hearers.add(hear),
  }
}
