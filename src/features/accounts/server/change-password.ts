import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { customers, refreshFamilies, users } from '#base/db/schema/index.ts'
import { ruleBroken } from '#base/http/refusal.ts'
import type { Tokens } from '#base/http/session-cookies.ts'
import type { SignedIn } from '#base/http/session-lookup.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { tellPasswordChanged } from './account-mails.ts'
import { refuseEndedByReset, refuseGuessable } from './fit-password.ts'
import { forgetfulCustomers } from './forgotten-password/forgetful.ts'
import { oneTimeIsOver, oneTimeOver } from './one-time-password.ts'
import type { Asker } from './password-line.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { endSessionsOf, openSession } from './sessions.ts'

const notCurrent = () =>
  ruleBroken('Failed to change password. Please check your current password and try again.', {
    currentPassword: 'This is not your current password.',
  })

/**
 * Replaces the password, ends every session and begins a new one for the caller: copies of its cookies are worth nothing
 * any more. Throws a `Refusal` when the current password is wrong, or the new one is easily guessed or the one that a reset ended.
 */
export async function changePassword(
  { db, config, outbox, brand }: Pick<Dependencies, 'db' | 'config' | 'outbox' | 'brand'>,
  customer: SignedIn,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<Tokens> {
  const asker: Asker = { rank: 'known', of: customer.id }
  const [row] = await db
    .select({
      passwordHash: users.passwordHash,
      beforeReset: users.passwordHashBeforeReset,
      isOver: oneTimeIsOver,
      networkHash: refreshFamilies.networkHash,
      place: { address: refreshFamilies.address, device: refreshFamilies.device },
    })
    .from(users)
    .innerJoin(refreshFamilies, eq(refreshFamilies.id, customer.familyId))
    .where(eq(users.id, customer.userId))
  if (!row || !(await passwordMatches(row.passwordHash, currentPassword, asker))) throw notCurrent()
  if (row.isOver) throw oneTimeOver()
  if (newPassword === currentPassword) {
    const message = 'The new password must be different from the current one.'
    throw ruleBroken(message, { newPassword: message })
  }
  await refuseEndedByReset(row.beforeReset, { newPassword }, asker)
  await refuseGuessable(brand.now, customer.email, { newPassword })
  const passwordHash = await hashPassword(newPassword, asker)
  return db.transaction(async (tx) => {
    // Locked against being stopped at this moment: that comes later and ends the session that begins here.
    const [open] = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.id, customer.id), isNull(customers.disabledAt), isNull(customers.suspendedAt)))
      .for('share')
    // Only while the current one still stands: replaced meanwhile, it decides nothing any more.
    const changed = await tx
      .update(users)
      .set({ passwordHash, mustChangePassword: false, oneTimePasswordAt: null })
      .where(and(eq(users.id, customer.userId), eq(users.passwordHash, row.passwordHash)))
    if (!open || !changed.rowCount) throw notCurrent()
    await endSessionsOf(tx, { userId: customer.userId }, 'password changed')
    const { familyId, tokens } = await openSession(tx, {
      userId: customer.userId,
      customerId: customer.id,
      networkHash: row.networkHash,
      place: row.place,
    })
    await audit(tx, {
      customerId: customer.id,
      actor: 'customer',
      action: 'password.changed',
      // The session that continues.
      data: { session: familyId },
    })
    await tellPasswordChanged(outbox, tx, customer, {
      account: forgetfulCustomers.account(brand.now.productName),
      help: forgetfulCustomers.help({ supportEmail: brand.now.supportEmail, publicUrl: config.publicUrl }),
    })
    return tokens
  })
}
