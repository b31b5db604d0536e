import { and } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { hasFactor } from '#base/db/has-factor.ts'
import type { Forgetful } from '#features/accounts/server/forgotten-password/forgetful.ts'
import { isStaff } from '#features/accounts/server/sign-in-steps.ts'
import { endAllStaffSessions } from './sessions.ts'

export const forgetfulStaff: Forgetful = {
  // Without a second factor in use the mailbox alone would let somebody in, and set one up.
  mayComeIn: and(isStaff, hasFactor),
  path: '/operator/choose-password',
  forgotPath: '/operator/forgot',
  account: (productName) => `your access to the console of ${productName}`,
  help: () => 'If that was not you, ask an owner of this installation at once to invite you again.',
  noteSent: (tx, userId) => audit(tx, { actor: 'operator', action: 'staff.password_link_sent', userId }),
  async endSessions(tx, userId) {
    await endAllStaffSessions(tx, userId)
    await audit(tx, { actor: 'operator', action: 'staff.password_changed', userId, data: { by: 'link' } })
  },
}
