import { eq } from 'drizzle-orm'
import { mailboxes as mailboxRows } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { newPassword } from '../../allocate-mailboxes.ts'
import type { DesiredMailbox } from '../../desired.ts'
import type { StepContext } from '../../step-context.ts'
import { fullName, named, type StandingAtHost } from './standing.ts'
import { updateEach } from './update-each.ts'

/** One that stands at its host with a password that we do not hold: it was taken over, and keeps its password. */
export const isUnheld = ({ secret, address }: DesiredMailbox, standing: StandingAtHost): boolean =>
  secret === null && standing.has(address)

/** Lets people sign in again to those of the mailboxes whose passwords are not ours, which stay as they are. */
export async function switchOnUnheld(
  { save, call }: StepContext,
  host: MailboxHost,
  missing: readonly DesiredMailbox[],
  standing: StandingAtHost,
): Promise<CallOutcome<unknown>[]> {
  const unheld = missing.flatMap((mailbox) => {
    const there = mailbox.secret === null ? standing.get(mailbox.address) : undefined
    return there ? [{ mailbox, there }] : []
  })
  if (unheld.length === 0) return []
  const off = unheld.filter(({ there }) => there.enabled !== true)
  const ids = off.map(({ there }) => there.externalId)
  const outcomes = named(
    off.map(({ mailbox }) => mailbox),
    await host.setMailboxesEnabled(ids, true, call),
  )
  const failed = new Set(off.filter((_, i) => !outcomes[i]?.ok).map(({ mailbox }) => mailbox.id))
  await save({}, (tx) =>
    updateEach(
      tx,
      unheld
        .filter(({ mailbox }) => !failed.has(mailbox.id))
        .map(({ mailbox, there }) => ({
          id: mailbox.id,
          externalId: there.externalId,
          hostState: 'active',
          hostName: mailbox.hostName ?? fullName(mailbox),
        })),
    ),
  )
  return outcomes.filter(({ ok }) => !ok)
}

/** What is made anew has a password of ours from then on: it is kept before the host is told of it. */
export async function withPasswords(
  { secrets, save }: StepContext,
  making: readonly DesiredMailbox[],
): Promise<DesiredMailbox[]> {
  const gone = making.filter(({ secret }) => secret === null)
  if (gone.length === 0) return [...making]
  const sealed = new Map(gone.map(({ id }) => [id, secrets.seal(newPassword(), placeOf.mailbox(id))]))
  await save({}, async (tx) => {
    for (const [id, secret] of sealed)
      await tx.update(mailboxRows).set({ secret }).where(eq(mailboxRows.id, id))
  })
  return making.map((mailbox) => ({ ...mailbox, secret: mailbox.secret ?? sealed.get(mailbox.id) ?? null }))
}
