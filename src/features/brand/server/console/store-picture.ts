import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { BrandPicture } from '#base/brand/picture.ts'
import { brandPictures, brandVersions } from '#base/db/schema/index.ts'
import { ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { readPicture } from './read-picture.ts'

/**
 * Stores a picture, so that a brand can name it. Those that were chosen and never saved go a day later. Throws a
 * `Refusal` for what is no picture, or too large a one.
 */
export async function storePicture({ db }: Pick<Dependencies, 'db'>, data: string): Promise<BrandPicture> {
  const bytes = Buffer.from(data, 'base64')
  const read = readPicture(bytes)
  if (!read.ok) throw ruleBroken(read.problem.message, { data: read.problem.message })
  const hash = createHash('sha256').update(bytes).digest('hex')
  await db.delete(brandPictures).where(sql`${brandPictures.createdAt} < now() - interval '1 day'
    and ${brandPictures.hash} <> ${hash}
    and not exists (select from ${brandVersions} where ${brandPictures.hash} in (
      ${brandVersions.values}->'logo'->>'hash', ${brandVersions.values}->'logoDark'->>'hash', ${brandVersions.values}->'mark'->>'hash'))`)
  await db
    .insert(brandPictures)
    .values({ hash, ...read.value, bytes })
    .onConflictDoUpdate({ target: brandPictures.hash, set: { createdAt: sql`now()` } })
  return { hash, ...read.value }
}
