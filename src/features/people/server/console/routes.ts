import { eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { mailboxes } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Routes } from '#base/http/binding.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../../api/console-mailboxes.ts'
import { reconnectMailbox } from './reconnect-mailbox.ts'
import { isUnheld, notHeldText, setMailboxPassword } from './set-password.ts'
import { showMailbox } from './show-mailbox.ts'

/** The password of a mailbox. Who read it is noted before it leaves. Throws a `Refusal`. */
async function revealPassword({ db, secrets }: Dependencies, mailboxId: string): Promise<string> {
  const [mailbox] = await db.select().from(mailboxes).where(eq(mailboxes.id, mailboxId))
  if (mailbox && isUnheld(mailbox)) throw notFound(notHeldText)
  if (!mailbox?.secret) throw notFound('There is no such password.')
  await audit(db, {
    customerId: mailbox.customerId,
    actor: 'operator',
    action: 'mailbox.password_shown',
    subject: mailboxId,
    data: { address: `${mailbox.localPart}@${mailbox.name}` },
  })
  return secrets.open(mailbox.secret, placeOf.mailbox(mailboxId))
}

/** One mailbox, as staff see it. */
export function consoleMailboxRoutes(deps: Dependencies): Routes {
  return (bind) => {
    bind(api.consoleMailboxPage, ({ params }) => showMailbox(deps, params.mailboxId))

    bind(api.reconnectConsoleMailbox, async ({ params }) => ({
      message: `${await reconnectMailbox(deps, params.mailboxId)} is being connected again.`,
    }))

    bind(api.setConsolePassword, async ({ params }) => ({
      message: `${await setMailboxPassword(deps, params.mailboxId)} has a new password, which is held from now on.`,
    }))

    bind(api.revealConsolePassword, async ({ params }) => ({
      value: await revealPassword(deps, params.mailboxId),
    }))
  }
}
