import { eq } from 'drizzle-orm'
import { audit } from '../../audit.ts'
import type { Db } from '../../db/client.ts'
import { customers } from '../../db/schema/index.ts'
import { rateLimited, ruleBroken } from '../../http/refusal.ts'
import type { Limits } from '../../limits.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import type { SignedIn } from './session-lookup.ts'
import { endSessionsOf } from './sessions.ts'

const wrongPassword = 'Failed to change password. Please check your current password and try again.'

/** Replaces the password and ends every other session. Throws a `Refusal` when the current one is wrong. */
export async function changePassword(
  { db, limits }: { db: Db; limits: Limits },
  customer: SignedIn,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  address: string,
): Promise<void> {
  const place = await limits.allow({
    key: `change-password:${customer.id}`,
    rate: { perSecond: 1 / 30, burst: 10 },
  })
  if (!place.ok)
    throw rateLimited('Too many attempts. Please try again in a few minutes.', place.retryAfterMs)
  const [row] = await db
    .select({ passwordHash: customers.passwordHash })
    .from(customers)
    .where(eq(customers.id, customer.id))
  if (!(await passwordMatches(row?.passwordHash, currentPassword))) {
    throw ruleBroken(wrongPassword, { currentPassword: 'This is not your current password.' })
  }
  if (newPassword === currentPassword) {
    const message = 'The new password must be different from the current one.'
    throw ruleBroken(message, { newPassword: message })
  }
  const passwordHash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    await tx
      .update(customers)
      .set({ passwordHash, mustChangePassword: false })
      .where(eq(customers.id, customer.id))
    await endSessionsOf(tx, customer.id, 'password changed', customer.familyId)
    await audit(tx, { customerId: customer.id, actor: 'customer', action: 'password.changed', address })
  })
}
