import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { users } from '#base/db/schema/index.ts'
import { passwordMatches } from './passwords.ts'

/** Who is asked for their password again, although they are signed in. */
export interface AskedAgain {
  /** The customer for whom they act. */
  id: string
  userId: string
}

/** Whether it is the caller's own. Throws a `Refusal` where too many wait. */
export async function isOwnPassword(db: Db, { id, userId }: AskedAgain, password: string): Promise<boolean> {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  return passwordMatches(user?.passwordHash, password, { rank: 'known', of: id })
}
