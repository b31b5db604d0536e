import { randomBytes } from 'node:crypto'
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { customerViews, staffSessions } from '#base/db/schema/index.ts'
import { tokenHash } from '#base/http/session-lookup.ts'
import { customerViewMinutes } from '#features/customers/rules/customer-views.ts'

/** Begins to look as a customer, and notes it. Returns the token that shows it. */
export async function beginView(
  db: Db,
  { customerId, staffSessionId }: { customerId: string; staffSessionId: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const id = newId('customerView')
  await db.transaction(async (tx) => {
    await tx.insert(customerViews).values({
      id,
      tokenHash: tokenHash(token),
      customerId,
      staffSessionId,
      expiresAt: sql`now() + make_interval(mins => ${customerViewMinutes})`,
    })
    await audit(tx, { customerId, actor: 'operator', action: 'customer.view_started', subject: id })
  })
  return token
}

/** Ends a look, and notes it once. */
export const endView = (db: Db, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const [ended] = await tx
      .update(customerViews)
      .set({ endedAt: sql`now()` })
      .where(and(eq(customerViews.id, id), isNull(customerViews.endedAt)))
      .returning()
    if (!ended) return
    const [session] = await tx
      .select({ userId: staffSessions.userId })
      .from(staffSessions)
      .where(eq(staffSessions.id, ended.staffSessionId))
    await audit(tx, {
      customerId: ended.customerId,
      actor: 'operator',
      action: 'customer.view_ended',
      subject: id,
      ...(session && { userId: session.userId }),
    })
  })

/** Notes the end of looks whose time, or whose console, is over. */
export async function endOverViews(db: Db): Promise<void> {
  const over = await db
    .select({ id: customerViews.id })
    .from(customerViews)
    .innerJoin(staffSessions, eq(staffSessions.id, customerViews.staffSessionId))
    .where(
      and(
        isNull(customerViews.endedAt),
        or(
          lte(customerViews.expiresAt, sql`now()`),
          sql`${staffSessions.endedAt} is not null`,
          lte(staffSessions.expiresAt, sql`now()`),
        ),
      ),
    )
  for (const { id } of over) await endView(db, id)
}
