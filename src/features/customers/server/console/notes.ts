import { and, desc, eq, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { customerNotes, users } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { CustomerNote } from '../../api/console-customer.ts'
import { customerActMessages } from '../../rules/customer-acts.ts'
import { knownCustomer } from './known-customer.ts'

/** Notes about a customer, the newest first. */
export async function readNotes(db: Db, customerId: string, staffId: string): Promise<CustomerNote[]> {
  const rows = await db
    .select({ note: customerNotes, name: users.name })
    .from(customerNotes)
    .leftJoin(users, eq(users.id, customerNotes.userId))
    .where(eq(customerNotes.customerId, customerId))
    .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id))
    .limit(200)
  return rows.map(({ note: { id, text, userId, createdAt, editedAt }, name }) => ({
    id,
    text,
    by: name ?? 'Someone who has left',
    isMine: userId === staffId,
    at: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  }))
}

interface NoteOf {
  customerId: string
  staffId: string
}

export async function addNote(db: Db, { customerId, staffId }: NoteOf, text: string): Promise<void> {
  await knownCustomer(db, customerId)
  const id = newId('customerNote')
  await db.transaction(async (tx) => {
    await tx.insert(customerNotes).values({ id, customerId, userId: staffId, text })
    await audit(tx, { customerId, actor: 'operator', action: 'customer.note_added', subject: id })
  })
}

const ownNote = ({ customerId, staffId }: NoteOf, id: string) =>
  and(eq(customerNotes.id, id), eq(customerNotes.customerId, customerId), eq(customerNotes.userId, staffId))

/** Throws a `Refusal` for a note that is not one's own. */
export const changeNote = (db: Db, of: NoteOf, id: string, text: string): Promise<void> =>
  db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(customerNotes)
      .set({ text, editedAt: sql`now()` })
      .where(ownNote(of, id))
    if (!rowCount) throw notFound(customerActMessages.noNote)
    await audit(tx, {
      customerId: of.customerId,
      actor: 'operator',
      action: 'customer.note_changed',
      subject: id,
    })
  })

/** Throws a `Refusal` for a note that is not one's own. */
export const removeNote = (db: Db, of: NoteOf, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const { rowCount } = await tx.delete(customerNotes).where(ownNote(of, id))
    if (!rowCount) throw notFound(customerActMessages.noNote)
    await audit(tx, {
      customerId: of.customerId,
      actor: 'operator',
      action: 'customer.note_removed',
      subject: id,
    })
  })
