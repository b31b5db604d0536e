import { desc } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { PriceList } from '#features/plans/rules/price-list.ts'
import type { Db } from '../db/client.ts'
import { createLiveVersions, type LiveVersions } from '../db/live-versions.ts'
import { priceVersions } from '../db/schema/index.ts'
import { readPriceList } from './read-price-list.ts'

/** Told, with no payload, by whoever adds a version. */
export const pricesChannel = 'inboxyard_prices'
/** The version that is no row: what the code says, and the environment of what is on sale. */
export const shippedVersion = 1

/** The price list that counts now, wherever it was changed. */
export type LivePrices = LiveVersions<PriceList>

/** Starts as the first version; `reload` finds those that were made since. */
export const createLivePrices = (
  shipped: PriceList,
  { db, log }: { db: Db; log: Pick<Logger, 'warn'> },
): LivePrices =>
  createLiveVersions({
    what: 'the price list',
    channel: pricesChannel,
    shipped,
    shippedVersion,
    log,
    async readLatest() {
      const [latest] = await db.select().from(priceVersions).orderBy(desc(priceVersions.version)).limit(1)
      return latest && { version: latest.version, values: readPriceList(latest.values, shipped) }
    },
  })
