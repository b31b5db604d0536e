import { and, sql } from 'drizzle-orm'
import { resetMinutes } from '#shared/accounts/forgotten-password.ts'
import { newId } from '../../../db/ids.ts'
import { users } from '../../../db/schema/index.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { tokenHash } from '../../../http/session-lookup.ts'
import { beginStep } from '../sign-in-steps.ts'
import type { Forgetful } from './forgetful.ts'

/** Mails a link to whoever signs in with an address; to no one where nobody does, or may. */
export async function sendLink(
  { db, outbox, config, brand }: Pick<Dependencies, 'db' | 'outbox' | 'config' | 'brand'>,
  { mayComeIn, path, account, noteSent }: Forgetful,
  email: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email, name: users.name })
      .from(users)
      .where(and(sql`lower(${users.email}) = ${email}`, mayComeIn))
      .for('share')
    if (!user) return
    // Earlier links stay good: a stranger who asks again and again ends none of them.
    const token = await beginStep(tx, user.id, 'reset')
    await noteSent(tx, user.id)
    await outbox.put(tx, {
      key: `forgotten-password:${newId('mail')}`,
      to: user.email,
      isSecret: true,
      opens: tokenHash(token),
      subject: `Choose another password for ${brand.now.productName}`,
      text: [
        `Hello ${user.name},`,
        '',
        `someone asked for another password for ${account(brand.now.productName)}. Choose one here, within ${resetMinutes} minutes:`,
        '',
        // Behind the #, which no browser sends to a server and no log has.
        `${config.publicUrl}${path}#${token}`,
        '',
        'The link works once, and signs you out everywhere. If it was not you who asked, do nothing: your password stays as it is.',
      ].join('\n'),
    })
  })
}
