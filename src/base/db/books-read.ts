import { eq, min, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { settings, stripeEvents } from './schema/index.ts'

const backfillKey = 'books_backfill'
const cursorKey = 'stripe_events_cursor'

/** One after the other: what goes back needs its charge. */
export const backfillStages = ['invoices', 'charges', 'refunds', 'disputes', 'done'] as const

export interface BackfillProgress {
  stage: (typeof backfillStages)[number]
  /** The last one of the page before. */
  after?: string | undefined
}

async function readSetting(db: Db, key: string): Promise<unknown> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return row?.value
}

const keepSetting = (db: Db, key: string, value: unknown) =>
  db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, at: new Date() } })

/** How far all that the provider has is read into the books. */
export const readBackfill = async (db: Db): Promise<BackfillProgress> =>
  ((await readSetting(db, backfillKey)) as BackfillProgress | undefined) ?? { stage: 'invoices' }

export const keepBackfill = (db: Db, progress: BackfillProgress) => keepSetting(db, backfillKey, progress)

/** Lets all that the provider has be read from the beginning, as for a new installation. */
export const readAgain = async (db: Db): Promise<void> => {
  await db.delete(settings).where(eq(settings.key, backfillKey))
}

/** From when on the provider's list of events is to be read next, in milliseconds; undefined before it ever was. */
export const readEventsCursor = async (db: Db): Promise<number | undefined> => {
  const value = await readSetting(db, cursorKey)
  return value === undefined ? undefined : Number(value)
}

export const keepEventsCursor = (db: Db, at: number) => keepSetting(db, cursorKey, at)

/** Until when everything that the provider has told of is in the books; undefined before it was ever asked. */
export async function bookedUntil(db: Db): Promise<Date | undefined> {
  const cursor = await readEventsCursor(db)
  if (cursor === undefined) return undefined
  const [waiting] = await db
    .select({ since: min(stripeEvents.receivedAt) })
    .from(stripeEvents)
    .where(sql`${stripeEvents.bookedAt} is null`)
  return new Date(Math.min(cursor, waiting?.since?.getTime() ?? cursor))
}
