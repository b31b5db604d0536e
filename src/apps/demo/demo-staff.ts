import { eq, sql } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { newId } from '#base/db/ids.ts'
import { secondFactors, staffSessions, users } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { operator } from '#features/accounts/server/password-line.ts'
import { hashPassword } from '#features/accounts/server/passwords.ts'
import { demoPassword } from './demo-accounts.ts'

export const demoStaffEmail = 'staff@inboxyard.test'

/** Several processes may start together: one makes the account, the others wait and find it. */
const demoStaffLock = 7_240_004

/**
 * Makes the demo's owner of the console, or ends their access when this installation has left the sandbox: everybody knows
 * the password. Returns the secret of the authenticator, which each installation has made for itself.
 */
export async function ensureDemoStaff(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  demo: boolean,
): Promise<{ secret: string | undefined }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${demoStaffLock})`)
    const [present] = await tx.select().from(users).where(eq(users.email, demoStaffEmail))
    if (!demo) {
      if (present && !present.staffDisabledAt) {
        await tx.update(users).set({ staffDisabledAt: sql`now()` }).where(eq(users.id, present.id))
        await tx
          .update(staffSessions)
          .set({ endedAt: sql`coalesce(${staffSessions.endedAt}, now())` })
          .where(eq(staffSessions.userId, present.id))
      }
      return { secret: undefined }
    }
    if (present) {
      const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, present.id))
      return {
        secret: factor?.confirmedAt
          ? secrets.open(factor.secret, placeOf.secondFactor(factor.id))
          : undefined,
      }
    }
    const [userId, factorId] = [newId('user'), newId('secondFactor')]
    const secret = new Secret({ size: 20 }).base32
    await tx.insert(users).values({
      id: userId,
      email: demoStaffEmail,
      name: 'Demo Staff',
      passwordHash: await hashPassword(demoPassword, operator),
      staffRole: 'owner',
    })
    await tx.insert(secondFactors).values({
      id: factorId,
      userId,
      secret: secrets.seal(secret, placeOf.secondFactor(factorId)),
      confirmedAt: sql`now()`,
    })
    return { secret }
  })
}
