import type { Db } from '../../db/client.ts'
import { signInPictures } from '../../db/schema/index.ts'
import type { SignInClaim } from './claim-sign-in.ts'

/** Keeps the last picture of the page that only a person can answer. */
export async function keepPicture(
  db: Db,
  { mailboxId, connectionId }: Pick<SignInClaim, 'mailboxId' | 'connectionId'>,
  png: Buffer,
): Promise<void> {
  await db
    .insert(signInPictures)
    .values({ mailboxId, connectionId, png })
    .onConflictDoUpdate({
      target: [signInPictures.mailboxId, signInPictures.connectionId],
      set: { png, takenAt: new Date() },
    })
}
