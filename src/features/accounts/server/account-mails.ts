import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import type { Outbox } from '#base/mail/outbox.ts'

/** Tells somebody that their password is another one now, as part of the transaction that changes it. */
export const tellPasswordChanged = (
  outbox: Outbox,
  tx: Db,
  { email, name }: { email: string; name: string },
  { account, help }: { account: string; help: string },
): Promise<void> =>
  outbox.put(tx, {
    key: `password-changed:${newId('mail')}`,
    to: email,
    subject: 'Your password was changed',
    text: [
      `Hello ${name},`,
      '',
      `the password of ${account} was changed, and every other session of yours has ended.`,
      '',
      help,
    ].join('\n'),
  })
