import { asc, inArray, isNull } from 'drizzle-orm'
import { databaseNow } from '../../db/database-now.ts'
import { stripeEvents } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import { noteCharges, noteInvoices, noteReturns } from './note-records.ts'

/** Nobody waits for the books: they take no more of the provider's limit than looks may. */
export const booksPurpose = { purpose: 'looks', patienceMs: 30_000 } as const

/** Few, so that invoices do not stand there long before their payments do, and little is read again after a failure. */
const eventsAtOnce = 50

/**
 * Reads the invoices and payments again that events were about, and writes them into the books. Several events of one
 * payment are one look; what an event says itself is not used, so their order does not matter. Events wait until they
 * are booked, whatever else was made of them.
 */
export async function bookEvents(deps: Dependencies): Promise<void> {
  const { db } = deps
  for (;;) {
    const events = await db
      .select({ id: stripeEvents.id, data: stripeEvents.data })
      .from(stripeEvents)
      .where(isNull(stripeEvents.bookedAt))
      .orderBy(asc(stripeEvents.receivedAt), asc(stripeEvents.id))
      .limit(eventsAtOnce)
    const invoices = new Set(events.flatMap(({ data }) => data.invoiceId ?? []))
    const payments = new Set(events.flatMap(({ data }) => data.paymentId ?? []))
    for (const id of invoices) await unlessGone(bookInvoice(deps, id))
    for (const id of payments) await unlessGone(bookPayment(deps, id))
    if (events.length > 0)
      await db
        .update(stripeEvents)
        .set({ bookedAt: new Date() })
        .where(
          inArray(
            stripeEvents.id,
            events.map(({ id }) => id),
          ),
        )
    if (events.length < eventsAtOnce) return
  }
}

async function bookInvoice({ db, vendors }: Dependencies, invoiceId: string): Promise<void> {
  const readAt = new Date(await databaseNow(db))
  const record = await vendors.payments.readInvoiceRecord(invoiceId, booksPurpose)
  if (record) await db.transaction((tx) => noteInvoices(tx, [record], readAt))
}

async function bookPayment({ db, vendors }: Dependencies, paymentId: string): Promise<void> {
  const readAt = new Date(await databaseNow(db))
  const { charges, returns } = await vendors.payments.readPaymentRecords(paymentId, booksPurpose)
  await db.transaction(async (tx) => {
    await noteCharges(tx, charges, readAt)
    await noteReturns(tx, returns, readAt)
  })
}

/** What does not exist any more stays in the books as it was. */
async function unlessGone(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!isVendorError(error, 'not_found')) throw error
  }
}
