import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { databaseNow } from '../../db/database-now.ts'
import { chargeReturns, charges, invoiceLines, invoices, settings } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { booksPurpose } from './book-events.ts'
import { noteCharges, noteInvoices, noteReturns } from './note-records.ts'

const key = 'books_backfill'
/** One after the other: what goes back needs its charge. */
const stages = ['invoices', 'charges', 'refunds', 'disputes', 'done'] as const
type Stage = (typeof stages)[number]

interface Progress {
  stage: Stage
  /** The last one of the page before. */
  after?: string | undefined
}

/** A round ends after so many pages of a hundred, so that a worker can stop; the next one goes on. */
const pagesPerRound = 200

/** How far what was there before the books is read into them. */
export async function readBackfill(db: Db): Promise<Progress> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return (row?.value as Progress | undefined) ?? { stage: 'invoices' }
}

/** Lets all that the provider has be read from the beginning, as for a new installation. */
export const readAgain = async (db: Db): Promise<void> => {
  await db.delete(settings).where(eq(settings.key, key))
}

/**
 * Reads all that the provider had before there were books, a page at a time, the newest first. Where it was is kept
 * after every page. What changes meanwhile is told by events, and a page that is read twice changes nothing.
 */
export async function backfillBooks(deps: Dependencies, pages = pagesPerRound): Promise<void> {
  let progress = await readBackfill(deps.db)
  for (let page = 0; page < pages && progress.stage !== 'done'; page++) {
    progress = await readPage(deps, progress)
    // The database plans by what it counted last, which was empty tables: by that, figures take a hundred times as long.
    if (progress.stage === 'done')
      await deps.db.execute(sql`analyze ${invoices}, ${invoiceLines}, ${charges}, ${chargeReturns}`)
  }
}

async function readPage(deps: Dependencies, { stage, after }: Progress): Promise<Progress> {
  const { db } = deps
  const readAt = new Date(await databaseNow(db))
  const page = await nextPage(deps, stage, after)
  return db.transaction(async (tx) => {
    await page.note(tx, readAt)
    const value: Progress = page.next
      ? { stage, after: page.next }
      : { stage: stages[stages.indexOf(stage) + 1] ?? 'done' }
    await tx
      .insert(settings)
      .values({ key, value })
      .onConflictDoUpdate({ target: settings.key, set: { value, at: new Date() } })
    return value
  })
}

async function nextPage(
  { vendors: { payments } }: Dependencies,
  stage: Stage,
  after: string | undefined,
): Promise<{ next: string | undefined; note: (tx: Db, readAt: Date) => Promise<void> }> {
  if (stage === 'invoices') {
    const { records, next } = await payments.listInvoiceRecords({ after }, booksPurpose)
    return { next, note: (tx, readAt) => noteInvoices(tx, records, readAt) }
  }
  if (stage === 'charges') {
    const { records, next } = await payments.listChargeRecords({ after }, booksPurpose)
    return { next, note: (tx, readAt) => noteCharges(tx, records, readAt) }
  }
  const list = stage === 'refunds' ? payments.listRefundRecords : payments.listDisputeRecords
  const { records, next } = await list({ after }, booksPurpose)
  return { next, note: (tx, readAt) => noteReturns(tx, records, readAt) }
}
