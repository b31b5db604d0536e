import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { refreshFamilies } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { endFamily, endSessionsOf } from '#features/accounts/server/sessions.ts'
import { customerActMessages } from '../../rules/customer-acts.ts'
import { knownCustomer } from './known-customer.ts'

const because = 'ended by staff'

/** Ends one session. Throws a `Refusal` for one that has ended or is another customer's. */
export const endOneSession = (db: Db, customerId: string, sessionId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: refreshFamilies.id })
      .from(refreshFamilies)
      .where(
        and(
          eq(refreshFamilies.id, sessionId),
          eq(refreshFamilies.customerId, customerId),
          isNull(refreshFamilies.endedAt),
          gt(refreshFamilies.expiresAt, sql`now()`),
        ),
      )
      .for('update')
    if (!found) throw notFound(customerActMessages.noSession)
    await endFamily(tx, sessionId, because)
    await noted(tx, customerId, { session: sessionId })
  })

/** Ends all of them. */
export async function endEverySession(db: Db, customerId: string): Promise<void> {
  await knownCustomer(db, customerId)
  await db.transaction(async (tx) => {
    await endSessionsOf(tx, { customerId }, because)
    await noted(tx, customerId, { all: true })
  })
}

const noted = (tx: Db, customerId: string, data: Record<string, unknown>): Promise<void> =>
  audit(tx, { customerId, actor: 'operator', action: 'customer.sessions_ended', data })
