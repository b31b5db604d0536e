import { sql } from 'drizzle-orm'
import { type BackfillProgress, backfillStages, keepBackfill, readBackfill } from '#base/db/books-read.ts'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { chargeReturns, charges, invoiceLines, invoices } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { booksPurpose } from './book-events.ts'
import { noteCharges, noteInvoices, noteReturns } from './note-records.ts'

/** A round ends after so many pages of a hundred, so that a worker can stop; the next one goes on. */
const pagesPerRound = 200

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

async function readPage(deps: Dependencies, { stage, after }: BackfillProgress): Promise<BackfillProgress> {
  const { db } = deps
  const readAt = new Date(await databaseNow(db))
  const page = await nextPage(deps, stage, after)
  return db.transaction(async (tx) => {
    await page.note(tx, readAt)
    const value: BackfillProgress = page.next
      ? { stage, after: page.next }
      : { stage: backfillStages[backfillStages.indexOf(stage) + 1] ?? 'done' }
    await keepBackfill(tx, value)
    return value
  })
}

async function nextPage(
  { vendors: { payments } }: Dependencies,
  stage: BackfillProgress['stage'],
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
