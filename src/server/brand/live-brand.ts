import { desc } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Brand } from '#shared/brand/brand.ts'
import type { Db } from '../db/client.ts'
import type { Listener } from '../db/listener.ts'
import { brandVersions } from '../db/schema/index.ts'
import { readValues } from './read-values.ts'

/** Told, with no payload, by whoever adds a version. */
export const brandChannel = 'inboxyard_brand'
const repeatMs = 1_000

/** The brand that counts now, wherever it was changed. */
export interface LiveBrand {
  readonly now: Brand
  /** 0 while it is what the environment says. */
  readonly version: number
  /** What the environment says. */
  readonly shipped: Brand
  /** Reads the latest version. */
  reload(): Promise<void>
  /** From now on changes that other processes make are known here, too. */
  follow(listener: Listener): void
  onChange(hear: () => void): void
}

/** Starts as what the environment says; `reload` finds what was chosen since. */
export function createLiveBrand(
  shipped: Brand,
  { db, log }: { db: Db; log: Pick<Logger, 'warn'> },
): LiveBrand {
  let current = { version: 0, values: shipped }
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
    const [latest] = await db.select().from(brandVersions).orderBy(desc(brandVersions.version)).limit(1)
    // Of two that read at once the slower one may have read less.
    if (!latest || latest.version <= current.version) return
    current = { version: latest.version, values: readValues(latest.values, shipped) }
    for (const hear of hearers) hear()
  }

  function reloadSurely(): void {
    reload().catch((error: unknown) => {
      log.warn({ err: error }, 'the brand could not be read, and is read again')
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
    follow: (listener) => listener.listen(brandChannel, { onMessage: reloadSurely, onGap: reloadSurely }),
    onChange: (hear) => void hearers.add(hear),
  }
}

/** The product's name where an owner has chosen another one than the environment's; mails are sent with it. */
export const chosenName = ({ now, shipped }: LiveBrand): string | undefined =>
  now.productName === shipped.productName ? undefined : now.productName
