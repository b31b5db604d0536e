import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { FactorOwner } from './factor-owner.ts'

/** Mails somebody that their second factors have changed, as part of the transaction that changes them. */
export const tellChange = (
  { outbox, ...told }: Pick<Dependencies, 'outbox' | 'config' | 'brand'>,
  tx: Db,
  { side, email, name }: Pick<FactorOwner, 'side' | 'email' | 'name'>,
  what: string,
): Promise<void> =>
  outbox.put(tx, {
    key: `second-factor:${newId('mail')}`,
    to: email,
    subject: 'Your second factor was changed',
    text: [`Hello ${name},`, '', `${what} Account: ${side.account(told)}.`, '', side.help(told)].join('\n'),
  })
