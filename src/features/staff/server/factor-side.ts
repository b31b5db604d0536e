import { eq, sql } from 'drizzle-orm'
import { staffSessions } from '#base/db/schema/index.ts'
import type { StaffCaller } from '#base/http/staff-session.ts'
import { passkeyTexts } from '#features/accounts/rules/passkeys.ts'
import type { FactorCaller, FactorSide } from '#features/accounts/server/second-factor/factor-owner.ts'
import { forgetfulStaff } from './forgetful-staff.ts'

/** Second factors of staff, as they are noted and told. */
export const staffSide: FactorSide = {
  actor: 'operator',
  actions: {
    'authenticator added': 'staff.authenticator_added',
    'authenticator removed': 'staff.authenticator_removed',
    'passkey added': 'staff.passkey_added',
    'passkey renamed': 'staff.passkey_renamed',
    'passkey removed': 'staff.passkey_removed',
    'passkey copied': 'staff.passkey_copied',
    'codes made': 'staff.recovery_codes_made',
    refused: 'staff.session_refused',
    confirmed: 'staff.confirmed',
  },
  account: ({ brand }) => forgetfulStaff.account(brand.now.productName),
  help: ({ config, brand }) =>
    forgetfulStaff.help({ supportEmail: brand.now.supportEmail, publicUrl: config.publicUrl }),
}

/** Somebody at the console, who never goes without a second factor. */
export const staffFactors = ({ id, email, name, sessionId }: StaffCaller): FactorCaller => ({
  side: staffSide,
  userId: id,
  email,
  name,
  sessionId,
  noteShown: (db) =>
    db.update(staffSessions).set({ confirmedAt: sql`now()` }).where(eq(staffSessions.id, sessionId)),
  keepsOne: passkeyTexts.lastOfStaff,
})
