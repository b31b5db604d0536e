import { and, eq, ne } from 'drizzle-orm'
import { signInSteps, users } from '#base/db/schema/index.ts'
import { ruleBroken } from '#base/http/refusal.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { forgottenMessages } from '../../rules/forgotten-password.ts'
import { tellPasswordChanged } from '../account-mails.ts'
import { refuseEndedByReset, refuseGuessable } from '../fit-password.ts'
import type { Asker } from '../password-line.ts'
import { hashPassword } from '../passwords.ts'
import { endStep, findStep } from '../sign-in-steps.ts'
import type { Forgetful } from './forgetful.ts'

/**
 * Follows the link: the password is replaced, whoever chose the one before, and every session ends; none begins, so that
 * whatever else is asked for on the way in is asked for. Throws a `Refusal` when the link is over, or the password easily
 * guessed or the one that the operator's reset ended; the link stays good then.
 */
export async function chooseForgotten(
  { db, config, outbox, brand }: Pick<Dependencies, 'db' | 'config' | 'outbox' | 'brand'>,
  { mayComeIn, account, help, endSessions }: Forgetful,
  { token, password }: { token: string; password: string },
  asker: Asker,
): Promise<void> {
  const found = await findStep(db, token, 'reset', mayComeIn).catch(() => undefined)
  // Not "please sign in", which the page would take for the end of a session.
  if (!found) throw ruleBroken(forgottenMessages.linkOver)
  const [user] = await db.select().from(users).where(eq(users.id, found.id))
  const { id, email, passwordHashBeforeReset } = required(user, 'the user of the step')
  await refuseGuessable(brand.now, email, { password })
  await refuseEndedByReset(passwordHashBeforeReset, { password }, asker)
  const passwordHash = await hashPassword(password, asker)
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ passwordHash, mustChangePassword: false, oneTimePasswordAt: null })
      .where(eq(users.id, id))
    await endStep(tx, token, 'reset')
    // Other links, and a sign-in with the old password that waits for its second step. From where the link was followed they
    // still come in, with the new one.
    await tx.delete(signInSteps).where(and(eq(signInSteps.userId, id), ne(signInSteps.kind, 'network')))
    await endSessions(tx, id)
    await tellPasswordChanged(outbox, tx, found, {
      account: account(brand.now.productName),
      help: help({ supportEmail: brand.now.supportEmail, publicUrl: config.publicUrl }),
    })
  })
}
