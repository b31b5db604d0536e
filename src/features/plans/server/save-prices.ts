import { desc, eq, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { priceVersions } from '#base/db/schema/index.ts'
import { conflict, notFound, ruleBroken } from '#base/http/refusal.ts'
import { pricesChannel, shippedVersion } from '#base/prices/live-prices.ts'
import { readPriceList } from '#base/prices/read-price-list.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { priceChanges } from '../rules/price-changes.ts'
import type { PriceList } from '../rules/price-list.ts'

type Deps = Pick<Dependencies, 'db' | 'prices'>

/** Who made a version: a member of staff, or the command line. */
export interface Author {
  id: string | null
  name: string
}

interface SavedPrices {
  version: number
  changes: string[]
}

const changedMeanwhile =
  'Somebody has changed the prices meanwhile. Load the page again to see them; then change what you want to change.'

/**
 * Makes another price list the one that counts for what is offered from now on. What runs keeps its price, and so does a
 * payment page that is open. Throws a `Refusal`.
 */
export async function savePrices(
  { db, prices }: Deps,
  { basedOn, list }: { basedOn: number; list: PriceList },
  by: Author,
): Promise<SavedPrices> {
  const saved = await db.transaction(async (tx) => {
    const latest = await latestVersion(tx, prices.shipped)
    if (latest.version !== basedOn) throw conflict(changedMeanwhile)
    const changes = priceChanges(latest.values, list)
    if (changes.length === 0) throw ruleBroken('Nothing is different from what is there now.')
    const version = await addVersion(tx, { basedOn, values: list, restored: null, by })
    await audit(tx, {
      actor: 'operator',
      action: 'prices.changed',
      subject: String(version),
      data: { changes },
    })
    return { version, changes }
  })
  await prices.reload()
  return saved
}

/** Brings an earlier price list back, as a new version. Throws a `Refusal`. */
export async function restorePrices({ db, prices }: Deps, version: number, by: Author): Promise<SavedPrices> {
  const restored = await db.transaction(async (tx) => {
    const latest = await latestVersion(tx, prices.shipped)
    const values = await valuesOf(tx, version, prices.shipped)
    const changes = priceChanges(latest.values, values)
    if (changes.length === 0) throw ruleBroken(`Version ${version} is what is there now.`)
    const next = await addVersion(tx, { basedOn: latest.version, values, restored: version, by })
    await audit(tx, {
      actor: 'operator',
      action: 'prices.restored',
      subject: String(next),
      data: { restored: version, changes },
    })
    return { version: next, changes }
  })
  await prices.reload()
  return restored
}

async function valuesOf(tx: Db, version: number, shipped: PriceList): Promise<PriceList> {
  if (version === shippedVersion) return shipped
  const [row] = await tx.select().from(priceVersions).where(eq(priceVersions.version, version))
  if (!row) throw notFound(`There is no version ${version} of the price list.`)
  return readPriceList(row.values, shipped)
}

async function latestVersion(tx: Db, shipped: PriceList): Promise<{ version: number; values: PriceList }> {
  const [row] = await tx.select().from(priceVersions).orderBy(desc(priceVersions.version)).limit(1)
  return row
    ? { version: row.version, values: readPriceList(row.values, shipped) }
    : { version: shippedVersion, values: shipped }
}

interface NewVersion {
  basedOn: number
  values: PriceList
  restored: number | null
  by: Author
}

/** The version's number is what two who save at once cannot both have. */
async function addVersion(tx: Db, { basedOn, values, restored, by }: NewVersion): Promise<number> {
  const [added] = await tx
    .insert(priceVersions)
    .values({ version: basedOn + 1, userId: by.id, madeBy: by.name, restored, values })
    .onConflictDoNothing()
    .returning({ version: priceVersions.version, told: sql`pg_notify(${pricesChannel}, '')` })
  if (!added) throw conflict(changedMeanwhile)
  return added.version
}
