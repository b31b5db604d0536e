import { eq, sql } from 'drizzle-orm'
import { type StaffRoleName, staffRoles } from '#base/access.ts'
import { audit } from '#base/audit/audit.ts'
import { signInSteps, users } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { staffMessages } from '../rules/staff.ts'
import { isWorkingOwner, keepAnOwner } from './keep-an-owner.ts'
import { endAllStaffSessions } from './sessions.ts'

/**
 * Changes what a colleague may do. Ended access ends every session; opened again, password and second factor are as they
 * were. Returns what is so now, as a sentence. Throws a `Refusal` for no one, and when no owner would be left.
 */
export async function changeStaff(
  { db }: Pick<Dependencies, 'db'>,
  userId: string,
  { role, disabled }: { role?: StaffRoleName; disabled?: boolean },
): Promise<string> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user?.staffRole) throw notFound(staffMessages.noColleague)
    const wasOwner = await isWorkingOwner(tx, userId)
    const isNewRole = role !== undefined && role !== user.staffRole
    const isNewAccess = disabled !== undefined && disabled !== (user.staffDisabledAt !== null)
    if (isNewRole) {
      await tx.update(users).set({ staffRole: role }).where(eq(users.id, userId))
      const data = { from: user.staffRole, to: role }
      await audit(tx, { actor: 'operator', action: 'staff.role_changed', subject: userId, data })
    }
    if (isNewAccess) {
      await tx
        .update(users)
        .set({ staffDisabledAt: disabled ? sql`now()` : null })
        .where(eq(users.id, userId))
      const action = disabled ? 'staff.disabled' : 'staff.enabled'
      await audit(tx, { actor: 'operator', action, subject: userId })
    }
    if (disabled) {
      await endAllStaffSessions(tx, userId)
      await tx.delete(signInSteps).where(eq(signInSteps.userId, userId))
    }
    if (wasOwner) await keepAnOwner(tx)
    return told(user.name, isNewRole ? role : undefined, isNewAccess ? disabled : undefined)
  })
}

function told(name: string, role: StaffRoleName | undefined, disabled: boolean | undefined): string {
  const sentences = [
    ...(role ? [`${name} is ${staffRoles[role].title} now.`] : []),
    ...(disabled === undefined
      ? []
      : [disabled ? `The access of ${name} has ended.` : `${name} can use the console again.`]),
  ]
  return sentences.join(' ') || 'Nothing was changed.'
}
