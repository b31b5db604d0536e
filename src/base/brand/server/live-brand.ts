import { desc } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../db/client.ts'
import { createLiveVersions, type LiveVersions } from '../../db/live-versions.ts'
import { brandVersions } from '../../db/schema/index.ts'
import type { Brand } from '../brand.ts'
import { readValues } from './read-values.ts'

/** Told, with no payload, by whoever adds a version. */
export const brandChannel = 'inboxyard_brand'

/** The brand that counts now, wherever it was changed; version 0 is what the environment says. */
export type LiveBrand = LiveVersions<Brand>

/** Starts as what the environment says; `reload` finds what was chosen since. */
export const createLiveBrand = (
  shipped: Brand,
  { db, log }: { db: Db; log: Pick<Logger, 'warn'> },
): LiveBrand =>
  createLiveVersions({
    what: 'the brand',
    channel: brandChannel,
    shipped,
    shippedVersion: 0,
    log,
    async readLatest() {
      const [latest] = await db.select().from(brandVersions).orderBy(desc(brandVersions.version)).limit(1)
      return latest && { version: latest.version, values: readValues(latest.values, shipped) }
    },
  })

/** The product's name where an owner has chosen another one than the environment's; mails are sent with it. */
export const chosenName = ({ now, shipped }: LiveBrand): string | undefined =>
  now.productName === shipped.productName ? undefined : now.productName
