import { inArray } from 'drizzle-orm'
import { mailboxes as mailboxRows } from '#base/db/schema/index.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { DesiredMailbox } from '../../desired.ts'
import type { StepContext } from '../../step-context.ts'
import { isDone, isMade, named } from './standing.ts'

export async function purgeOld(
  { desired, call, save }: StepContext,
  host: MailboxHost,
  before: Date,
): Promise<CallOutcome<unknown>[]> {
  const old = desired.mailboxes.filter(
    (m) =>
      m.want === 'disabled' &&
      m.disabledAt !== null &&
      m.disabledAt < before &&
      m.domainId === desired.holding?.domainId &&
      desired.holding.isServed,
  )
  return purge({ call, save }, host, old)
}

export async function purge(
  { call, save }: Pick<StepContext, 'call' | 'save'>,
  host: MailboxHost,
  old: readonly DesiredMailbox[],
): Promise<CallOutcome<unknown>[]> {
  const made = old.filter(isMade)
  const ids = made.map(({ externalId }) => externalId)
  const outcomes = ids.length === 0 ? [] : named(made, await host.deleteMailboxes(ids, call))
  const gone = [...made.filter((_, i) => isDone(outcomes[i])), ...old.filter((m) => !isMade(m))].map(
    ({ id }) => id,
  )
  if (gone.length > 0) {
    await save({}, async (tx) => {
      await tx
        .update(mailboxRows)
        .set({ want: 'purged', hostState: 'purged', secret: null })
        .where(inArray(mailboxRows.id, gone))
    })
  }
  return outcomes.filter((outcome) => !isDone(outcome))
}
