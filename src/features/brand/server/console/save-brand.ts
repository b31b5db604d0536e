import { desc, eq, inArray, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { type Brand, type BrandChoice, choiceOf } from '#base/brand/brand.ts'
import { brandChanges } from '#base/brand/brand-words.ts'
import { type BrandPicture, pictureMessages } from '#base/brand/picture.ts'
import { brandChannel } from '#base/brand/server/live-brand.ts'
import { readValues } from '#base/brand/server/read-values.ts'
import type { Db } from '#base/db/client.ts'
import { brandPictures, brandVersions } from '#base/db/schema/index.ts'
import { conflict, notFound, ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

type Deps = Pick<Dependencies, 'db' | 'brand'>

/** Who made a version: a member of staff, or the command line. */
export interface Author {
  id: string | null
  name: string
}

const changedMeanwhile =
  'Somebody has changed the brand meanwhile. Load the page again to see it; then change what you want to change.'

/** Gives the installation another name, look or words. Returns the version. Throws a `Refusal`. */
export async function saveBrand(
  { db, brand }: Deps,
  { basedOn, brand: choice }: { basedOn: number; brand: BrandChoice },
  by: Author,
): Promise<{ version: number; changes: string[] }> {
  const saved = await db.transaction(async (tx) => {
    const latest = await latestVersion(tx, brand.shipped)
    if (latest.version !== basedOn) throw conflict(changedMeanwhile)
    const values = await withPictures(tx, choice, latest)
    const changes = brandChanges(latest.values, values)
    if (changes.length === 0) throw ruleBroken('Nothing is different from what is there now.')
    const version = await addVersion(tx, { basedOn, values, restored: null, by })
    await audit(tx, {
      actor: 'operator',
      action: 'brand.changed',
      subject: String(version),
      data: { changes },
    })
    return { version, changes }
  })
  await brand.reload()
  return saved
}

/**
 * Brings an earlier version back, as a new one. 0 is what the environment says. Throws a `Refusal`, also where `basedOn` is
 * not the version that counts: somebody has changed what is about to go.
 */
export async function restoreBrand(
  { db, brand }: Deps,
  { version, basedOn }: { version: number; basedOn?: number | undefined },
  by: Author,
): Promise<{ version: number; changes: string[] }> {
  const restored = await db.transaction(async (tx) => {
    const latest = await latestVersion(tx, brand.shipped)
    if (basedOn !== undefined && latest.version !== basedOn) throw conflict(changedMeanwhile)
    const [row] = await tx.select().from(brandVersions).where(eq(brandVersions.version, version))
    if (version !== 0 && !row) throw notFound(`There is no version ${version} of the brand.`)
    const earlier = row ? readValues(row.values, brand.shipped) : brand.shipped
    const changes = brandChanges(latest.values, earlier)
    if (changes.length === 0) throw ruleBroken(`Version ${version} is what is there now.`)
    const values = await withPictures(tx, choiceOf(earlier), latest)
    const next = await addVersion(tx, { basedOn: latest.version, values, restored: version, by })
    await audit(tx, {
      actor: 'operator',
      action: 'brand.restored',
      subject: String(next),
      data: { restored: version, changes },
    })
    return { version: next, changes }
  })
  await brand.reload()
  return restored
}

async function latestVersion(tx: Db, shipped: Brand): Promise<{ version: number; values: Brand }> {
  const [row] = await tx.select().from(brandVersions).orderBy(desc(brandVersions.version)).limit(1)
  return row
    ? { version: row.version, values: readValues(row.values, shipped) }
    : { version: 0, values: shipped }
}

/** The version's number is what two who save at once cannot both have. */
async function addVersion(
  tx: Db,
  { basedOn, values, restored, by }: { basedOn: number; values: Brand; restored: number | null; by: Author },
): Promise<number> {
  const [added] = await tx
    .insert(brandVersions)
    .values({ version: basedOn + 1, userId: by.id, madeBy: by.name, restored, values })
    .onConflictDoNothing()
    .returning({ version: brandVersions.version, told: sql`pg_notify(${brandChannel}, '')` })
  if (!added) throw conflict(changedMeanwhile)
  return added.version
}

/** A choice with its pictures, which are kept for as long as a version names them. Throws a `Refusal`. */
async function withPictures(
  tx: Db,
  choice: BrandChoice,
  latest: { version: number; values: Brand },
): Promise<Brand> {
  const { logo, logoDark, mark, ...rest } = choice
  const hashes = [logo, logoDark, mark].filter((hash) => hash !== null)
  const { hash, type, width, height } = brandPictures
  const found = await tx
    .select({ hash, type, width, height })
    .from(brandPictures)
    .where(inArray(brandPictures.hash, hashes))
    .for('share')
  const known = new Map(found.map((picture) => [picture.hash, picture]))
  const pictureOf = (name: 'logo' | 'logoDark' | 'mark'): BrandPicture | null => {
    const wanted = choice[name]
    if (wanted === null) return null
    const picture = known.get(wanted)
    if (!picture) throw ruleBroken(pictureMessages.missing, { [name]: pictureMessages.missing })
    return picture
  }
  const isSameBanner =
    rest.banner?.text === latest.values.banner?.text && rest.banner?.code === latest.values.banner?.code
  return {
    ...rest,
    logo: pictureOf('logo'),
    logoDark: pictureOf('logoDark'),
    mark: pictureOf('mark'),
    bannerVersion: isSameBanner ? latest.values.bannerVersion : `brand-${latest.version + 1}`,
  }
}
