import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { mailboxLinks } from '#base/db/schema/index.ts'
import type { ToolMailbox } from '#vendors/ports/sending-tools.ts'
import type { DesiredMailbox, MailboxLink } from '../desired.ts'
import type { StepContext } from '../step-context.ts'
import { linksOf, toLink } from './tool-calls.ts'

export const linkOf = ({ holding }: StepContext, { links }: DesiredMailbox): MailboxLink | undefined =>
  links.find(({ connectionId }) => connectionId === holding.connection.id)

/**
 * Whether the tool can use a mailbox. It has to have said so once; from then on silence does not take it back, since a
 * list tells less of one that its owner has paused.
 */
function isConnected(context: StepContext, mailbox: DesiredMailbox, there: ToolMailbox | undefined): boolean {
  if (!there || there.connection.state === 'refused') return false
  return there.connection.state === 'connected' || linkOf(context, mailbox)?.connection === 'connected'
}

/** Notes what the tool says of each of the wanted ones; returns those that it does not have or cannot use. */
export async function confirmConnections(
  context: StepContext,
  wanted: readonly DesiredMailbox[],
  listed: ReadonlyMap<string, ToolMailbox>,
): Promise<DesiredMailbox[]> {
  const { holding, save, at } = context
  const connectionId = holding.connection.id
  const rows = wanted.flatMap((mailbox) => {
    const there = listed.get(mailbox.address)
    return there
      ? [
          {
            mailbox_id: mailbox.id,
            external_id: there.externalId,
            is_in: isConnected(context, mailbox, there),
            reason: there.connection.state === 'refused' ? there.connection.reason : null,
          },
        ]
      : []
  })
  const absent = wanted.filter((mailbox) => !listed.has(mailbox.address))
  await save({}, async (tx) => {
    if (rows.length > 0) {
      await tx.execute(sql`
        insert into mailbox_links as l
          (mailbox_id, connection_id, want, external_id, confirmed_at, connection, connection_reason, connection_since)
        select r.mailbox_id, ${connectionId}, 'connected', r.external_id, ${at()}::timestamptz,
          case when r.is_in then 'connected' end, r.reason, ${at()}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r(mailbox_id text, external_id text, is_in boolean, reason text)
        on conflict (mailbox_id, connection_id) do update
          set want = 'connected', external_id = excluded.external_id, confirmed_at = excluded.confirmed_at,
            abandoned_at = null,
            connection = case when excluded.connection is null and l.connection = 'connected' then null
              else coalesce(excluded.connection, l.connection) end,
            connection_reason = case when excluded.connection is null
              then coalesce(excluded.connection_reason, l.connection_reason) end,
            connection_cause = case when excluded.connection is null then l.connection_cause end,
            connection_since = case when l.connection is not distinct from excluded.connection
              then l.connection_since else excluded.connection_since end,
            set_up_since = case when excluded.connection is null and excluded.connection_reason is null then l.set_up_since end,
            sign_in_tries = case when excluded.connection is null then l.sign_in_tries else 0 end`)
    }
    if (absent.length > 0) await forgetAbsent(tx, connectionId, absent)
  })
  return wanted.filter((mailbox) => !isConnected(context, mailbox, listed.get(mailbox.address)))
}

/** What the tool does not have any more is set up again once it is back. */
async function forgetAbsent(tx: Db, connectionId: string, absent: readonly DesiredMailbox[]): Promise<void> {
  await tx
    .update(mailboxLinks)
    .set({
      configuredAt: null,
      beforePause: null,
      rest: null,
      pausedAt: null,
      externalId: null,
      confirmedAt: null,
      connection: sql`nullif(${mailboxLinks.connection}, 'connected')`,
    })
    .where(
      and(
        linksOf(connectionId, absent.map(toLink)),
        or(
          isNotNull(mailboxLinks.confirmedAt),
          isNotNull(mailboxLinks.configuredAt),
          isNotNull(mailboxLinks.beforePause),
          isNotNull(mailboxLinks.rest),
          eq(mailboxLinks.connection, 'connected'),
        ),
      ),
    )
}
