import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { hasFactor } from '#base/db/has-factor.ts'
import { users } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import { isStaff } from '#features/accounts/server/sign-in-steps.ts'
import { staffMessages } from '../rules/staff.ts'

/** One at a time: two owners who end each other's access at the same moment would leave none. */
const ownersLock = 7_240_003

/** Owners who can sign in: with a password, and a second factor that is in use. */
const workingOwners = and(eq(users.staffRole, 'owner'), isStaff, ne(users.passwordHash, ''), hasFactor)

/** Whether someone is an owner who can sign in. */
export const isWorkingOwner = async (tx: Db, userId: string): Promise<boolean> =>
  (await tx.$count(users, and(eq(users.id, userId), workingOwners))) > 0

/** Throws a `Refusal`, and so undoes the change it stands at the end of, when nobody is left who may sign in as owner. */
export async function keepAnOwner(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ownersLock})`)
  if ((await tx.$count(users, workingOwners)) === 0) throw conflict(staffMessages.lastOwner)
}
