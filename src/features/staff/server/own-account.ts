import { and, eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { signInSteps, users } from '#base/db/schema/index.ts'
import { invalid, ruleBroken } from '#base/http/refusal.ts'
import type { StaffCaller } from '#base/http/staff-session.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { tellPasswordChanged } from '#features/accounts/server/account-mails.ts'
import { refuseGuessable } from '#features/accounts/server/fit-password.ts'
import type { Asker } from '#features/accounts/server/password-line.ts'
import { hashPassword, passwordMatches } from '#features/accounts/server/passwords.ts'
import { forgetfulStaff } from './forgetful-staff.ts'
import { endOtherSessions } from './sessions.ts'

/** Replaces the caller's password, ends every other session, and mails that it was done. Throws a `Refusal`. */
export async function changeStaffPassword(
  { db, config, outbox, brand }: Pick<Dependencies, 'db' | 'config' | 'outbox' | 'brand'>,
  staff: StaffCaller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const asker: Asker = { rank: 'known', of: staff.id }
  const [user] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, staff.id))
  const wrong = 'This is not your current password.'
  if (!user || !(await passwordMatches(user.passwordHash, currentPassword, asker)))
    throw ruleBroken(wrong, { currentPassword: wrong })
  if (newPassword === currentPassword) {
    const same = 'The new password must be different from the current one.'
    throw invalid(same, { newPassword: same })
  }
  await refuseGuessable(brand.now, staff.email, { newPassword })
  const passwordHash = await hashPassword(newPassword, asker)
  await db.transaction(async (tx) => {
    // Only while the current one still stands: replaced meanwhile, it decides nothing any more.
    const { rowCount } = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, staff.id), eq(users.passwordHash, user.passwordHash)))
    if (!rowCount) throw ruleBroken(wrong, { currentPassword: wrong })
    await tx.delete(signInSteps).where(eq(signInSteps.userId, staff.id))
    await endOtherSessions(tx, staff)
    await audit(tx, { actor: 'operator', action: 'staff.password_changed' })
    await tellPasswordChanged(outbox, tx, staff, {
      account: forgetfulStaff.account(brand.now.productName),
      help: forgetfulStaff.help({ supportEmail: brand.now.supportEmail, publicUrl: config.publicUrl }),
    })
  })
}
