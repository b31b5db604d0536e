import { and, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { users } from '#base/db/schema/index.ts'
import { tokenHash } from '#base/http/session-lookup.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { resetMinutes } from '../../rules/forgotten-password.ts'
import { beginStep } from '../sign-in-steps.ts'
import type { Forgetful } from './forgetful.ts'

/** Whoever signs in with an address, if somebody does, and may. */
const readUser = async (tx: Db, { mayComeIn }: Forgetful, email: string) => {
  const [user] = await tx
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(and(sql`lower(${users.email}) = ${email}`, mayComeIn))
    .for('share')
  return user
}

/** Tells somebody that strangers try to sign in as them, and how they come in themselves meanwhile. */
export async function tellTried(
  { db, outbox, config, brand }: Pick<Dependencies, 'db' | 'outbox' | 'config' | 'brand'>,
  whose: Forgetful,
  email: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await readUser(tx, whose, email)
    if (!user) return
    await outbox.put(tx, {
      key: `sign-in-tried:${newId('mail')}`,
      to: user.email,
      subject: `Someone keeps trying to sign in to ${brand.now.productName} as you`,
      text: [
        `Hello ${user.name},`,
        '',
        `someone is trying one password after another for ${whose.account(brand.now.productName)}, from networks where you haven’t signed in before. We’re slowing them down.`,
        '',
        `You can still sign in wherever you have before. If you have to wait somewhere else, ask for a link there and open it: ${config.publicUrl}${whose.forgotPath}. Your password stays the same unless you choose another one.`,
        '',
        'If you use this password anywhere else, change it. We send this at most once a day.',
      ].join('\n'),
    })
  })
}

/** Mails a link to whoever signs in with an address; to no one where nobody does, or may. */
export async function sendLink(
  { db, outbox, config, brand }: Pick<Dependencies, 'db' | 'outbox' | 'config' | 'brand'>,
  whose: Forgetful,
  email: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await readUser(tx, whose, email)
    if (!user) return
    const { path, account, noteSent } = whose
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
        'Opening it also lets you sign in from there with the password you have, if you were asked to wait.',
        '',
        'The link works once, and another password signs you out everywhere. If it was not you who asked, do nothing: your password stays as it is.',
      ].join('\n'),
    })
  })
}
