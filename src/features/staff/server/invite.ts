import { eq } from 'drizzle-orm'
import { type StaffRoleName, staffRoles } from '#base/access.ts'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { signInSteps, users } from '#base/db/schema/index.ts'
import { brokenConstraint } from '#base/db/sql-state.ts'
import { conflict, notFound, ruleBroken } from '#base/http/refusal.ts'
import { tokenHash } from '#base/http/session-lookup.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { refuseGuessable } from '#features/accounts/server/fit-password.ts'
import type { Asker } from '#features/accounts/server/password-line.ts'
import { hashPassword } from '#features/accounts/server/passwords.ts'
import { forgetFactors } from '#features/accounts/server/second-factor/own-second-factor.ts'
import { beginStep, endStep, findStep } from '#features/accounts/server/sign-in-steps.ts'
import { invitationHours, staffMessages } from '../rules/staff.ts'
import { keepAnOwner } from './keep-an-owner.ts'
import { endAllStaffSessions } from './sessions.ts'

type Deps = Pick<Dependencies, 'db' | 'outbox' | 'config' | 'brand'>

/** The console mails the link; the command line prints it, for whoever runs the machine and may have lost all else. */
export type InvitedBy = 'console' | 'command line'

export interface Invitation {
  /** Where it is followed; good once. */
  link: string
}

/** The secret stands behind the #, which no browser sends to a server and no log has. */
const linkOf = ({ publicUrl }: Deps['config'], token: string): string => `${publicUrl}/operator/join#${token}`

/**
 * A new member of staff, who chooses password and second factor by the link of the invitation. Throws a `Refusal` when
 * someone signs in with the address already.
 */
export async function inviteStaff(
  deps: Deps,
  { email, name, role }: { email: string; name: string; role: StaffRoleName },
  by: InvitedBy,
): Promise<Invitation> {
  const id = newId('user')
  return deps.db
    .transaction(async (tx) => {
      await tx.insert(users).values({ id, email, name, passwordHash: '', staffRole: role })
      await audit(tx, { actor: 'operator', action: 'staff.invited', subject: id, data: { email, role } })
      return invite(deps, tx, { id, email, name, role }, by)
    })
    .catch((error: unknown) => {
      const taken = `Someone signs in with ${email} already.`
      if (brokenConstraint(error) === 'users_email') throw ruleBroken(taken, { email: taken })
      throw error
    })
}

/**
 * A new invitation for someone who works here: password, second factors and recovery codes are worth nothing any more, and
 * every session ends. Throws a `Refusal`.
 */
export async function inviteStaffAgain(deps: Deps, userId: string, by: InvitedBy): Promise<Invitation> {
  return deps.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user?.staffRole) throw notFound(staffMessages.noColleague)
    if (user.staffDisabledAt) throw conflict(`The access of ${user.name} has ended. Open it again first.`)
    await tx
      .update(users)
      .set({ passwordHash: '', passwordHashBeforeReset: null })
      .where(eq(users.id, userId))
    if (by === 'console' && user.staffRole === 'owner') await keepAnOwner(tx)
    await startOver(tx, userId)
    await audit(tx, { actor: 'operator', action: 'staff.invited', subject: userId, data: { again: true } })
    return invite(deps, tx, { ...user, role: user.staffRole }, by)
  })
}

/** Whatever came in before comes in no more. */
async function startOver(tx: Db, userId: string): Promise<void> {
  await forgetFactors(tx, userId)
  await endAllStaffSessions(tx, userId)
}

async function invite(
  { outbox, config, brand }: Deps,
  tx: Db,
  { id, email, name, role }: { id: string; email: string; name: string; role: StaffRoleName },
  by: InvitedBy,
): Promise<Invitation> {
  await tx.delete(signInSteps).where(eq(signInSteps.userId, id))
  const token = await beginStep(tx, id, 'invitation')
  const link = linkOf(config, token)
  if (by === 'console')
    await outbox.put(tx, {
      key: `staff-invitation:${newId('mail')}`,
      to: email,
      isSecret: true,
      opens: tokenHash(token),
      subject: `Your access to the console of ${brand.now.productName}`,
      text: [
        `Hello ${name},`,
        '',
        `you are invited to the console of ${brand.now.productName} as ${staffRoles[role].title}. Choose your password and set up your second factor here, within ${invitationHours} hours:`,
        '',
        link,
        '',
        'The link works once. If you did not expect it, do nothing.',
      ].join('\n'),
    })
  return { link }
}

/**
 * Follows an invitation: the password is chosen, and a second factor comes next. Returns the token of that step. Throws a
 * `Refusal` when the invitation is over or the password easily guessed, which leaves the invitation as it is.
 */
export async function joinStaff(
  { db, brand }: Pick<Dependencies, 'db' | 'brand'>,
  { token, password }: { token: string; password: string },
  asker: Asker,
): Promise<string> {
  const { id, email } = await findStep(db, token, 'invitation')
  await refuseGuessable(brand.now, email, { password })
  const passwordHash = await hashPassword(password, asker)
  return db.transaction(async (tx) => {
    await endStep(tx, token, 'invitation')
    await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
    await startOver(tx, id)
    return beginStep(tx, id, 'password')
  })
}
