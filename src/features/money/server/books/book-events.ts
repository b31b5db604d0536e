import { asc, inArray, isNull } from 'drizzle-orm'
import { databaseNow } from '#base/db/database-now.ts'
import { stripeEvents } from '#base/db/schema/index.ts'
import type { Alert } from '#base/mail/alert-operator.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { noteCharges, noteInvoices, noteReturns } from './note-records.ts'

/** Nobody waits for the books: they take no more of the provider's limit than looks may. */
export const booksPurpose = { purpose: 'looks', patienceMs: 30_000 } as const

/** Few, so that invoices do not stand there long before their payments do, and little is read again after a failure. */
const eventsAtOnce = 50

/**
 * Reads the invoices and payments again that events were about, and writes them into the books. Several events of one
 * payment are one look; what an event says itself is not used, so their order does not matter. Events wait until they
 * are booked, whatever else was made of them; one whose invoice or payment is refused for good is set aside.
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
    const refused: Alert[] = []
    for (const id of invoices)
      refused.push(...(await unlessRefused(`invoice ${id}`, bookInvoice(deps, id, payments))))
    for (const id of payments) refused.push(...(await unlessRefused(`payment ${id}`, bookPayment(deps, id))))
    const ids = events.map(({ id }) => id)
    await db.transaction(async (tx) => {
      for (const alert of refused) await deps.alert(tx, alert)
      await tx.update(stripeEvents).set({ bookedAt: new Date() }).where(inArray(stripeEvents.id, ids))
    })
    if (events.length < eventsAtOnce) return
  }
}

/** What it is charged by is to be read as well: of that there may be no event of its own. */
async function bookInvoice(
  { db, vendors }: Dependencies,
  invoiceId: string,
  toRead: Set<string>,
): Promise<void> {
  const readAt = new Date(await databaseNow(db))
  const record = await vendors.payments.readInvoiceRecord(invoiceId, booksPurpose)
  if (record) await db.transaction((tx) => noteInvoices(tx, [record], readAt))
  if (record?.paymentId) toRead.add(record.paymentId)
}

async function bookPayment({ db, vendors }: Dependencies, paymentId: string): Promise<void> {
  const readAt = new Date(await databaseNow(db))
  const { charges, returns } = await vendors.payments.readPaymentRecords(paymentId, booksPurpose)
  await db.transaction(async (tx) => {
    await noteCharges(tx, charges, readAt)
    await noteReturns(tx, returns, readAt)
  })
}

/**
 * What does not exist any more stays in the books as it was. What may not be read at all is set aside, and the operator
 * told: one payment keeps no other one out of the books. Whatever is over by itself, or by a permission, is waited for.
 */
async function unlessRefused(what: string, work: Promise<void>): Promise<Alert[]> {
  try {
    await work
    return []
  } catch (error) {
    if (isVendorError(error, 'not_found')) return []
    if (!isVendorError(error, 'rejected')) throw error
    const text = `${error.message}\n\nThe books and the Money page have no more of ${what} than they had before: it is read again when Stripe tells of it again. Please look at it in Stripe’s dashboard.`
    return [{ key: `books:${what}`, subject: 'A payment cannot be read into the books', text }]
  }
}
