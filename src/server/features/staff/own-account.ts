import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import { staffSessions, staffSteps, users } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { invalid, ruleBroken } from '../../http/refusal.ts'
import type { StaffCaller } from '../../http/staff-session.ts'
import { guessablePassword } from '../auth/guessable-password.ts'
import type { Asker } from '../auth/password-line.ts'
import { hashPassword, passwordMatches } from '../auth/passwords.ts'
import { makeRecoveryCodes, takeCode } from './second-factor.ts'
import { endOtherSessions } from './sessions.ts'

/** Shows the second factor once more, which opens what does harm for a while. Throws a `Refusal`. */
export async function confirmSecondFactor(
  deps: Pick<Dependencies, 'db' | 'limits' | 'secrets'>,
  { id, sessionId }: StaffCaller,
  code: string,
): Promise<void> {
  await takeCode(deps, id, code)
  await deps.db.update(staffSessions).set({ confirmedAt: sql`now()` }).where(eq(staffSessions.id, sessionId))
  await audit(deps.db, { actor: 'operator', action: 'staff.confirmed' })
}

/** New recovery codes, which can be read here and never again. */
export const renewRecoveryCodes = (
  { db }: Pick<Dependencies, 'db'>,
  { id }: StaffCaller,
): Promise<string[]> =>
  db.transaction(async (tx) => {
    // One at a time: of two presses the codes of the later one alone are worth something.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
    await audit(tx, { actor: 'operator', action: 'staff.recovery_codes_made' })
    return makeRecoveryCodes(tx, id)
  })

/** Replaces the caller's password, ends every other session, and mails that it was done. Throws a `Refusal`. */
export async function changeStaffPassword(
  { db, config, outbox }: Pick<Dependencies, 'db' | 'config' | 'outbox'>,
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
  const problem =
    newPassword === currentPassword
      ? 'The new password must be different from the current one.'
      : await guessablePassword(newPassword, { email: staff.email, productName: config.productName })
  if (problem) throw invalid(problem, { newPassword: problem })
  const passwordHash = await hashPassword(newPassword, asker)
  await db.transaction(async (tx) => {
    // Only while the current one still stands: replaced meanwhile, it decides nothing any more.
    const { rowCount } = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, staff.id), eq(users.passwordHash, user.passwordHash)))
    if (!rowCount) throw ruleBroken(wrong, { currentPassword: wrong })
    await tx.delete(staffSteps).where(eq(staffSteps.userId, staff.id))
    await endOtherSessions(tx, staff)
    await audit(tx, { actor: 'operator', action: 'staff.password_changed' })
    await outbox.put(tx, {
      key: `staff-password:${staff.id}:${passwordHash.slice(-16)}`,
      to: staff.email,
      subject: `Your password for ${config.productName} was changed`,
      text: [
        `Hello ${staff.name},`,
        '',
        `your password for the console of ${config.productName} was changed, and every other session of yours has ended.`,
        '',
        'If that was not you, ask an owner of this installation at once to invite you again.',
      ].join('\n'),
    })
  })
}
