import { sql } from 'drizzle-orm'
import { users } from '#base/db/schema/index.ts'
import { Refusal } from '#base/http/refusal.ts'

/** Hours in which a one-time password from the operator can be used. */
const oneTimeHours = 72

/** What a user's row says while the operator's password has not been replaced. */
export const oneTime = { mustChangePassword: true, oneTimePasswordAt: sql`now()` }

/** The password that the user chose last: of two resets in a row the second one ends no password of theirs. */
export const ownPasswordHash = sql`case when ${users.mustChangePassword}
  then ${users.passwordHashBeforeReset} else ${users.passwordHash} end`

/** Whether the password is a one-time one whose time is over. */
export const oneTimeIsOver = sql<boolean>`${users.mustChangePassword}
  and coalesce(${users.oneTimePasswordAt} < now() - make_interval(hours => ${sql.raw(String(oneTimeHours))}), false)`

/** Only for a caller who has shown that they know it. */
export const oneTimeOver = () =>
  new Refusal(
    403,
    'forbidden',
    `This one-time password has expired: it can be used for ${oneTimeHours} hours. Please ask support for a new one.`,
  )
